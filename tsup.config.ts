import { writeFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'
import { commonJs } from './test/build/common-js.ts'
import { imported, required, typesInOneFolder } from './test/build/entries.ts'
import { bundledPackages, writeNotices } from './test/build/notices.ts'
import { oneCore } from './test/build/one-core.ts'
import { tracePage } from './test/build/trace-page.ts'

const both: Options = {
  target: 'es2022',
  platform: 'neutral',
  splitting: true,
  plugins: [commonJs],
  esbuildPlugins: [oneCore, tracePage, bundledPackages],
  // What is bundled into dist, so that users install nothing else; its licences are shipped with it.
  noExternal: ['@date-fns/tz', '@noble/hashes', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'srvx', 'zod'],
  external: ['@playwright/test', 'fast-check', 'msw', 'msw/node', 'msw/browser', 'vitest', 'expect', /^node:/],
  esbuildOptions(options) {
    // Where a package has a form for browsers, it is that: no Node module comes along.
    options.conditions = ['browser', 'module', 'import']
    options.define = { ...options.define, 'process.env.NODE_ENV': '"production"' }
    // `one-core` imports for the cut alone.
    options.logOverride = { ...options.logOverride, 'ignored-bare-import': 'silent' }
    // Names stay, and lines stay short: a stack leads to a place that a person can read.
    Object.assign(options, { minifyWhitespace: true, minifySyntax: true, lineLimit: 120 })
  },
}

export default defineConfig([
  { ...both, format: 'esm', entry: { ...imported, 'cli/vostro': 'src/cli/vostro.ts' }, onSuccess: writeNotices },
  {
    ...both,
    format: 'cjs',
    entry: required,
    // vitest is modules alone.
    onSuccess: async () => writeFileSync('dist/vitest/index.cjs', "module.exports = require('./index.js')\n"),
  },
  {
    format: ['esm', 'cjs'],
    entry: typesInOneFolder(),
    // A project may have a `lib` without disposables.
    dts: {
      only: true,
      banner: '/// <reference lib="esnext.disposable" />',
      compilerOptions: { ignoreDeprecations: '6.0' },
    },
  },
])
