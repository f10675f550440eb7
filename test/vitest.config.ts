import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { builtAs, entries, importedAs } from './build/entries.ts'
import { tracePageForVite } from './build/trace-page.ts'
import { reportAnswers } from './support/report-answers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** `TEST_DIST=1` runs the very same suite on the built package. */
const isBuilt = process.env['TEST_DIST'] === '1'

export default defineConfig({
  root,
  plugins: [tracePageForVite],
  resolve: {
    alias: [
      ...Object.entries(entries).map(([entry, source]) => ({
        find: new RegExp(`^${importedAs(entry)}$`),
        replacement: root + (isBuilt ? `dist/${builtAs(entry)}.js` : source),
      })),
      { find: /^vostro\/openapi\.json$/, replacement: `${root}docs/reference/openapi.json` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'docs/examples/*.test.ts'],
    // What keeps the journal is within the command alone: nothing that is built exports it, and beside the built bank it would be another.
    // And `npm test` leaves out what takes long: see support/thorough.ts.
    exclude: isBuilt ? ['test/server/journal/**'] : ['test/**/thorough/**'],
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
