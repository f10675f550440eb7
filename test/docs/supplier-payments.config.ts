/** The suites of the application of the guides, as its own project would run them. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { suite } from '../vitest.config.ts'

const { setupFiles: _, reporters: __, ...test } = suite.test ?? {}

export default defineConfig({
  ...suite,
  // The cache of vitest goes beside the cache for the tests of the repository.
  cacheDir: fileURLToPath(new URL('../../node_modules/.vite/supplier-payments/', import.meta.url)),
  root: fileURLToPath(new URL('../../docs/examples/supplier-payments/', import.meta.url)),
  test: {
    ...test,
    // For so few tests a second worker takes longer to begin than it saves.
    maxWorkers: 1,
    include: ['{payments,bank-behaviour}.test.ts'],
    // A project has the built package in its node_modules, where vitest leaves modules to Node.
    server: { deps: { external: [/\/dist\//] } },
  },
})
