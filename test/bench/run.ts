/**
 * The benchmark: `npm run bench`, or `npm run bench core edge` for some of its sections. `applications` takes minutes, and is run by its
 * name alone: `npm run bench explore applications`. Each section runs in a process of its own, its code bundled as the package is; what is
 * compared takes turns in one process. Prints one table, then a line for each target.
 * `--docs` writes the page about speed; `--check` fails where a figure is a quarter worse than there, and a quarter worse than what the
 * code of that page takes on this machine too; `--quick` takes the sections that partners feel in each test.
 * Times are those of this machine at this moment: only ratios mean anything elsewhere.
 */
import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Code, codeIn, codeOfPage } from './code.ts'
import type { Row } from './row.ts'
import { figuresOfPage, figuresOfRows, goalOf, isMet, ratioOf, worseThan, writeTable } from './table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
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
const chosen = asked.length === 0 ? usual : [...names, 'applications'].filter((name) => asked.includes(name))

/** How often a section is measured again before a figure counts as worse than it was. */
const TRIES = 2

const page = `${root}docs/reference/speed.md`
const isQuick = process.argv.includes('--quick')
const here = await codeIn(root)
let then: Code | undefined
const rows: Row[] = []
for (const name of chosen)
  rows.push(...(process.argv.includes('--check') ? await heldAgainstPage(name) : measured(here, name)))

function measured(code: Code, name: string): Row[] {
  console.error(`${name} …`)
  const runIt = (variables?: Record<string, string>) =>
    run(code, process.execPath, `${code.bundles}${name}.js`, variables)
  if (name === 'edge-msw-3') return edgeOfMsw3(code)
  if (name !== 'core') return runIt()
  return (isQuick ? ['1000'] : ['1000', '1000000']).flatMap((subledgers) => runIt({ BENCH_SUBLEDGERS: subledgers }))
}

/** The figures of a section; where one is much worse than on the page, it is much worse than that page's code each time that both are measured. */
async function heldAgainstPage(name: string): Promise<Row[]> {
  const found = measured(here, name)
  let worse = worseThan(figuresOfPage(page), found)
  if (worse.length === 0) return found
  then ??= await codeOfPage(root, page)
  for (let tries = 0; then && tries < TRIES && worse.length > 0; tries++) {
    const figures = figuresOfRows(measured(then, name))
    const again = new Set(worseThan(figures, measured(here, name)).map(({ figure }) => figure))
    worse = worse.filter(({ figure }) => again.has(figure))
  }
  for (const row of worse) {
    const verdict = then ? 'its code is faster here, too.' : 'not judged, as the history with its code is not here.'
    console.error(
      `${row.figure}, beside ${row.beside}: ${ratioOf(row)}, a quarter worse than on the page about speed; ${verdict}`,
    )
  }
  if (then && worse.length > 0) process.exitCode = 1
  return found
}

const head = ['section', 'what', 'compared with', 'median µs', 'CPU µs', 'the other’s CPU', 'ratio']
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

function run(code: Code, node: string, bundle: string, variables: Record<string, string> = {}): Row[] {
  const args = ['--expose-gc', '--max-old-space-size=6000', bundle]
  const options = {
    cwd: code.root,
    encoding: 'utf8',
    env: { ...process.env, ...variables, BENCH_ROOT: code.root },
    stdio: ['ignore', 'pipe', 'inherit'],
  } satisfies ExecFileSyncOptionsWithStringEncoding
  return JSON.parse(execFileSync(node, args, { ...options, maxBuffer: 2 ** 24 }))
}

/** The edge once more, with MSW 3 on a Node that it runs on: both are put into a folder of their own, the bundles beside them. */
function edgeOfMsw3(code: Code): Row[] {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-msw-3-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    execFileSync('npm', ['install', '--no-audit', '--no-fund', 'node@24', 'msw@3'], { cwd: folder, stdio: 'ignore' })
    cpSync(code.bundles, join(folder, 'bench'), { recursive: true })
    const rows = run(code, join(folder, 'node_modules/.bin/node'), join(folder, 'bench/edge.js'), { MSW_MAJOR: '3' })
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
