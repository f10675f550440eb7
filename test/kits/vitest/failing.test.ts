/** What fails a test of `vostro/vitest` beside its own assertions: read off a run of `failing.ts`, error by error. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** A vitest of its own takes a while to start. */
const timeout = 60_000

it('fails a test whose request reaches no endpoint [§4]', { timeout }, async () => {
  const errors = await errorsOf('a request that reaches no endpoint [§4]')

  expect(errors).toEqual([
    'UsageError: Failed to answer "GET /wire/v1/payment": no documented call has this path. The nearest is GET /wires/v1/payments. (§4)',
  ])
})

it('fails a test whose bank no longer keeps a request, so that nobody can say where it came [§4]', {
  timeout,
}, async () => {
  const errors = await errorsOf('a request that reaches no endpoint, and is gone [§4]')

  expect(errors).toEqual([
    expect.stringMatching(/^UsageError: Failed to tell whether every request reached an endpoint: 1 request is gone, /),
  ])
})

it('fails a test that ends with a push undelivered [§6]', { timeout }, async () => {
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

let run: Promise<Map<string, string[]>> | undefined

/** The errors of one of those tests, by their first lines; none where it passed. All of them run at once. */
async function errorsOf(title: string): Promise<string[]> {
  run ??= runThem()
  const errors = (await run).get(title)
  if (!errors) throw new Error(`Failed to find the test "${title}" in failing.ts.`)
  return errors
}

function runThem(): Promise<Map<string, string[]>> {
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/kits/vitest/failing.config.ts']
  // Not a worker of this run, but one of its own.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { cwd: root, env }, (_, stdout, stderr) => {
      const start = stdout.indexOf('{')
      if (start < 0) return reject(new Error(`Failed to run failing.ts: ${stdout}${stderr}`))
      const { testResults } = JSON.parse(stdout.slice(start)) as Report
      const results = testResults.flatMap(({ assertionResults }) => assertionResults)
      // vitest names the error of a fixture twice.
      const firstLines = (messages: string[]) => [...new Set(messages.map((message) => message.split('\n')[0] ?? ''))]
      resolve(new Map(results.map(({ title, failureMessages }) => [title, firstLines(failureMessages)])))
    })
  })
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: { title: string; failureMessages: string[] }[] }[]
}
