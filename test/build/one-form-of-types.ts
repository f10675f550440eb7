/**
 * Runs after tsup: the types once in the place of twice. A module may take its types from a CommonJS file, so a `.d.ts` that says
 * just what its `.d.cts` says becomes a line that names it. Types that name other packages stay as they are, as CommonJS may not
 * name a package of modules.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { builtAs, entries } from './entries.ts'

const textOf = (path: string) => readFileSync(`dist/${path}`, 'utf8')
// An example in a docstring imports, too.
const codeOf = (path: string) => textOf(path).replace(/\/\*[\s\S]*?\*\//g, '')
const importsIn = (path: string) =>
  [...codeOf(path).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to = '']) => to)
const fileOf = (from: string, to: string) => posix.join(posix.dirname(from), to.replace(/\.(c?)js$/, '.d.$1ts'))

/** The CommonJS twin of each file of types, as what imports it says. */
const twins = new Map<string, string>()

function pair(path: string, twin: string): void {
  if (twins.has(path)) return
  twins.set(path, twin)
  const others = importsIn(twin)
  for (const [index, to] of importsIn(path).entries()) {
    const other = others[index] ?? ''
    if (to.startsWith('.')) pair(fileOf(path, to), fileOf(twin, other))
  }
}

/** Whether a file says nothing of other packages, nor does any that it imports. */
function isOurs(path: string, asked = new Set<string>()): boolean {
  if (asked.has(path)) return true
  asked.add(path)
  if (/\bdeclare (module|global)\b/.test(textOf(path))) return false
  return importsIn(path).every((to) => to.startsWith('.') && isOurs(fileOf(path, to), asked))
}

/** A text without the names of the files that it imports. */
const plain = (path: string) => textOf(path).replace(/'\.[^']+\.c?js'/g, "''")

const built = Object.keys(entries).map(builtAs)
for (const entry of built) pair(`${entry}.d.ts`, `${entry}.d.cts`)
const same = [...twins].filter(([path, twin]) => isOurs(twin) && plain(path) === plain(twin))
for (const [path, twin] of same) {
  const to = posix.relative(posix.dirname(path), twin).replace(/\.d\.cts$/, '.cjs')
  writeFileSync(`dist/${path}`, `export * from '${to.startsWith('.') ? to : `./${to}`}'\n`)
}

/** Comments that head a file of the source stand before no name: no editor shows them. */
const withoutHeads = (text: string) => text.replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?=\s*\n|\s*\/\*\*)/g, '')
/** Nor does one show those inside of a class that no type of the package names as its own: one that is not exported, and none extends. */
const withoutInner = (text: string) =>
  text.replace(/^declare class (\w+)[\s\S]*?^\}/gm, (declared, name: string) => {
    const isShown = new RegExp(`extends ${name}\\b|^export \\{.*\\b${name}\\b`, 'm').test(text)
    return isShown ? declared : declared.replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '')
  })
const narrow = (text: string) =>
  text.replace(/\n\s*\n/g, '\n').replace(/^ +/gm, (blanks) => ' '.repeat(blanks.length / 4 + (blanks.length % 4)))

/** Who checks the types of libraries may have a `lib` without disposables: the file that needs them asks for them. */
const withLibrary = (text: string) =>
  text.includes('Symbol.dispose') ? `/// <reference lib="esnext.disposable" />\n${text}` : text

// What nothing names any more goes.
const needed = new Set<string>()
const need = (path: string): void => {
  if (needed.has(path) || !existsSync(`dist/${path}`)) return
  needed.add(path)
  for (const to of importsIn(path)) if (to.startsWith('.')) need(fileOf(path, to))
}
for (const entry of [...built, 'vitest/browser']) for (const ending of ['.d.ts', '.d.cts']) need(entry + ending)
const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
for (const path of files.filter((each) => /\.d\.c?ts$/.test(each))) {
  if (needed.has(path)) writeFileSync(`dist/${path}`, withLibrary(narrow(withoutInner(withoutHeads(textOf(path))))))
  else rmSync(`dist/${path}`)
}
