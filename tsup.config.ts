import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { transform } from 'esbuild'
import { defineConfig } from 'tsup'
import { builtAs, entries } from './test/build/entries.ts'
import { bundledPackages, notices } from './test/build/notices.ts'
import { oneCore } from './test/build/one-core.ts'
import { plainExports } from './test/build/plain-exports.ts'
import { privateZod } from './test/build/private-zod.ts'
import { shorten } from './test/build/short-lines.ts'
import { tracePage } from './test/build/trace-page.ts'

/** What is bundled into dist, so that users install nothing else; its licences are shipped with it. */
const bundled = ['@date-fns/tz', '@noble/hashes', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'srvx', 'zod']

/** What code imports: the entries, and the form that one of them has in browsers. */
const imported = {
  ...Object.fromEntries(Object.entries(entries).map(([entry, source]) => [builtAs(entry), source])),
  'vitest/browser': 'src/testing/vitest/browser.ts',
}

/** Where the entries stand for the maker of types. */
const TYPES = '.types'

/** The same entries side by side: of each folder with one, the maker of types would read the whole program again, and run out of memory. */
function typesInOneFolder(): Record<string, string> {
  mkdirSync(TYPES, { recursive: true })
  return Object.fromEntries(
    Object.entries(imported).map(([name, source]) => {
      const path = `${TYPES}/${name.replace('/', '-')}.ts`
      writeFileSync(path, `export * from '../${source}'\n`)
      return [name, path]
    }),
  )
}

/** What is run: `npx vostro`. It shares the library's files, is a module alone, and nobody needs its types. */
const program = { entry: { 'cli/vostro': 'src/cli/vostro.ts' } }

export default defineConfig({
  entry: { ...imported, ...program.entry },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  clean: true,
  esbuildOptions(options) {
    // Where a package has a form for browsers, it is that: no Node module comes along.
    options.conditions = ['browser', 'module', 'import']
    // The same names of chunks wherever the packages lie.
    options.preserveSymlinks = true
    // `one-core` imports for the cut alone.
    options.logOverride = { ...options.logOverride, 'ignored-bare-import': 'silent' }
    // A browser has no `process`, and the messages of immer are for those who call it.
    options.define = { ...options.define, 'process.env.NODE_ENV': '"production"' }
  },
  dts: { entry: typesInOneFolder(), compilerOptions: { ignoreDeprecations: '6.0' } },
  esbuildPlugins: [oneCore, privateZod, tracePage, bundledPackages],
  noExternal: bundled,
  external: ['@playwright/test', 'fast-check', 'msw', 'msw/node', 'msw/browser', 'vitest', 'expect', /^node:/],
  async onSuccess() {
    await writeCommonJs()
    writeModuleForm('sandbox/index')
    for (const file of filesOfDist()) if (/\.c?js$/.test(file)) await shorten(file)
    writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices())
  },
})

const filesOfDist = () => readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((file) => `dist/${file}`)

/**
 * The CommonJS form, made from the modules: file by file, so that it is split in the same way, and classes keep their names. What
 * tsup makes of them is for older engines, and slower.
 */
async function writeCommonJs(): Promise<void> {
  for (const file of filesOfDist()) if (file.endsWith('.cjs')) rmSync(file)
  const names = Object.keys(imported)
  for (const file of loadedBy(names.filter((name) => !isOfVitest(name)).map((name) => `dist/${name}.js`))) {
    // What is loaded later has to be CommonJS too: a module would bring a second copy of everything along, and jest loads none.
    const supported = { 'dynamic-import': false }
    const options = { format: 'cjs', platform: 'node', target: 'es2022', supported } as const
    const { code, warnings } = await transform(readFileSync(file, 'utf8'), options)
    if (warnings.length > 0) throw new Error(`Failed to make ${file} CommonJS: ${warnings[0]?.text}`)
    const plain = plainExports(code, names.includes(file.slice('dist/'.length, -'.js'.length)))
    const requiring = plain.replace(/(\brequire\("\.[^"]*\.)js"\)/g, '$1cjs")')
    // Each call of another file names it: `chunk_QIT2AFIQ` says no more than `c0`.
    const chunks = [...new Set(requiring.match(/\bimport_chunk_\w+/g))].sort((one, other) => other.length - one.length)
    const short = chunks.reduce((text, name, index) => text.replaceAll(name, `$c${index}`), requiring)
    writeFileSync(file.replace(/js$/, 'cjs'), withoutPage(short, posix.basename(file)))
  }
  // vitest itself is modules alone.
  for (const name of names.filter(isOfVitest))
    writeFileSync(`dist/${name}.cjs`, `module.exports = require('./${posix.basename(name)}.js')\n`)
}

const isOfVitest = (name: string) => name.startsWith('vitest/')

/** The page of a trace is packed once: its CommonJS form, which no browser loads, reads it out of the module beside it. */
function withoutPage(code: string, file: string): string {
  const read = `process.getBuiltinModule("node:fs").readFileSync(__dirname + "/${file}", "utf8")`
  return code.replace(/"[\w+/=]{20000,}"/, () => `${read}.match(/"([\\w+/=]{20000,})"/)[1]`)
}

/**
 * The modules of an entry that no page loads, made from its CommonJS form: a service is asked from Node, and the largest of all
 * entries need not be packed twice.
 */
function writeModuleForm(entry: string): void {
  const path = `dist/${entry}.js`
  const names = /export\s*\{([^}]*)\};?\s*$/.exec(readFileSync(path, 'utf8'))?.[1]
  if (names === undefined) throw new Error(`Failed to read what ${path} exports: it does not end in a list of names.`)
  const exported = names.split(',').map((name) => name.split(' as ').at(-1)?.trim())
  writeFileSync(path, `export { ${exported.join(', ')} } from './${entry.split('/').at(-1)}.cjs'\n`)
}

/** Files of dist, and every file that they load. */
function loadedBy(files: readonly string[]): Set<string> {
  const known = new Set(files)
  // What is added on the way is looked through too.
  for (const file of known) {
    const loads = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']/g)
    for (const [, target = ''] of loads) known.add(posix.join(posix.dirname(file), target))
  }
  return known
}
