/** What `vostro/playwright` does with tests, and tells of those that fail: read off a run of `failing.ts`, test by test. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { folderOfFile } from '../../support/temporary-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const output = folderOfFile()

it('lets fixtures and tests call their bank, without a browser [§4]', async () => {
  expect(await resultOf('a fixture and a test that call the bank [§4]')).toMatchObject({
    isAsExpected: true,
    errors: [],
  })
})

it('does not change an expected failure [§1]', async () => {
  const { isAsExpected, errors, traces } = await resultOf('a failure that is expected [§1]')

  expect(isAsExpected).toBe(true)
  expect(errors[0]).toContain('Failed to find "nothing" with the status Completed')
  expect(traces).toEqual([])
})

it('shows below the message of a failure what happened in the bank, and attaches its trace [§1]', async () => {
  const { errors, traces } = await resultOf('an assertion that knows no bank [§1]')

  expect(errors).toHaveLength(1)
  const [error = ''] = errors
  expect(error).toMatch(/Expected length: 2\nReceived length: 1\n.*\n\nWhat happened last .*\nMonday 2026-03-02\n/)
  expect(error).toMatch(/\nTrace: \S+\/failing-ts-an-assertion-that-knows-no-bank-1-[0-9a-f]{8}\.html\n/)
  // The place in the test stays.
  expect(error).toContain('> 34 |   expect([wireId]).toHaveLength(2)')
  expect(traces.map((path) => existsSync(path))).toEqual([true])
  expect(readFileSync(traces[0] as string, 'utf8')).toBe('<title>an assertion that knows no bank [§1]</title>')
})

it('fails a test whose request reaches no endpoint [§4]', async () => {
  const { errors } = await resultOf('a request that reaches no endpoint [§4]')

  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(
    /^UsageError: Failed to answer "GET \/wire\/v1\/payment": no documented call has this path\. The nearest is GET \/wires\/v1\/payments\. \(§4\)\n\nWhat happened last /,
  )
})

it('reports one failure if a trace cannot be written, and keeps the thrown error [§1]', async () => {
  const { errors, traces } = await resultOf('what was thrown is no error [§1]')

  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatch(
    /^'the till is closed'\n\nNothing has happened in this bank yet\.\n\nNo trace was written: /,
  )
  expect(traces).toEqual([])
})

/** What came of one of the tests. */
interface Result {
  readonly isAsExpected: boolean
  /** As a terminal without colours shows them. */
  readonly errors: readonly string[]
  /** The paths of the traces that are attached. */
  readonly traces: readonly string[]
}

let run: Promise<Map<string, Result>> | undefined

async function resultOf(title: string): Promise<Result> {
  run ??= runThem()
  const result = (await run).get(title)
  if (!result) throw new Error(`Failed to find the test "${title}" in failing.ts.`)
  return result
}

function runThem(): Promise<Map<string, Result>> {
  const command = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'test/testing/playwright/failing.config.ts',
  ]
  const { VITEST, NODE_ENV, VOSTRO_TRACE, VOSTRO_TRACE_FOLDER, ...inherited } = process.env
  const env = { ...inherited, PLAYWRIGHT_OUTPUT: output }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: root, env, maxBuffer: 2 ** 24 }, (_, stdout, stderr) => {
      const start = stdout.indexOf('{')
      if (start < 0) return reject(new Error(`Failed to run failing.ts: ${stdout}${stderr}`))
      const specs = specsOf(JSON.parse(stdout.slice(start)) as Suite)
      resolve(new Map(specs.map(({ title, tests }) => [title, resultFrom(tests[0] as Reported)])))
    })
  })
}

/** The report of Playwright, as far as it is read here. */
interface Suite {
  readonly specs?: readonly { title: string; tests: Reported[] }[]
  readonly suites?: readonly Suite[]
}
interface Reported {
  readonly status: string
  readonly results: readonly { errors: { message: string }[]; attachments: { name: string; path?: string }[] }[]
}

const specsOf = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']>[number][] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

function resultFrom({ status, results }: Reported): Result {
  const { errors = [], attachments = [] } = results[0] ?? {}
  const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
  return {
    isAsExpected: status === 'expected',
    errors: errors.map(({ message }) => message.replaceAll(colours, '')),
    traces: attachments.filter(({ name }) => name === 'bank-trace').map(({ path = '' }) => path),
  }
}
