/** `vostro coverage -- COMMAND`: what the tests of a command met, merged over its processes. (§7) */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { coverageOf } from 'vostro/test'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { runVostro } from '../support/vostro-process.ts'

const metOf = (status: 'Dormant' | 'Closed') => {
  const bank = createBank()
  bank.accounts.setStatus(bank.masterAccount.accountNumber, status)
  return coverageOf(bank).met
}

/** A suite of two workers, each with a test, as the kits write them. */
function suite(place: string, exitCode = 0): string {
  const lineOf = (status: 'Dormant' | 'Closed') =>
    JSON.stringify({ test: { file: 'a.test.ts', name: status }, met: metOf(status) })
  const program = join(place, 'suite.mjs')
  writeFileSync(
    program,
    `import { mkdirSync, writeFileSync } from 'node:fs'
const folder = process.env.VOSTRO_COVERAGE
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/1.jsonl', ${JSON.stringify(`${lineOf('Dormant')}\n`)})
writeFileSync(folder + '/2.jsonl', ${JSON.stringify(`${lineOf('Closed')}\n`)})
process.exit(${exitCode})
`,
  )
  return program
}

it('says which banks count where no test used one of them [§7]', async () => {
  const place = temporaryFolder()
  const line = { test: { file: 'a.test.ts', name: 'adds' }, met: coverageOf(createBank()).met }
  writeFileSync(join(place, '7.jsonl'), `${JSON.stringify(line)}\n`)

  const { stdout } = await runVostro(['coverage', '--folder', place])

  expect(stdout).toContain(
    '\n\nNo bank that counts was used. A bank counts if a kit gave it to a test, or if\nthe test made',
  )
})

it('runs the tests, and reports what all their processes met [§7]', async () => {
  const place = temporaryFolder()
  const asked = ['--folder', join(place, 'met'), '--page', join(place, 'met.html'), '--met', join(place, 'met.json')]
  const { code, stdout, stderr } = await runVostro(['coverage', ...asked, '--', 'node', suite(place)])

  expect(code).toBe(0)
  expect(stderr).toBe(`Written to ${join(place, 'met.html')}.\nWritten to ${join(place, 'met.json')}.\n`)
  expect(stdout).toMatch(/^axis +met +never met\ncalls +0 +\d+\n/)
  expect(stdout).toContain('  met    account: Dormant (1), account: Closed (1)\n  never  account: ')
  expect(readFileSync(join(place, 'met.html'), 'utf8')).toContain('account: Closed')
  expect(JSON.parse(readFileSync(join(place, 'met.json'), 'utf8')).steps).toEqual({
    'account: Dormant': 1,
    'account: Closed': 1,
  })
})

it('fails if the tests missed a required row [§7]', async () => {
  const place = temporaryFolder()
  const gates = [
    '--must',
    'steps: account: Closed',
    '--must',
    'events: Wire.Payment.Sent: twice,calls: createWire: no answer',
  ]
  const { code, stderr } = await runVostro(['coverage', '--folder', place, ...gates, '--', 'node', suite(place)])

  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'Failed to meet events: Wire.Payment.Sent: twice.',
    'Failed to meet calls: createWire: no answer.',
  ])
})

it('lists what the tests no longer meet since an earlier run, and what is new [§7]', async () => {
  const place = temporaryFolder()
  writeFileSync(join(place, 'before.json'), JSON.stringify({ ...metOf('Dormant'), faults: { drop: 1 } }))
  const { stdout } = await runVostro([
    'coverage',
    '--folder',
    join(place, 'met'),
    '--since',
    join(place, 'before.json'),
    '--',
    'node',
    suite(place),
  ])

  expect(stdout.split('Since then:\n')[1]?.trimEnd()).toBe('  gone    faults: drop\n  new     steps: account: Closed')
})

it('leaves an axis out of the report and the page [§7]', async () => {
  const place = temporaryFolder()
  const options = ['--without', 'loans', '--folder', join(place, 'met'), '--page', join(place, 'met.html')]
  const { stdout } = await runVostro(['coverage', ...options, '--', 'node', suite(place)])

  expect(stdout).toContain('calendar: ')
  expect(stdout).not.toContain('loans:')
  expect(readFileSync(join(place, 'met.html'), 'utf8')).not.toContain('id="loans"')
})

it('refuses to leave out an unknown axis [§7]', async () => {
  const { code, stderr } = await runVostro(['coverage', '--without', 'loan', '--', 'node', 'none.mjs'])

  expect(code).toBe(2)
  expect(stderr).toContain('--without: unknown axis "loan"; did you mean "loans"?')
})

it('exits with the exit code of the tests [§7]', async () => {
  const place = temporaryFolder()
  const { code } = await runVostro(['coverage', '--folder', join(place, 'met'), '--', 'node', suite(place, 3)])

  expect(code).toBe(3)
})

it('names the nearest row or axis for a mistyped gate, and runs nothing [§7]', async () => {
  const { code, stderr } = await runVostro(['coverage', '--must', 'step', '--', 'node', 'none.mjs'])

  expect(code).toBe(2)
  expect(stderr).toContain('--must: unknown axis "step"; did you mean "steps"?')
})

it('says that no test wrote anything, or that the command cannot be started [§7]', async () => {
  const place = temporaryFolder()
  const nothing = await runVostro(['coverage', '--folder', place])
  const none = await runVostro(['coverage', '--folder', place, '--', 'no-such-command-here'])

  expect([nothing.code, none.code]).toEqual([1, 1])
  expect(nothing.stderr).toContain('Failed to tell what the tests met: no test with a bank wrote into')
  expect(none.stderr).toContain('Failed to run "no-such-command-here"')
})

it.each(['{"test"', 'null', '{"test":{},"met":{"faults":3}}', '5'])(
  'says which line of the coverage is damaged: %s [§7]',
  async (line) => {
    const place = temporaryFolder()
    const test = { file: 'a.test.ts', name: 'Dormant' }
    writeFileSync(join(place, '7.jsonl'), `${JSON.stringify({ test, met: metOf('Dormant') })}\n${line}\n`)

    const { code, stderr } = await runVostro(['coverage', '--folder', place])

    expect(code).toBe(1)
    expect(stderr.trim()).toBe(
      `Failed to read the coverage in "${join(place, '7.jsonl')}": its line 2 is damaged. Delete the file, and run the tests again.`,
    )
  },
)

it('says that the folder of the coverage is a file [§7]', async () => {
  const path = join(temporaryFolder(), 'met')
  writeFileSync(path, '')

  const { code, stderr } = await runVostro(['coverage', '--folder', path])

  expect(code).toBe(1)
  expect(stderr).toBe(`Failed to read the coverage in "${path}": it is no folder. Give another --folder.\n`)
})
