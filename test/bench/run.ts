/**
 * The benchmark: `npm run bench`, or `npm run bench core edge` for some of its sections. Each section runs in a process of its own,
 * its code bundled as the package is; what is compared takes turns in one process. Prints one table, then a line for each target.
 * Times are those of this machine at this moment: only ratios mean anything elsewhere.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import { tracePage } from '../build/trace-page.ts'
import type { Row } from './row.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sections = `${root}test/bench/sections/`
const bundles = `${root}node_modules/.cache/vostro-bench/`
const names = [
  'core',
  'clock',
  'edge',
  'edge-msw-3',
  'memory',
  'start',
  'pushes',
  'loan-summary',
  'explore',
  'trace',
  'peers',
  'survival',
  'process',
]
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const chosen = names.filter((name) => asked.length === 0 || asked.includes(name))

if (!existsSync(`${root}dist/index.js`)) throw new Error('Failed to find the built package. Run `npm run build` first.')
await build({
  config: false,
  entry: readdirSync(sections).map((file) => sections + file),
  outDir: bundles,
  format: 'esm',
  target: 'es2022',
  platform: 'node',
  clean: true,
  silent: true,
  external: ['msw'],
  esbuildPlugins: [tracePage],
  noExternal: [/^vostro/, '@date-fns/tz', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'zod'],
})

const rows = chosen.flatMap((name): Row[] => {
  console.error(`${name} …`)
  const runHere = (variables?: Record<string, string>) => run(process.execPath, `${bundles}${name}.js`, variables)
  if (name === 'edge-msw-3') return edgeOfMsw3()
  if (name !== 'core') return runHere()
  return ['1000', '1000000'].flatMap((subledgers) => runHere({ BENCH_SUBLEDGERS: subledgers }))
})

const head = ['section', 'what', 'beside', 'median µs', 'CPU µs', 'the other’s CPU', 'ratio']
const cells = rows.map((row) => [row.section, row.figure, row.beside, ...timesOf(row), ratioOf(row)])
for (const line of [head, ...cells]) {
  const widths = line.map((_, column) => Math.max(...[head, ...cells].map((each) => (each[column] as string).length)))
  console.log(
    line
      .map((cell, column) => (column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  )
}
console.log('')
for (const row of rows.filter(({ target }) => target !== undefined)) {
  console.log(
    `${isMet(row) ? 'met   ' : 'missed'}  ${row.figure}, beside ${row.beside}: ${ratioOf(row)}, ${goalOf(row)}`,
  )
}
if (process.argv.includes('--docs')) writeTable()

function run(node: string, bundle: string, variables: Record<string, string> = {}): Row[] {
  const args = ['--expose-gc', '--max-old-space-size=6000', bundle]
  const options = {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...variables, BENCH_ROOT: root },
    stdio: ['ignore', 'pipe', 'inherit'],
  } satisfies ExecFileSyncOptionsWithStringEncoding
  return JSON.parse(execFileSync(node, args, { ...options, maxBuffer: 2 ** 24 }))
}

/** The edge once more, with MSW 3 on a Node that it runs on: both are put into a folder of their own, the bundles beside them. */
function edgeOfMsw3(): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-msw-3-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', 'node@24', 'msw@3'], { cwd: folder, stdio: 'ignore' })
    cpSync(bundles, join(folder, 'bench'), { recursive: true })
    const rows = run(join(folder, 'node_modules/.bin/node'), join(folder, 'bench/edge.js'), { MSW_MAJOR: '3' })
    return rows.filter(({ figure }) => figure.startsWith('MSW'))
  } catch (error) {
    console.error(`MSW 3 does not install or run here: skipped. ${String(error).split('\n')[0]}`)
    return []
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function timesOf({ ours, limit, bytes }: Row): string[] {
  if (bytes) return ['', `${bytes[0].toFixed(0)} bytes`, `${bytes[1].toFixed(0)} bytes`]
  const text = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2))
  return [text(ours?.wall), text(ours?.cpu), text(limit?.cpu)]
}

function ratioOf({ ratio, microseconds }: Row): string {
  if (microseconds !== undefined) return `${microseconds.toFixed(2)} µs`
  if (ratio === undefined) return ''
  return `${ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2)}×`
}

function goalOf({ target = 0, isLeast = false, microseconds }: Row): string {
  return `${isLeast ? 'at least' : 'at most'} ${target}${microseconds === undefined ? '×' : ' µs'}`
}

function isMet({ ratio, microseconds, target = 0, isLeast = false }: Row): boolean {
  const value = microseconds ?? ratio ?? Number.NaN
  return isLeast ? value >= target : value <= target
}

/** Writes the ratios into the page about speed, between their markers. */
function lineOf(row: Row): string {
  const goal = row.target === undefined ? '' : `${goalOf(row)}: ${isMet(row) ? 'met' : '**missed**'}`
  return `| ${row.section} | ${row.figure} | ${row.beside} | ${ratioOf(row)} | ${goal} |`
}

function writeTable(): void {
  const file = `${root}docs/reference/speed.md`
  const page = readFileSync(file, 'utf8')
  const [open, close] = ['<!-- speed: written by npm run bench -- --docs -->', '<!-- /speed -->']
  const [from, to] = [page.indexOf(open), page.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`Failed to find the markers of "speed" in ${file}. Put them back.`)
  const made = new Map(rows.map((row) => [`| ${row.section} | ${row.figure} | ${row.beside} |`, lineOf(row)]))
  // Rows of sections that were not run stay as they are.
  const kept = page
    .slice(from, to)
    .split('\n')
    .filter((line) => /^\| (?!section |---)/.test(line))
  const headOf = (line: string) => `${line.split(' | ').slice(0, 3).join(' | ')} |`
  const lines = kept.map((line) => {
    const updated = made.get(headOf(line))
    made.delete(headOf(line))
    return updated ?? line
  })
  const head = ['| section | what | beside | ratio | target |', '| --- | --- | --- | --- | --- |']
  const table = [...head, ...lines, ...made.values()].join('\n')
  writeFileSync(file, `${page.slice(0, from + open.length)}\n${table}\n${page.slice(to)}`)
}
