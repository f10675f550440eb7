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
  vitest: "await import('vitest')",
  'vitest and msw/node': "await import('vitest'); await import('msw/node')",
  './vitest': `await import('${root}dist/vitest/index.js')`,
  './msw': `await import('${root}dist/msw/index.js')`,
}
type Program = keyof typeof programs

/** vitest can be imported in a test alone, where it is there already: so here it is a module that does nothing. */
const nothing =
  'const nothing = new Proxy(() => {}, { get: () => nothing, apply: () => nothing }); export const [aroundEach, expect, recordArtifact, test, TestRunner] = Array(5).fill(nothing)'
const hook = `export const resolve = (name, context, next) => name === 'vitest' ? { url: ${JSON.stringify(asModule(nothing))}, shortCircuit: true } : next(name, context)`
const withoutVitest = asModule(`import { register } from 'node:module'; register(${JSON.stringify(asModule(hook))})`)

function asModule(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`
}

/** Milliseconds of processor time that a process has used when it has run the program. */
function cpuOf(program: Program): number {
  const script = `${programs[program]}\n;const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000))`
  const loading = program.includes('vitest') ? ['--import', withoutVitest] : []
  const words = [...loading, '--input-type=module', '-e', script]
  return Number(execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }))
}

const names = Object.keys(programs) as Program[]
const times = new Map(names.map((name) => [name, [] as number[]]))
for (let round = 0; round < ROUNDS; round++) for (const name of names) times.get(name)?.push(cpuOf(name))
/** What a program takes over another one. */
const over = (least: Program, name: Program) => {
  const empty = times.get(least) as number[]
  return median((times.get(name) as number[]).map((time, round) => time - (empty[round] as number)))
}

/** Each entry, the most that it may take beside msw/node, and the programs by which both are measured, each over the first. */
const entries = [
  ['. and createBank()', 0.45, ['empty', '. and createBank()', 'msw/node']],
  ['./msw', 1.85, ['empty', './msw', 'msw/node']],
  ['./vitest', 2.2, ['vitest', './vitest', 'vitest and msw/node']],
] as const
const rows = entries.map(([name, target, [least, own, other]]): Row => {
  const [ours, limit] = [over(least, own), over(least, other)]
  const costOf = (milliseconds: number) => ({ wall: milliseconds * 1_000, cpu: milliseconds * 1_000 })
  return {
    section: 'start',
    figure: `import of ${name}`,
    beside: 'importing msw/node',
    ours: costOf(ours),
    limit: costOf(limit),
    ratio: ours / limit,
    target,
  }
})
report(rows)
