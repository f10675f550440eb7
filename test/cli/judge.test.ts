/** `vostro judge SCENARIO`: one verdict, in words, as JSON, and as an exit code. (§7) */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import schema from '../../docs/reference/report.schema.json' with { type: 'json' }
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isThorough } from '../support/thorough.ts'
import { runVostro } from '../support/vostro-process.ts'

/** A loader of modules that knows one alias, as a project's own loader does. */
const loader = `import { register } from 'node:module'
const hooks = 'export const resolve = (name, context, next) => ' +
  'next(name.replace(/^@\\\\/(.*)/, process.cwd() + "/lib/$1.ts"), context)'
register('data:text/javascript,' + encodeURIComponent(hooks))
`

/** A folder with a scenario; `pay`: what the partner does once it has a token. */
function scenario(pay: string, name = 'scenario.mjs', options = '{ depth: 1 }') {
  const folder = temporaryFolder()
  const isTyped = name.endsWith('.ts')
  writeFileSync(
    join(folder, name),
    `export const options = ${options}
export const scenario = async ({ bank, fetch }${isTyped ? ': any' : ''}) => {
  const { access_token } = bank.tokens.issue()
  const wire = {
    accountNumber: bank.masterAccount.accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
    amount: 10_000,
  }
  const post = async (headers = {}) => {
    const response = await fetch(bank.urls.baseUrl + '/wires/v1/payments', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + access_token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(wire),
    })
    if (!response.ok) throw new Error('answered ' + response.status)
  }
  const tries = async (act) => {
    for (let left = 8; left > 0; left--) {
      try {
        return await act()
      } catch {}
    }
  }
  ${pay}
}
`,
  )
  return { folder, path: join(folder, name) }
}

it('passes code that pays once whatever goes wrong, and prints the verdict first, then what it met and relied on [§7]', async () => {
  const { path, folder } = scenario(`await tries(() => post({ 'idempotency-key': 'invoice 1' }))`)
  const file = join(folder, 'verdict.json')
  const { code, stdout } = await runVostro(['judge', path, '--must', 'calls: createWire: done', '--verdict', file])
  const verdict = JSON.parse(readFileSync(file, 'utf8'))

  expect(stdout).toMatch(/^Verdict: passed\n\nExplored: /)
  expect(code).toBe(0)
  expect(verdict).toMatchObject({ form: 'vostro-verdict-1', outcome: 'passed', reasons: [], findings: [] })
  expect(new Ajv2020().compile(schema)(verdict)).toBe(true)
  expect(verdict.exploration.complete).toBe(true)
  expect(verdict.met.calls['createWire: done']).toBeGreaterThan(2)
  expect(verdict.assumptions).toContainEqual(
    expect.objectContaining({ id: 'idempotency.header', provenance: 'published' }),
  )
})

it('counts the faults that explore injects under their names, so that --must can require them [§7]', async () => {
  const { path, folder } = scenario(`await tries(() => post({ 'idempotency-key': 'invoice 1' }))`)
  const file = join(folder, 'verdict.json')
  const { code, stdout } = await runVostro(['judge', path, '--must', 'faults: lostAnswer', '--verdict', file])
  const { met } = JSON.parse(readFileSync(file, 'utf8'))

  expect(stdout).toContain('Verdict: passed')
  expect(code).toBe(0)
  expect(stdout).toMatch(/ faults: \d+ entries met/)
  expect(met.faults).toMatchObject({ lostAnswer: 2, status: expect.any(Number), networkError: expect.any(Number) })
  // The answer of the call is lost alone, and in an outage of hours. Three kinds leave a call without an answer, and so does an outage, whose calls have the fault networkError.
  const { lostAnswer, timeout, networkError, underWay } = met.faults
  expect(lostAnswer + timeout + networkError + underWay).toBe(met.calls['createWire: no answer'])
})

it('fails code that ends the process before a verdict [§7]', async () => {
  const { path, folder } = scenario('process.exit(0)')

  const { code, stderr } = await runVostro(['judge', path], { folder })

  expect(stderr).toContain(`Failed to judge "${path}": the code under test ended the process.`)
  expect(code).toBe(1)
})

it('fails code that pays twice, names the run, and exits with 1 [§2.3]', async () => {
  const { path, folder } = scenario('await tries(() => post())')
  const file = join(folder, 'verdict.json')
  const { code, stdout } = await runVostro(['judge', path, '--verdict', file])
  const { outcome, reasons, findings } = JSON.parse(readFileSync(file, 'utf8'))

  expect(code).toBe(1)
  expect(outcome).toBe('failed')
  expect(reasons[0]).toMatch(/^\w+@\d: One intent became 2 wires/)
  expect(findings).toContainEqual(expect.objectContaining({ code: 'oneIntentOneWire', section: '§2.3' }))
  expect(stdout.startsWith(`Verdict: failed\n  ${reasons[0]}`)).toBe(true)
})

