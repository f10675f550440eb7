import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, expect, it, vi } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { exploreTest, type Scene } from 'vostro/explore'
import { bankTestWith } from 'vostro/test'
import schema from '../../../docs/reference/report.schema.json' with { type: 'json' }
import { conductRules } from '../../../src/bank/reports/conduct/conduct.ts'
import { advices } from '../../../src/explore/findings/failures.ts'
import { repeatable } from '../../../src/testing/story/test-identity.ts'
import { folderOfFile } from '../../support/temporary-folder.ts'

// The failing explorations of this file leave no traces.
vi.stubEnv('VOSTRO_TRACE', 'off')

const folder = folderOfFile()
const path = join(folder, 'run', 'report.jsonl')
const isAsDescribed = new Ajv2020().compile(schema)

const report = () =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Runs what is declared, as a runner does, and gives how it ended. */
async function runs(declare: (test: (name: string, run: () => Promise<void>) => void) => void): Promise<string[]> {
  vi.stubEnv('VOSTRO_REPORT', path)
  vi.stubEnv('VOSTRO_TRACE', 'off')
  const declared: (() => Promise<void>)[] = []
  declare((_, run) => declared.push(run))
  return Promise.all(
    declared.map((run) =>
      run()
        .then(() => 'passed')
        .catch(({ message }: Error) => message),
    ),
  )
}

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const twoTokens = async (bank: Bank) => {
  const { clientId: client_id, clientSecret: client_secret, audience } = bank.partner
  for (let turn = 0; turn < 2; turn++) {
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret, audience })
    const headers = { 'content-type': 'application/json' }
    const answer = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', headers, body })
    const { access_token } = await answer.json()
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization: `Bearer ${access_token}` } })
  }
}

it('adds a line for each test, with the findings of a test that passed [§5]', async () => {
  await runs((test) => {
    const bankTest = bankTestWith(test, { file: 'payments.test.js' })
    bankTest('asks for a token with each call', ({ bank }) => twoTokens(bank))
    bankTest('fails', () => {
      throw new Error('no')
    })
  })

  const lines = report().sort((one, other) => (one.outcome < other.outcome ? 1 : -1))
  expect(lines.map((line) => isAsDescribed(line))).toEqual([true, true])
  expect(lines).toMatchObject([
    { kind: 'test', test: { name: 'asks for a token with each call' }, outcome: 'passed', message: null },
    { kind: 'test', test: { name: 'fails' }, outcome: 'failed', message: 'no', findings: [] },
  ])
  const [finding] = lines[0].findings
  expect(finding).toMatchObject({ code: 'token_requested_per_call', section: '§5 rule 4' })
  expect(finding.place.length).toBeGreaterThan(0)
  expect(finding.advice).toMatch(/^Keep the token/)
})

it('adds a line for an exploration, with what to change, and how to repeat each failure [§7]', async () => {
  const scenario = async ({ bank, fetch }: Scene) => {
    const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
    const answer = await fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
  }
  await runs((test) => exploreTest(test, 'reads its wires', scenario, { depth: 1, maxFailures: 1 }))

  const [line] = report()
  expect(isAsDescribed(line)).toBe(true)
  expect(line).toMatchObject({ kind: 'exploration', test: { name: 'reads its wires' }, outcome: 'failed' })
  expect(line.findings[0]).toMatchObject({ code: 'scenarioRejected', section: null })
  expect(line.findings[0].repeat).toMatch(/^await explore\(scenario, \{.* only: "/)
})

it.each([
  [
    'VOSTRO_REPORT',
    '/dev/null/report.jsonl',
    /^Failed to write the report "\/dev\/null\/report\.jsonl": .* Set VOSTRO_REPORT to/,
  ],
  [
    'VOSTRO_COVERAGE',
    '/dev/null/met',
    /^Failed to write the coverage "\/dev\/null\/met\/\d+\.jsonl": .* Set VOSTRO_COVERAGE to/,
  ],
])('says once that the file of %s cannot be written, and fails no test [§1]', async (variable, path, expected) => {
  vi.stubEnv(variable, path)
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const declared: (() => Promise<void>)[] = []
  const bankTest = bankTestWith((_: string, run: () => Promise<void>) => declared.push(run))
  bankTest('passes', () => {})
  bankTest('passes, too', () => {})
  for (const run of declared) await run()

  expect(told.mock.calls.map(([text]) => String(text))).toEqual([expect.stringMatching(expected)])
  told.mockRestore()
})

it('writes the trace as JSON that fits its schema [§3]', async () => {
  const bank = createBank({ seed: 7 })
  await twoTokens(bank)
  const trace = JSON.parse(await bank.trace({ as: 'json', title: 'two tokens' }))

  expect(isAsDescribed(trace), JSON.stringify(isAsDescribed.errors)).toBe(true)
  expect(trace).toMatchObject({ form: 'vostro-trace-1', title: 'two tokens', banks: [{ seed: 7 }] })
  expect(trace.banks[0].findings[0].rule).toBe('token_requested_per_call')
  expect(trace.banks[0].requests[2].findings).toEqual([0])
})

it('lists every code in the schema [§5]', () => {
  expect(schema.$defs.code.enum).toEqual([...conductRules, ...Object.keys(advices)])
})

it('names the command that runs only one test, whatever its name [§1]', () => {
  const test = { file: 'a.test.ts', name: "pays > isn't late (§3)" }

  expect(repeatable('vitest', test).repeat).toBe("npx vitest run a.test.ts -t 'pays.*isn'\\''t late \\(§3\\)'")
  expect(repeatable('jest', test).repeat).toMatch(/^npx jest a\.test\.ts -t /)
  expect(repeatable('playwright', test).repeat).toMatch(/^npx playwright test a\.test\.ts -g /)
})
