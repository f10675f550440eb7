/** `vostro mutants -- COMMAND`: which broken banks the tests of a command notice. (§1) */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isThorough } from '../support/thorough.ts'
import { begunVostro, runVostro } from '../support/vostro-process.ts'

/**
 * A suite of one test that met a rejection, and a wire that went on to Pending, as a kit writes it; it fails at the mutants that it
 * notices. Of `events`, one push each came to it. At the bank or the mutant that is named in `hangsAt` it writes its pid beside itself, and does not end.
 */
function suite(
  noticed: readonly string[],
  exitCode = 0,
  hangsAt?: string,
  effects = 1,
  events: readonly string[] = [],
): string {
  const place = temporaryFolder()
  const bank = createBank()
  bank.wires.expect().toEnd('Rejected')
  for (let times = 0; times < 2; times++) bank.wires.create(bank.wires.plausible())
  bank.clock.advance({ minutes: 1 })
  const test = { file: 'a.test.ts', name: 'pays' }
  const met = { ...coverageOf(bank).met, events: Object.fromEntries(events.map((name) => [`${name}: delivered`, 1])) }
  const program = join(place, 'suite.mjs')
  writeFileSync(
    program,
    `import { renameSync, writeFileSync } from 'node:fs'
const { VOSTRO_COVERAGE: folder, VOSTRO_MUTANT: id } = process.env
const hasFailed = ${JSON.stringify(noticed)}.includes(id ?? 'the bank as it is')
if (${JSON.stringify(hangsAt)} === (id ?? 'the bank as it is')) {
  writeFileSync(new URL('pid.part', import.meta.url), String(process.pid))
  renameSync(new URL('pid.part', import.meta.url), new URL('pid', import.meta.url))
  await new Promise(() => setInterval(() => {}, 1_000))
}
const failure = hasFailed ? 'expect(received).toBe(expected)\\n\\nExpected: 1\\nReceived: 2' : undefined
const line = { test: ${JSON.stringify(test)}, failure, met: ${JSON.stringify(met)}, effects: id ? ${effects} : undefined }
writeFileSync(folder + '/1.jsonl', JSON.stringify(line) + '\\n')
process.exit(id ? Number(hasFailed) : ${exitCode})
`,
  )
  return program
}

it('prints the verdict first, then the surviving mutants with what to add, and last what each count means [§1]', async () => {
  const only = ['--only', 'rejected-looks-pending,no-posting-code,no-imad']
  const { code, stdout } = await runVostro(['mutants', ...only, '--', 'node', suite(['no-posting-code'])])

  expect(code).toBe(1)
  expect(stdout.trim().split('\n')).toEqual([
    'Verdict: failed',
    '  1 mutant survived.',
    '',
    'SURVIVED    rejected-looks-pending: A wire that cannot be posted is Rejected.',
    '            Instead: Its record says Pending. (§3)',
    '            add:',
    "            expect(stored.state).toBe('failed')",
    '            // of a payment that the bank rejects',
    '            met by a.test.ts › pays',
    'noticed     no-posting-code: by a.test.ts › pays:',
    '            expect(received).toBe(expected) Expected: 1 Received: 2',
    '',
    '  1 survived   no test failed: add the line, or accept the mutant',
    '  0 not seen   tests relied on the promise, but looked at another moment',
    '  0 tolerated  no test failed, and code may be right without noticing it',
    '  1 noticed    a test failed in which the mutant changed something',
    '  1 not met    no test relied on the promise, as coverage or the run showed',
    '  3 in all; the tests ran against 2',
  ])
})

it('counts the mutants that no test met, without a line for each, in at most 80 columns [§1]', async () => {
  const { stdout, stderr } = await runVostro(['mutants', '--', 'node', suite([])])
  const [, notMet] = /^ +(\d+) not met/m.exec(stdout) ?? []

  expect(Number(notMet)).toBeGreaterThan(20)
  expect(`${stdout}${stderr}`.match(/not met/g)).toHaveLength(1)
  expect(`${stdout}${stderr}`.split('\n').filter((line) => line.length > 80)).toEqual([])
})

it('names the tests that rely on a promise but did not notice its mutant [§1]', async () => {
  const only = ['--only', 'rejected-looks-pending']
  const { code, stdout } = await runVostro(['mutants', ...only, '--', 'node', suite([], 0, undefined, 0)])

  expect(code).toBe(0)
  expect(stdout).toMatch(/^Verdict: passed\n\nnot seen {4}rejected-looks-pending: /)
  expect(stdout).toContain('\n            met by a.test.ts › pays\n')
  expect(stdout).toMatch(/^ {2}1 not seen /m)
})

it('does not fail for an accepted survivor [§1]', async () => {
  const options = ['--only', 'rejected-looks-pending', '--accept', 'rejected-looks-pending']
  const { code, stdout } = await runVostro(['mutants', ...options, '--', 'node', suite([])])

  expect(code).toBe(0)
  expect(stdout).toMatch(/^Verdict: passed\n\naccepted {4}rejected-looks-pending: /)
})

it('runs no mutant if the tests fail without one [§1]', async () => {
  const { code, stderr } = await runVostro(['mutants', '--', 'node', suite([], 3)])

  expect(code).toBe(3)
  expect(stderr).toContain('the tests fail against the bank as it is, with exit code 3')
})

