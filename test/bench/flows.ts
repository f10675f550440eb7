/**
 * How far a flow travels through the house: `npx tsx test/bench/flows.ts`. Every function of the library logs its entry, and each flow is run once.
 * Counts the entries; the files and rooms entered; the moves from one file to another, and those back to a file entered before; and
 * the moves between rooms. The same on every machine.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import { entries, importedAs } from '../build/entries.ts'
import { tracePage } from '../build/trace-page.ts'
import type { Flow } from './flows/flows.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const bundle = `${root}node_modules/.cache/vostro-flows/flows.js`

/** The files entered, in order. */
const entered: string[] = []
Object.assign(globalThis, { enteredFunction: (file: string) => entered.push(file) })

mkdirSync(`${root}node_modules/.cache/vostro-flows`, { recursive: true })
await build({
  entryPoints: [`${root}test/bench/flows/flows.ts`],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  logLevel: 'error',
  external: ['msw', 'typescript'],
  alias: Object.fromEntries(
    Object.entries(entries)
      .map(([entry, source]) => [importedAs(entry), root + source])
      .reverse(),
  ),
  plugins: [tracePage as never, { name: 'log-entries', setup: logEntries }],
})
const { flows } = (await import(pathToFileURL(bundle).href)) as { flows: readonly Flow[] }
rmSync(bundle)

const head = ['flow', 'entries', 'files', 'rooms', 'moves', 'returns', 'room moves']
const rows: (readonly (string | number)[])[] = [head]
for (const { name, prepare, less } of flows) {
  const counts = await countsOf(await prepare())
  const others = less ? await countsOf(less) : undefined
  // Files and rooms are those of the whole.
  const rest = counts.map((count, index) =>
    others && index !== 1 && index !== 2 ? count - (others[index] ?? 0) : count,
  )
  rows.push([name, ...rest])
}
for (const row of rows)
  console.log(
    row.map((cell, index) => String(cell)[index === 0 ? 'padEnd' : 'padStart'](index === 0 ? 52 : 11)).join(''),
  )

async function countsOf(run: () => unknown): Promise<number[]> {
  entered.length = 0
  await run()
  const files = [...entered]
  const roomOf = (file: string) => file.split('/')[0] as string
  const moves = files.filter((file, index) => index > 0 && file !== files[index - 1]).length
  const roomMoves = files.filter((file, index) => index > 0 && roomOf(file) !== roomOf(files[index - 1] as string))
  const distinct = new Set(files).size
  return [files.length, distinct, new Set(files.map(roomOf)).size, moves, moves - (distinct - 1), roomMoves.length]
}

/** The plug-in: loads each file of `src` with a call at the beginning of each function. */
function logEntries({
  onLoad,
}: Parameters<NonNullable<Parameters<typeof build>[0]['plugins']>[number]['setup']>[0]): void {
  onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
    const file = relative(`${root}src`, path).replaceAll('\\', '/')
    if (file.startsWith('..') || file.endsWith('built-page.ts')) return undefined
    return { contents: withCalls(readFileSync(path, 'utf8'), JSON.stringify(file)), loader: 'ts' }
  })
}

function withCalls(text: string, file: string): string {
  const insertions: { readonly at: number; readonly text: string }[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const body = node.body as ts.Node
      if (ts.isBlock(body)) insertions.push({ at: body.getStart() + 1, text: `enteredFunction(${file});` })
      else {
        insertions.push({ at: body.getStart(), text: `(enteredFunction(${file}), (` })
        insertions.push({ at: body.getEnd(), text: '))' })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true))
  // From the end, so that no place moves; of two at one place the one that was found last stands inside.
  return insertions
    .map((each, index) => ({ ...each, index }))
    .sort((a, b) => b.at - a.at || (a.text === '))' ? a.index - b.index : b.index - a.index))
    .reduce((done, { at, text: inserted }) => done.slice(0, at) + inserted + done.slice(at), text)
}
