/** The long runs: `npm run endure`. What they find goes into `npm test`, which has the same properties in short. */
import { defineConfig } from 'vitest/config'
import { suite as base } from '../vitest.config.ts'

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: ['test/endure/*.endure.ts'],
    setupFiles: [],
    reporters: ['default'],
    // Their summaries are printed as they come.
    disableConsoleIntercept: true,
    testTimeout: 3_600_000,
  },
})
