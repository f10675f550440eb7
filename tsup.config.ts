import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { transform } from 'esbuild'
import { defineConfig } from 'tsup'
import { builtAs, entries } from './test/build/entries.ts'
import { oneCore } from './test/build/one-core.ts'
import { privateZod } from './test/build/private-zod.ts'
import { tracePage } from './test/build/trace-page.ts'

/** What is bundled into dist, so that users install nothing else; its licences are shipped with it. */
const bundled = ['@date-fns/tz', '@noble/hashes', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'srvx', 'zod']

/** What is bundled into the page of a trace, which is a text of dist. */
const bundledIntoPage = ['preact']

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
  // What ships can be read: an uncaught error prints its line, and a stack leads to lines that a person understands. Making it
  // shorter saves a quarter of the bytes, and no measurable part of the start.
  esbuildOptions(options) {
    // Where a package has a form for browsers, it is that: no Node module comes along.
    options.conditions = ['browser', 'module', 'import']
    // `one-core` imports for the cut alone.
    options.logOverride = { ...options.logOverride, 'ignored-bare-import': 'silent' }
    // A browser has no `process`, and the messages of immer are for those who call it.
    options.define = { ...options.define, 'process.env.NODE_ENV': '"production"' }
  },
  dts: { entry: typesInOneFolder(), compilerOptions: { ignoreDeprecations: '6.0' } },
  esbuildPlugins: [oneCore, privateZod, tracePage],
  noExternal: bundled,
  external: ['@playwright/test', 'fast-check', 'msw', 'msw/node', 'msw/browser', 'vitest', 'expect', /^node:/],
  async onSuccess() {
    await writeCommonJs()
    const notices = [...bundled, ...bundledIntoPage].map((name) => {
      const folder = `node_modules/${name}`
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      if (licence === undefined) throw new Error(`Failed to find the licence of "${name}". Look into ${folder}.`)
      return `${name}\n\n${readFileSync(`${folder}/${licence}`, 'utf8').trim()}\n`
    })
    writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`))
  },
})

/**
 * The CommonJS form, made from the modules: file by file, so that it is split in the same way, and classes keep their names. What
 * tsup makes of them is for older engines, and slower.
 */
async function writeCommonJs(): Promise<void> {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((file) => `dist/${file}`)
  for (const file of files.filter((name) => name.endsWith('.cjs'))) rmSync(file)
  for (const file of loadedBy(Object.keys(imported).map((name) => `dist/${name}.js`))) {
    // What is loaded later has to be CommonJS too: a module would bring a second copy of everything along, and jest loads none.
    const supported = { 'dynamic-import': false }
    const options = { format: 'cjs', platform: 'node', target: 'es2022', supported } as const
    const { code, warnings } = await transform(readFileSync(file, 'utf8'), options)
    if (warnings.length > 0) throw new Error(`Failed to make ${file} CommonJS: ${warnings[0]?.text}`)
    writeFileSync(file.replace(/js$/, 'cjs'), code.replace(/(\brequire\("\.[^"]*\.)js"\)/g, '$1cjs")'))
  }
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
