/**
 * The benchmark: `npm run bench`, or `npm run bench core edge` for some of its sections. Each section runs in a process of its own,
 * its code bundled as the package is; what is compared takes turns in one process. Prints one table, then a line for each target.
 * `--docs` writes the page about speed; `--check` fails where a figure is a quarter worse than there, and `--quick` takes the sections
 * that partners feel in each test.
 * Times are those of this machine at this moment: only ratios mean anything elsewhere.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import { tracePage } from '../build/trace-page.ts'
import type { Row } from './row.ts'
import { goalOf, isMet, ratioOf, worseThanPage, writeTable } from './table.ts'

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
const quick = ['core', 'edge', 'start']
const usual = process.argv.includes('--quick') ? quick : names
const chosen = asked.length === 0 ? usual : names.filter((name) => asked.includes(name))

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
  external: ['msw', 'sql.js'],
  esbuildPlugins: [tracePage],
  noExternal: [/^vostro/, '@date-fns/tz', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'zod'],
})

/** How often a section is measured before a figure counts as worse than it was. */
const TRIES = 3

const page = `${root}docs/reference/speed.md`
const isQuick = process.argv.includes('--quick')
const rows = chosen.flatMap((name) => (process.argv.includes('--check') ? heldAgainstPage(name) : measured(name)))

function measured(name: string): Row[] {
  console.error(`${name} …`)
  const runHere = (variables?: Record<string, string>) => run(process.execPath, `${bundles}${name}.js`, variables)
  if (name === 'edge-msw-3') return edgeOfMsw3()
  if (name !== 'core') return runHere()
  return (isQuick ? ['1000'] : ['1000', '1000000']).flatMap((subledgers) => runHere({ BENCH_SUBLEDGERS: subledgers }))
}

/** The figures of a section; where one is much worse than on the page, it is so each time that it is measured. */
function heldAgainstPage(name: string): Row[] {
  const found = measured(name)
  let worse = worseThanPage(page, found)
  for (let tries = 1; tries < TRIES && worse.length > 0; tries++) {
    const again = new Set(worseThanPage(page, measured(name)).map(({ row }) => row.figure))
    worse = worse.filter(({ row }) => again.has(row.figure))
  }
  for (const { row, was } of worse) {
    console.error(`${row.figure}, beside ${row.beside}: ${ratioOf(row)}, and ${was}× on the page about speed.`)
    process.exitCode = 1
  }
  return found
}

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
if (process.argv.includes('--docs')) writeTable(page, rows)

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
