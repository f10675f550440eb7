/** Start: importing each entry of the built package in a fresh process, beside importing msw/node alone. */
import { execFileSync } from 'node:child_process'
import { median } from '../measure.ts'
import { type Row, report } from '../row.ts'

const root = process.env['BENCH_ROOT'] as string
const ROUNDS = 11

const programs = {
  empty: '',
  'msw/node': "await import('msw/node')",
  '. and createBank()': `(await import('${root}dist/index.js')).createBank()`,
  './msw': `await import('${root}dist/msw/index.js')`,
}
type Program = keyof typeof programs

/** Milliseconds of processor time that a process has used when it has run the program. */
function cpuOf(program: Program): number {
  const script = `${programs[program]}\n;const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000))`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' }))
}

const names = Object.keys(programs) as Program[]
const times = new Map(names.map((name) => [name, [] as number[]]))
for (let round = 0; round < ROUNDS; round++) for (const name of names) times.get(name)?.push(cpuOf(name))
const overEmpty = (name: Program) => {
  const empty = times.get('empty') as number[]
  return median((times.get(name) as number[]).map((time, round) => time - (empty[round] as number)))
}

const limit = overEmpty('msw/node')
const rows = (['. and createBank()', './msw'] as const).map((name): Row => {
  const own = overEmpty(name)
  const [ours, theirs] = [own, limit].map((milliseconds) => ({ wall: milliseconds * 1_000, cpu: milliseconds * 1_000 }))
  const target = name === './msw' ? 1.2 : 0.25
  return {
    section: 'start',
    figure: `import of ${name}`,
    beside: 'importing msw/node',
    ours,
    limit: theirs,
    ratio: own / limit,
    target,
  }
})
report(rows)
