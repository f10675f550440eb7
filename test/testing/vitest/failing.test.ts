/** What fails a test of `vostro/vitest` beside its own assertions: read off a run of `failing.ts`, error by error. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { dataIn } from '../../bank/reports/trace/data-in.ts'
import { folderOfFile } from '../../support/temporary-folder.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** A vitest of its own takes a while to start. */
const timeout = 60_000

it('fails a test whose request reaches no endpoint [§4]', { timeout }, async () => {
  const errors = await errorsOf('a request that reaches no endpoint [§4]')

  expect(errors).toEqual([
    'UsageError: Failed to answer "GET /wire/v1/payment": no documented call has this path. The nearest is GET /wires/v1/payments. (§4)',
  ])
})

it('fails a test that ends with an undelivered push [§6]', { timeout }, async () => {
  const errors = await errorsOf('a push undelivered [§6]')

  expect(errors).toEqual([
    expect.stringMatching(
      /^UsageError: Failed to end the test tidily: the push of Wire\.Payment\.Received .* was never delivered\./,
    ),
  ])
})

it('fails a test that ends with a defect that no call has thrown [§7]', { timeout }, async () => {
  const errors = await errorsOf('a defect that no call has thrown [§7]')

  expect(errors).toEqual([expect.stringMatching(/^DefectError: .* the whole bank sums to 1, not to zero\./)])
})

it('tells the story of a test below the message of a plain assertion [§1]', { timeout }, async () => {
  const [whole = ''] = await messagesOf('a plain assertion [§1]')

  expect(whole).toMatch(/^AssertionError: expected \[ 1 \] to have a length of 2 but got 1\n\nWhat happened last/)
  expect(whole).toContain('(bank.timeline() has all):\nMonday 2026-03-02\n09:00:00  your code ✗ GET /wires')
  expect(whole).toContain('\n\nAgainst the specification (bank.conduct() has all):\n- A call was answered 401')
  expect(whole).toMatch(/\n\nTrace: \S+\.html\n/)
})

it('tells the story of the bank that the test made itself [§1]', { timeout }, async () => {
  const [whole = ''] = await messagesOf('a bank of its own [§1]')

  expect(whole).toMatch(/\n\nWhat happened last .*\n.*\n.*Payroll/)
  expect(whole).not.toContain('Nothing has happened')
})

it('says in the story that a call went to the network from a client that MSW does not intercept [§4]', {
  timeout,
}, async () => {
  const [whole = ''] = await messagesOf('a call that goes to the network [§4]')

  expect(whole).toMatch(
    /^TypeError: fetch failed\n\nBetween your code and the bank:\n- a call went to the network: getaddrinfo \w+ api\.bank\.test\. /,
  )
})

it('tells the story of a test that took too long [§1]', { timeout }, async () => {
  const [whole = ''] = await messagesOf('a time-out [§1]')

  expect(whole).toContain('\n\nWhat happened last (bank.timeline() has all):\nMonday 2026-03-02\n')
  expect(whole).toContain('Payroll')
  expect(whole).toMatch(/\n\nTrace: \S+\.html\n/)
})

it('tells what the test did, not what its fixtures and hooks did before [§1]', { timeout }, async () => {
  const [whole = ''] = await messagesOf('a set-up that did much [§1]')

  expect(whole).toContain('\n\nWhat happened since the set-up (bank.timeline() has all):\nMonday 2026-03-02\n')
  expect(whole.match(/Of the \w+/g)).toEqual(['Of the test'])
})

it('names in the story of a time-out the line that waits in real time [§3]', { timeout }, async () => {
  const [whole = ''] = await messagesOf('a wait of real time [§3]')

  expect(whole).toMatch(/\n- 40000 milliseconds, set at \S*failing\.ts:\d+:\d+\. Its function was kept from before/)
})

it.each(['a hook at the end [§1]', 'of all [§1]'])(
  'tells the story of a failed hook: %s',
  { timeout },
  async (title) => {
    const [whole = ''] = await messagesOf(title)

    expect(whole).toMatch(
      /^Error: The hook could not (end|begin)\.\n\nNothing has happened in this bank yet\.\n\nTrace: /,
    )
  },
)

it('tells the story of each try of a test, and none of a test that is expected to fail [§1]', { timeout }, async () => {
  const tries = await messagesOf('a second try [§1]')

  expect(tries.filter((message) => /\n\nTrace: \S+\.html/.test(message))).toHaveLength(2)
  expect(await messagesOf('a failure that is expected [§1]')).toEqual([])
})

it('fails each test that ran while a request of no known test was sent [§1]', {
  timeout,
}, async () => {
  const errors = await errorsOf('whose request is nobody’s: 1 [§1]')

  expect(errors).toEqual(await errorsOf('whose request is nobody’s: 2 [§1]'))
  expect(errors).toEqual([
    expect.stringMatching(
      /^UsageError: Failed to answer "GET \/wires\/v1\/payments"\. .* 2 tests with a bank are running, /,
    ),
  ])
})

it('writes a trace only for each try that failed [§1]', { timeout }, async () => {
  const messages = [...(await runOnce()).values()].flat()

  const told = new Set(messages.flatMap((message) => /\nTrace: (\S+\.html)/.exec(message)?.[1] ?? []))
  const written = readdirSync(traces).filter((name) => name !== 'index.html')
  const { place } = dataIn(readFileSync(join(traces, written[0] as string), 'utf8'))

  expect(written.length).toBe(told.size)
  expect(place).toMatch(/^test\/testing\/vitest\/failing\.ts(?::\d+)?$/)
})

it('names the failed line of the test in its source file [§1]', { timeout }, async () => {
  await runOnce()

  const index = readFileSync(join(traces, 'index.html'), 'utf8')
  const source = readFileSync(new URL('failing.ts', import.meta.url), 'utf8').split('\n')

  const [, line] = /failing\.ts:(\d+): expected \[ 1 \] to have a length of 2/.exec(index) ?? []
  expect(source[Number(line) - 1]).toContain('toHaveLength(2)')
})

const traces = folderOfFile()

let run: Promise<Map<string, string[]>> | undefined

/** All of them, run at once: their messages by their titles. */
function runOnce(): Promise<Map<string, string[]>> {
  run ??= runThem()
  return run
}

/** The messages of one of those tests; none where it passed. */
async function messagesOf(title: string): Promise<string[]> {
  const messages = (await runOnce()).get(title)
  if (!messages) throw new Error(`Failed to find the test "${title}" in failing.ts.`)
  return messages
}

/** Their first lines. */
async function errorsOf(title: string): Promise<string[]> {
  return (await messagesOf(title)).map((message) => message.split('\n')[0] ?? '')
}

function runThem(): Promise<Map<string, string[]>> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/testing/vitest/failing.config.ts']
  // Not a worker of this run, but one of its own.
  const own = Object.entries(process.env).filter(([name]) => !/^(VITEST|VOSTRO)/.test(name))
  const env = { ...Object.fromEntries(own), VOSTRO_TRACE_FOLDER: traces }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: root, env, maxBuffer: 2 ** 26 }, (_, stdout, stderr) => {
      const start = stdout.indexOf('{')
      if (start < 0) return reject(new Error(`Failed to run failing.ts: ${stdout}${stderr}`))
      const { testResults } = JSON.parse(stdout.slice(start)) as Report
      const results = testResults.flatMap(({ assertionResults }) => assertionResults)
      resolve(new Map(results.map(({ title, failureMessages }) => [title, failureMessages])))
    })
  })
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: { title: string; failureMessages: string[] }[] }[]
}
