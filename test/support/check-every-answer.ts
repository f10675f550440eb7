/**
 * Every answer that any test gets over HTTP, through `bank.fetch` or MSW, is held against the schema of its own row of the
 * endpoint table, or against the error body of its service, as the bank keeps it. Runs with the sources; the built package has no seam
 * for it. How many were checked is told to `report-answers.ts`.
 */
import { afterAll, beforeAll } from 'vitest'
import type * as z from 'zod/mini'
import type { KeptExchange } from '../../src/bank/shell/state/exchange.ts'
import { Shell } from '../../src/bank/shell/state/shell.ts'
import type { EndpointName } from '../../src/contract/endpoints.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { bankingError, loanError, oauthError } from '../../src/contract/error.ts'
import { loanSummaries } from '../../src/contract/loan.ts'
import { faultKinds } from '../../src/core/faults/fault-kinds.ts'
import { dateFormIn } from '../../src/core/loans/summary/query.ts'
import { broken } from './broken-banks.ts'

declare module '@vitest/runner' {
  interface TaskMeta {
    /** How many answers were held against their contract while this file ran. */
    answersChecked?: number
  }
}

interface Checks {
  count: number
  /** What was found wrong: code under test may swallow the error that it gets. */
  readonly found: unknown[]
  isProven: boolean
}

// One for all files of a worker: the bank is one there, and this file is evaluated for each test file.
const shared = globalThis as { vostroChecks?: Checks }
shared.vostroChecks ??= checking()
const checks = shared.vostroChecks

/** From now on, each exchange that a bank keeps is checked. */
function checking(): Checks {
  const checks: Checks = { count: 0, found: [], isProven: false }
  const { record } = Shell.prototype
  Shell.prototype.record = function (exchange, ...more) {
    record.call(this, exchange, ...more)
    if (!isToCheck(this, exchange)) return
    try {
      checkAnswer(exchange)
      checks.count++
    } catch (error) {
      checks.found.push(error)
    }
  }
  return checks
}

function isToCheck(shell: Shell, { method, fault, answer }: KeptExchange): boolean {
  // An answer that was lost, and that to HEAD, have no body.
  if (answer === null || method === 'HEAD' || (fault && faultKinds[fault].isGarbled)) return false
  // A mutant breaks the contract on purpose.
  if (broken.has(shell.state.world.settings)) return false
  // Errors in another form are not those of the contract.
  const { 'errors.body': form = 'list', 'errors.codes': codes = 'published' } = shell.state.world.settings.assume
  if (form !== 'list' || codes !== 'published') return false
  // The test has given a body of its own, or a status that has none.
  const isOwn = [...shell.state.world.faults.injected].some(
    ({ body, status }) => typeof body === 'string' || status === 204,
  )
  return !isOwn || !isOnPurpose(fault)
}

const isOnPurpose = (fault: KeptExchange['fault']) => fault === 'status' || fault === 'failedAnswer'

beforeAll(async () => {
  if (checks.isProven) return
  const { createBank } = await import('../../src/index.ts')
  const bank = createBank()
  const before = checks.count
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  if (checks.count !== before + 1) {
    throw new Error('Failed to check an answer of a bank: nothing stands between it and the tests. See this file.')
  }
  checks.count = before
  checks.isProven = true
})

// biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what a hook takes.
afterAll(({}, file) => {
  file.meta.answersChecked = checks.count
  checks.count = 0
  const [first] = checks.found.splice(0)
  if (first) throw first
})

function checkAnswer({ method, url, endpoint, status, answer, fault }: KeptExchange): void {
  const row = endpoint === null ? undefined : endpoints[endpoint]
  const text = answer ?? ''
  const must = (holds: boolean, found: unknown) => {
    // Not by `expect`: a test that has no assertion of its own would count these as its own.
    if (!holds) throw new Error(`${method} ${url} answered ${status}: ${JSON.stringify(found)} of ${text}`)
  }
  if (row && 'isEmpty' in row && status < 300) {
    must(status === 202 && text === '', 'a body')
    return
  }
  const body: unknown = JSON.parse(text)
  const errors = { token: oauthError, banking: bankingError, loans: loanError }
  // A defect of ours is told in the banking form, whatever was asked; a fault in that of its service.
  const refused = status === 500 && !isOnPurpose(fault) ? [bankingError] : [errors[row?.service ?? 'banking']]
  // What is too long is refused before it is known which call was meant; so is a call that there is not.
  const anyError = row && ![413, 414, 431].includes(status) ? refused : Object.values(errors)
  const schemas = status < 300 && endpoint !== null ? [schemaOf(endpoint, url)] : anyError
  const results = schemas.map((schema) => schema.safeParse(body))
  must(
    results.some(({ success }) => success),
    results.map(({ error }) => error?.issues),
  )
}

/** What a call answers; a loan summary is written as its `jsconfig` asks. */
function schemaOf(name: EndpointName, url: string) {
  return name === 'getLoanSummary'
    ? loanSummaries[dateFormIn(new URL(url).searchParams)]
    : (endpoints[name].response as z.ZodMiniType)
}