it('runs no mutant if a test failed without one, even if the command passed [§1]', async () => {
  const { code, stderr } = await runVostro(['mutants', '--', 'node', suite(['the bank as it is'])])

  expect(code).toBe(1)
  expect(stderr).toContain('against the bank as it is, a.test.ts › pays failed at one of its tries')
})

it('does not count the failure of a test in which the mutant changed nothing [§1]', async () => {
  const program = suite(['no-posting-code'], 0, undefined, 0)
  const { stdout } = await runVostro(['mutants', '--only', 'no-posting-code', '--', 'node', program])

  expect(stdout).toMatch(/^not seen {4}no-posting-code/m)
  expect(stdout).toContain('\n            failed, though the mutant changed nothing in it: a.test.ts › pays\n')
})

it('names the nearest mutant for a mistyped name [§1]', async () => {
  const { code, stderr } = await runVostro(['mutants', '--only', 'no-imads', '--', 'node', 'none.mjs'])

  expect(code).toBe(2)
  expect(stderr).toContain('unknown mutant "no-imads"; did you mean "no-imad"?')
})

it('reports a mutant that correct code need not notice, and does not fail for it [§2.4]', async () => {
  const { code, stdout } = await runVostro(['mutants', '--only', 'cut-off-at-noon', '--', 'node', suite([])])

  expect(stdout.split('\n').slice(2, 7)).toEqual([
    'tolerated   cut-off-at-noon: A wire before the cut-off takes effect on the same',
    '            day. Instead: The cut-off is at noon. (§2.4)',
    '            harmless to code that keeps no effective day. Otherwise add:',
    "            expect(stored.effectiveDate.slice(0, 10)).toBe('2026-03-02')",
    '            // of a wire that is made after noon',
  ])
  expect(code).toBe(0)
})

it.each([
  ['reports a survivor if only the missing event announced the payment', ['Wire.Payment.Sent'], 'SURVIVED', 1],
  [
    'tolerates a mutant if another event announced the payment',
    ['Wire.Payment.Sent', 'Core.Transaction.Completed'],
    'tolerated',
    0,
  ],
] as const)('%s [§6]', async (_, events, verdict, ended) => {
  const program = suite([], 0, undefined, 1, events)
  const { code, stdout } = await runVostro(['mutants', '--only', 'sent-never-comes', '--', 'node', program])

  expect(stdout).toMatch(new RegExp(`^${verdict} +sent-never-comes`, 'm'))
  expect(code).toBe(ended)
})

if (isThorough)
  it('prints each verdict as it comes [§1]', async () => {
    const options = ['--only', 'no-posting-code,rejected-looks-pending', '--at-once', '1']
    const { code, stderr, stdout } = await runVostro(['mutants', ...options, '--', 'node', suite(['no-posting-code'])])

    expect(code).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^The tests may rely on the promises of 2 of 2 mutants\. /),
      expect.stringMatching(/less than about \d+ minutes?\.$/),
      '1 of 2: survived rejected-looks-pending',
      '2 of 2: noticed no-posting-code',
    ])
    expect(stdout).toContain('SURVIVED    rejected-looks-pending')
  })

/** Sends a signal to a command as soon as its suite hangs; gives how the command ended, and the process of the suite. */
async function endedAtHanging(command: 'coverage' | 'mutants', options: readonly string[], program: string) {
  const { child, ended } = await begunVostro([command, ...options, '--', 'node', program])
  const pid = join(program, '..', 'pid')
  // The machine may be as busy as it likes: nothing ends before the signal comes.
  await vi.waitFor(() => expect(existsSync(pid)).toBe(true), { timeout: 120_000 })
  child.kill('SIGTERM')
  return { ...(await ended), suite: Number(readFileSync(pid, 'utf8')) }
}

/** Signal 0 asks whether there is such a process. */
const lives = (pid: number) => () => process.kill(pid, 0)

if (isThorough)
  it('ends its runs with the signal that ends it, and prints the verdicts so far [§1]', async () => {
    const program = suite(['rejected-looks-pending'], 0, 'no-posting-code')
    const verdicts = join(program, '..', 'verdicts.json')
    const options = [
      '--only',
      'rejected-looks-pending,no-posting-code,no-imad',
      '--at-once',
      '1',
      '--verdicts',
      verdicts,
    ]
    const { code, stdout, stderr, suite: pid } = await endedAtHanging('mutants', options, program)

    expect(code).toBe(1)
    expect(stdout).toMatch(/^Verdict: failed\n {2}The run was ended before 1 mutant had a verdict\.\n\nnoticed /)
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('the promises of 2 of 3 mutants'),
      expect.stringContaining('less than about'),
      '1 of 2: noticed rejected-looks-pending',
      'SIGTERM: ends the tests, and tells what is known.',
      `Written to ${verdicts}.`,
    ])
    expect(JSON.parse(readFileSync(verdicts, 'utf8'))).toHaveLength(2)
    expect(lives(pid)).toThrow('ESRCH')
  })

if (isThorough)
  it.each(['coverage', 'mutants'] as const)('leaves no suite running if a signal ends %s [§1]', async (command) => {
    const program = suite([], 0, 'the bank as it is')
    const options = command === 'coverage' ? ['--folder', join(program, '..', 'met')] : []
    const { code, stdout, stderr, suite: pid } = await endedAtHanging(command, options, program)

    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('SIGTERM: ends the tests')
    expect(stderr).not.toContain('the tests fail at the bank as it is')
    expect(lives(pid)).toThrow('ESRCH')
  })
