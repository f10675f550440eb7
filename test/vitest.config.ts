import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { tracePageForVite } from './house/trace-page.ts'
import { reportAnswers } from './support/report-answers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** `TEST_DIST=1` runs the very same suite on the built package. */
const isBuilt = process.env['TEST_DIST'] === '1'
const at = (source: string, built: string) => root + (isBuilt ? built : source)

export default defineConfig({
  root,
  plugins: [tracePageForVite],
  resolve: {
    alias: [
      { find: /^vostro$/, replacement: at('src/index.ts', 'dist/index.js') },
      {
        find: /^vostro\/fast-check$/,
        replacement: at('src/kits/fast-check/index.ts', 'dist/fast-check/index.js'),
      },
      { find: /^vostro\/explore$/, replacement: at('src/kits/explore/index.ts', 'dist/explore/index.js') },
      { find: /^vostro\/msw$/, replacement: at('src/kits/msw/index.ts', 'dist/msw/index.js') },
      { find: /^vostro\/matchers$/, replacement: at('src/kits/matchers/index.ts', 'dist/matchers/index.js') },
      { find: /^vostro\/vitest$/, replacement: at('src/kits/vitest/index.ts', 'dist/vitest/index.js') },
      { find: /^vostro\/time$/, replacement: at('src/kits/time/index.ts', 'dist/time/index.js') },
      { find: /^vostro\/jest$/, replacement: at('src/kits/jest/index.ts', 'dist/jest/index.js') },
      { find: /^vostro\/test$/, replacement: at('src/kits/test/index.ts', 'dist/test/index.js') },
      { find: /^vostro\/openapi$/, replacement: at('src/kits/openapi/index.ts', 'dist/openapi/index.js') },
      { find: /^vostro\/calibrate$/, replacement: at('src/kits/calibrate/index.ts', 'dist/calibrate/index.js') },
      { find: /^vostro\/conformance$/, replacement: at('src/kits/conformance/index.ts', 'dist/conformance/index.js') },
      { find: /^vostro\/openapi\.json$/, replacement: `${root}docs/reference/openapi.json` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'docs/examples/*.test.ts'],
    // What keeps the journal is within the command alone: nothing that is built exports it, and beside the built bank it would be another.
    // And `npm test` leaves out what takes long: see support/thorough.ts.
    exclude: isBuilt ? ['test/kits/survival/**'] : ['test/**/thorough/**'],
    setupFiles: isBuilt ? [] : ['test/support/check-every-answer.ts'],
    reporters: isBuilt ? ['default'] : ['default', reportAnswers],
    // A test that expects nothing cannot fail.
    expect: { requireAssertions: true },
    // The tests share no state but modules, which have none; loading those once halves the time.
    isolate: false,
    maxWorkers: '100%',
    // So many tests that each have a bank run at once.
    maxConcurrency: 200,
    // No test waits for anything, so this finds one that hangs, on a machine that is ten times as busy too.
    testTimeout: 300_000,
  },
})
