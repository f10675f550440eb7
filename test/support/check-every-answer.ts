/**
 * Every answer that any test gets over HTTP, through `bank.fetch` or MSW, is held against the schema of its own row of the
 * endpoint table, or against the error body of its service. Runs with the sources; the built package has no seam for it.
 * How many were checked is told to `report-answers.ts`.
 */
import { afterAll, beforeAll, vi } from 'vitest'
import type * as z from 'zod/mini'
import type { HttpService } from '../../src/bank/http/answer.ts'
import { itemOf, sizeOf } from '../../src/bank/shell/state/log.ts'
import type { EndpointName } from '../../src/contract/endpoints.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { bankingError, loanError, oauthError } from '../../src/contract/error.ts'
import { loanSummaries } from '../../src/contract/loan.ts'
import { faultKinds } from '../../src/core/faults/fault-kinds.ts'
import { dateFormIn } from '../../src/core/loans/summary/query.ts'

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
  /** The bodies that the bank has given: to clone a response costs more than to check it. */
  readonly bodies: WeakMap<object, string>
  isProven: boolean
}

// One for all files of a worker: the mock is made once, this file is evaluated for each test file.
const shared = globalThis as { vostroChecks?: Checks }
shared.vostroChecks ??= { count: 0, found: [], bodies: new WeakMap(), isProven: false }
const checks = shared.vostroChecks

vi.mock('../../src/bank/shell/state/body-text.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/bank/shell/state/body-text.ts')>()
  return {
    ...original,
    withText: <Message extends Request | Response>(message: Message, text: string): Message => {
      checks.bodies.set(message, text)
      return original.withText(message, text)
    },
  }
})

vi.mock('../../src/bank/http/answer.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/bank/http/answer.ts')>()
  return {
    ...original,
    answer: async (service: HttpService, request: Request, how?: Parameters<typeof original.answer>[2]) => {
      const response = await original.answer(service, request, how)
      const { requests } = service.shell.state
      const fault = itemOf(requests, sizeOf(requests) - 1)?.fault
      // What a browser asks beforehand has no body, and neither has the answer to HEAD.
      if (['OPTIONS', 'HEAD'].includes(request.method) || (fault && faultKinds[fault].isGarbled)) return response
      // A mutant breaks the contract on purpose.
      if (service.shell.observers.some((each) => each.effects)) return response
      const isOnPurpose = fault === 'status' || fault === 'failedAnswer'
      // The test has given a body of its own, or a status that has none.
      const { injected } = service.shell.state.world.faults
      const isOwn = [...injected].some(({ body, status }) => typeof body === 'string' || status === 204)
      if (isOnPurpose && isOwn) return response
      try {
        checkAnswer(service, request, response, isOnPurpose)
      } catch (error) {
        checks.found.push(error)
        throw error
      }
      checks.count++
      return response
    },
  }
})

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

function checkAnswer({ route }: HttpService, { method, url }: Request, response: Response, isOnPurpose: boolean): void {
  const match = route(method, new URL(url))
  const service = 'row' in match ? match.row.service : match.service
  const type = response.headers.get('content-type')
  const text = checks.bodies.get(response) ?? ''
  const must = (holds: boolean, found: unknown) => {
    // Not by `expect`: a test that has no assertion of its own would count these as its own.
    if (!holds) throw new Error(`${method} ${url} answered ${response.status}: ${JSON.stringify(found)} of ${text}`)
  }
  if (response.status === 202 && 'row' in match) {
    must(match.row.isEmpty === true && text === '' && type === null, type)
    return
  }
  must(/^application\/json/.test(type ?? ''), type)
  const body: unknown = JSON.parse(text)
  const error = { token: oauthError, banking: bankingError, loans: loanError }[service]
  // A defect of ours is told in the banking form, whatever was asked; a fault in that of its service.
  const refused = response.status === 500 && !isOnPurpose ? bankingError : error
  // What is too long is refused before it is known which call was meant.
  const anyError = [413, 414, 431].includes(response.status) ? [oauthError, bankingError, loanError] : [refused]
  const schemas = response.status === 200 && 'row' in match ? [schemaOf(match.name, url)] : anyError
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