it('fails code that breaks a rule of the specification in the clean run, and code that misses a gate [§5]', async () => {
  const { path } = scenario(
    `await tries(() => post({ 'idempotency-key': 'invoice 1' }))
  const headers = { authorization: 'Bearer ' + access_token }
  await tries(() => fetch(bank.urls.loanBaseUrl + '/LoanSummary', { headers }))`,
    'scenario.mjs',
    '{ depth: 1 }',
  )
  const { code, stdout } = await runVostro(['judge', path, '--must', 'events: Wire.Payment.Sent: twice'])

  expect(code).toBe(1)
  expect(stdout).toContain('The scenario never met events: Wire.Payment.Sent: twice.')
  expect(stdout).toMatch(/Verdict: failed\n {2}Without any change: .*deprecated/)
})

it('says which runs a limit left out, and how to make them [§7]', async () => {
  const { path } = scenario(
    `await tries(() => post({ 'idempotency-key': 'invoice 1' }))`,
    'scenario.mjs',
    '{ maxRuns: 5 }',
  )
  const { code, stdout } = await runVostro(['judge', path])

  expect(code).toBe(1)
  expect(stdout).toMatch(
    /^Verdict: failed\n {2}The limit maxRuns left out \d+ runs with one change, .* Raise maxRuns, or/,
  )
})

it('names two payments as the failure of code that then gives up [§2.3]', async () => {
  const { path } = scenario(`let lost = 0
  await tries(() => post().catch((error) => { lost++; throw error }))
  if (lost > 0) throw new Error('gives up')`)
  const { stdout } = await runVostro(['judge', path])

  expect(stdout).toMatch(/^Verdict: failed\n {2}\w+@\d: One intent became 2 wires/)
})

it('reads a scenario in TypeScript with the loader of the tests [§7]', async () => {
  const { path } = scenario(
    `const keys: readonly string[] = ['invoice 1']
  await tries(() => post({ 'idempotency-key': keys[0] as string }))`,
    'scenario.ts',
  )
  const { code, stdout } = await runVostro(['judge', path], { folder: process.cwd() })

  expect(stdout).toContain('Verdict: passed')
  expect(code).toBe(0)
})

if (isThorough)
  it.each([
    [
      'a vitest config',
      { 'vitest.config.ts': `export default { test: { alias: { '@': import.meta.dirname + '/lib' } } }` },
    ],
    [
      'a vite config',
      { 'vite.config.mjs': `export default { resolve: { alias: { '@': import.meta.dirname + '/lib' } } }` },
    ],
    ['tsconfig.json', { 'tsconfig.json': `{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }` }],
    ['a loader in NODE_OPTIONS', { 'loader.mjs': loader }, '--import tsx --import ./loader.mjs'],
  ])('loads a scenario with path aliases from %s [§7]', async (_, files: Record<string, string>, options?) => {
    const { path, folder } = scenario(`await tries(() => post({ 'idempotency-key': key }))`, 'scenario.ts')
    writeFileSync(path, `import { key } from '@/key'\n${readFileSync(path, 'utf8')}`)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    mkdirSync(join(folder, 'lib'))
    writeFileSync(join(folder, 'lib', 'key.ts'), `export const key: string = 'invoice 1'\n`)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(folder, 'node_modules'))
    const environment = options === undefined ? {} : { NODE_OPTIONS: options }

    const { code, stdout, stderr } = await runVostro(['judge', path], { folder, environment })

    expect(stderr).toBe('')
    expect(stdout).toContain('Verdict: passed')
    expect(code).toBe(0)
  })

it('says where it reads path aliases if none leads to the module [§7]', async () => {
  const { path, folder } = scenario('', 'scenario.mjs')
  writeFileSync(path, `import { key } from '@/key'\n${readFileSync(path, 'utf8')}`)

  const { code, stderr } = await runVostro(['judge', path], { folder })

  expect(code).toBe(1)
  expect(stderr).toMatch(/^Failed to load ".*scenario.mjs": .*@\/key.* Aliases of paths are read from the vitest/)
})

it('says why a scenario cannot be judged [§7]', async () => {
  const none = await runVostro(['judge', 'no-such.ts'])
  const { path } = scenario('', 'empty.mjs', '3')
  const empty = await runVostro(['judge', path])
  const without = await runVostro(['judge'])

  expect([none.code, empty.code, without.code]).toEqual([1, 1, 2])
  expect(none.stderr).toContain('Failed to load "no-such.ts": there is no such file. Give its path.')
  expect(empty.stderr).toContain('or its "options" are no record')
  expect(without.stderr).toContain('SCENARIO: is missing')
})

it.each(['scenario.mjs', 'scenario.ts'])('says at which place a scenario cannot be parsed: %s [§7]', async (name) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, name), 'export const scenario = ;\n')

  const { code, stderr } = await runVostro(['judge', join(folder, name)], { folder: process.cwd() })

  expect(code).toBe(1)
  expect(stderr).toMatch(/^Failed to load ".*": .*[Uu]nexpected.* Mend the file\.\n$/)
})
