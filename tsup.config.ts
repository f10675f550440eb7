import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { transform } from 'esbuild'
import { defineConfig } from 'tsup'
import { privateZod } from './test/house/private-zod.ts'
import { tracePage } from './test/house/trace-page.ts'

/** What is bundled into dist, so that users install nothing else; its licences are shipped with it. */
const bundled = ['@date-fns/tz', '@noble/hashes', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'zod']

/** What is bundled into the page of a trace, which is a text of dist. */
const bundledIntoPage = ['preact', 'uplot']

const shorter = { minifyWhitespace: true, minifySyntax: true, lineLimit: 160 }

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'msw/index': 'src/kits/msw/index.ts',
    'explore/index': 'src/kits/explore/index.ts',
    'fast-check/index': 'src/kits/fast-check/index.ts',
    'vitest/index': 'src/kits/vitest/index.ts',
    'jest/index': 'src/kits/jest/index.ts',
  },
  format: ['esm', 'cjs'],
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  clean: true,
  // Less to read is less to start. Lines stay short, as Node prints the line of an uncaught error; names stay for those who read a
  // stack. What turns chunks into CommonJS cannot read it so: those are shortened when they are there.
  esbuildOptions(options, { format }) {
    // Where a package has a form for browsers, it is that: no Node module comes along.
    options.conditions = ['browser', 'module', 'import']
    // A browser has no `process`, and the messages of immer are for those who call it.
    options.define = { ...options.define, 'process.env.NODE_ENV': '"production"' }
    if (format === 'esm') Object.assign(options, shorter)
  },
  dts: { compilerOptions: { ignoreDeprecations: '6.0' } },
  esbuildPlugins: [privateZod, tracePage],
  noExternal: bundled,
  external: ['fast-check', 'msw', 'msw/node', 'vitest', 'expect', /^node:/],
  async onSuccess() {
    for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.cjs')) continue
      const { code } = await transform(readFileSync(`dist/${file}`, 'utf8'), { ...shorter, target: 'es2022' })
      writeFileSync(`dist/${file}`, code)
    }
    const notices = [...bundled, ...bundledIntoPage].map((name) => {
      const folder = `node_modules/${name}`
      const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      if (licence === undefined) throw new Error(`Failed to find the licence of "${name}". Look into ${folder}.`)
      return `${name}\n\n${readFileSync(`${folder}/${licence}`, 'utf8').trim()}\n`
    })
    writeFileSync('dist/THIRD-PARTY-NOTICES.txt', notices.join(`\n${'-'.repeat(80)}\n\n`))
  },
})
