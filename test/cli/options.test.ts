/** Options as they are written: flags, the environment, and what is refused. (§3) */
import { expect, it } from 'vitest'
import { commands, defaultCommand } from '../../src/cli/commands.ts'
import { bankOptionsFrom } from '../../src/cli/options/bank-options.ts'
import { readOptions } from '../../src/cli/options/read-options.ts'
import { pages } from '../docs/doc-files.ts'
import { runVostro, serveVostro } from '../support/vostro-process.ts'

/** What `vostro serve` reads. */
function asked(line: string, environment: Readonly<Record<string, string>> = {}) {
  const words = line.split(' ').filter((word) => word !== '')
  const allRows = commands.flatMap(({ options }) => options)
  return readOptions({ words, environment, rows: defaultCommand.options, allRows })
}

it('ignores a variable that the documentation uses for something else, and reads the others [§3]', () => {
  const names = new Set(pages().flatMap(({ text }) => text.match(/\bVOSTRO_[A-Z_]*[A-Z]\b/g) ?? []))
  // It stands for the id of an assumption.
  names.delete('VOSTRO_ASSUME_ID')
  expect([...names]).toEqual(expect.arrayContaining(['VOSTRO_URL', 'VOSTRO_TRACE', 'VOSTRO_SHARD', 'VOSTRO_PORT']))

  const { problems } = asked('', Object.fromEntries([...names].map((name) => [name, ''])))

  expect(problems).toEqual([])
})

it('ignores an empty variable, such as compose files set, and refuses an unknown one [§3]', () => {
  const { values, problems } = asked('', { VOSTRO_PORT: '', VOSTRO_STATE: '', VOSTRO_SEED: '7', VOSTRO_SEDE: '' })

  expect(Object.fromEntries(values)).toEqual({ seed: 7 })
  expect(problems).toEqual([{ path: 'VOSTRO_SEDE', message: 'unknown option; did you mean "VOSTRO_SEED"?' }])
})

it('does not read the variable of the test report for calibrate, which would overwrite the report [§7]', () => {
  const { options } = commands.find(({ name }) => name === 'calibrate') as (typeof commands)[number]
  const environment = { VOSTRO_REPORT: 'lines.jsonl', VOSTRO_CALIBRATION_REPORT: 'calibrated.json' }

  const { values, problems } = readOptions({ words: [], environment, rows: options, allRows: options })

  expect(Object.fromEntries(values)).toEqual({ report: 'calibrated.json' })
  expect(problems).toEqual([])
})

it.each([
  ['--real-time', true],
  ['--real-time 60', 60],
  ['--real-time=60', 60],
  ['--real-time false', false],
  ['--real-time --json', true],
])('reads %s, with or without a space [§3]', (line, realTime) => {
  const { values, words, problems } = asked(line)

  expect([values.get('realTime'), words, problems]).toEqual([realTime, [], []])
})

it('refuses a factor that is not a number [§3]', () => {
  expect(asked('--real-time soon').words).toEqual(['soon'])
  expect(asked('--real-time -- 60').words).toEqual(['60'])
  expect(asked('--json 60').words).toEqual(['60'])
  expect(asked('--real-time 0').problems).toEqual([
    { path: '--real-time', message: 'must be true, false or a number above 0, at most 1000000, and is 0' },
  ])
})

it.each(['VOSTRO_ASSUME___PROTO__', 'VOSTRO___PROTO__', 'VOSTRO_ASSUME_CONSTRUCTOR'])(
  'refuses the variable %s [§4]',
  (name) => {
    expect(asked('', { [name]: '1' }).problems).toEqual([
      { path: name, message: expect.stringContaining('unknown option') },
    ])
  },
)

const origins = 'must be an address without a path, such as "http://bank.test:4010"'
const hosts = 'must be names of hosts such as "bank.example", without scheme, port or wildcard'
const empty = 'must be a string that is not empty'
const secret = 'must be a string of letters, digits and signs without blanks'

it.each([
  ['--origin=notaurl', origins],
  ['--origin=http://x/path?q', origins],
  ['--origin=ftp://x', origins],
  ['--control-token=', secret],
  ['--control-token=a\tb', secret],
  ['--state=', empty],
  ['--allow-host=http://x/', hosts],
  ['--allow-host=a%20b', hosts],
  ['--allow-host=bank.test:80', hosts],
  ['--allow-host=127.1', hosts],
  ['--control-host=*', hosts],
  ['--control-host=', hosts],
])('refuses %s, and names the flag [§4]', (line, must) => {
  const { problems } = asked(line)

  expect(problems).toEqual([{ path: line.split('=')[0], message: expect.stringContaining(`${must}, and is `) }])
})

it.each([
  ['--seed=1 --seed=2', [['--seed', 'is given twice; write it once']]],
  ['--json --json', [['--json', 'is given twice; write it once']]],
  ['--port=1e999', [['--port', 'must be a whole number from 0 to 65535, and is Infinity']]],
  ['--seed=1e999', [['--seed', 'must be number, received Infinity']]],
])('says what is wrong with %s [§4]', (line, facts) => {
  const { problems } = asked(line)
  const ofBank = bankOptionsFrom(asked(line)).problems

  expect([...problems, ...ofBank].map(({ path, message }) => [path, message])).toEqual(facts)
})

it('gives each service a port of its own [§4]', async () => {
  const { code, stderr } = await runVostro([
    'serve',
    '--port=4555',
    '--api-port=0',
    '--auth-port=0',
    '--loan-port=4555',
  ])

  expect(code).toBe(2)
  expect(stderr).toContain('--loan-port: must be another port than --port, and is 4555 too')
})

it('accepts host names in any case, as URLs do [§4]', () => {
  const line = '--allow-host=Bank.test,my_service,[::1],10.0.0.7 --control-host=vostro. --origin=https://bank.test'

  expect(asked(line).problems).toEqual([])
})

it('says what to pass instead of a file that cannot be written [§3]', async () => {
  const { code, stderr } = await runVostro(['openapi', '--out=/nowhere/a.json'])

  expect(code).toBe(1)
  expect(stderr).toContain('Failed to write "/nowhere/a.json": ENOENT')
  expect(stderr).toContain('Give a path in a folder that exists and may be written to.')
})

it('keeps running if its log or its output is no longer read [§3]', async () => {
  const served = await serveVostro(['--verbose'])
  served.process.stderr?.destroy()
  served.process.stdout?.destroy()

  const statuses: number[] = []
  for (let count = 0; count < 4; count++) statuses.push((await fetch(`${served.controlUrl}/clock`)).status)

  expect(statuses).toEqual([200, 200, 200, 200])
})
