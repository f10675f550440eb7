import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { builtAs, entries, importedAs } from './build/entries.ts'
import { tracePageForVite } from './build/trace-page.ts'
import { reportAnswers } from './support/report-answers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** `TEST_DIST=1` runs the very same suite on the built package. */
const isBuilt = process.env['TEST_DIST'] === '1'

/** Every test. */
const cases = ['test/**/*.test.ts', 'docs/examples/*.test.ts', 'site/stories/*.test.ts']

/** What starts processes and waits for them, most of all the command line: `npm run test:process`, which `.ci/run` calls, too. */
const processes = [
  'test/cli/**/*.test.ts',
  'test/testing/runner/node-test.test.ts',
  'test/time/standard-output.test.ts',
]

/**
 * Proofs by repetition, and runs that take a process, a runner or every page of the documentation: `npm run test:proof`, and on the
 * built package `npm run night`. For each of them `npm test` has a quicker test of the same kind, which stands beside it.
 */
const proofs = [
  'test/bank/shell/endless-chain.test.ts',
  'test/cli/killed.test.ts',
  'test/core/webhooks/many-events.test.ts',
  'test/corpus/**',
  'test/docs/**',
  'test/endure/**',
  'test/explore/{any-client,in-time,kinds,search,workers}.test.ts',
  'test/rules/linear-patterns.test.ts',
  'test/sandbox/calibrate/{contract,controls,hidden-banks,hidden-services,late-lists,traffic}.test.ts',
  'test/sandbox/conformance/{explanations,planted}.test.ts',
  'test/scenarios/explore-guide.test.ts',
  'test/server/many-banks.test.ts',
  'test/testing/*/failing.test.ts',
  'test/time/{other-work,whole-answers}.test.ts',
  'test/**/thorough/**',
].map((path) => (path.endsWith('**') ? `${path}/*.test.ts` : path))

/** Parts that no entry exports: beside the built bank they would be another copy of it. */
const internal = isBuilt ? ['test/bank/reports/trace/places.test.ts', 'test/testing/vitest/second-server.test.ts'] : []

/** What all runs of vitest share. */
export const suite = defineConfig({
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
    setupFiles: ['test/support/leave-nothing.ts', ...(isBuilt ? [] : ['test/support/check-every-answer.ts'])],
    reporters: isBuilt ? ['default'] : ['default', reportAnswers],
    // A test that expects nothing cannot fail.
    expect: { requireAssertions: true },
    // The tests share no state but modules, which have none; loading those once halves the time.
    isolate: false,
    maxWorkers: '100%',
    // Most of what the tests make is garbage at once: a young generation of 64 MB saves a fifth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    // So many tests that each have a bank run at once.
    maxConcurrency: 200,
    // No test waits for anything, so this finds one that hangs, on a machine that is ten times as busy too.
    testTimeout: 300_000,
  },
})

export default defineConfig({
  ...suite,
  test: {
    ...suite.test,
    // What a story of the site prints is for its page.
    silent: 'passed-only',
    projects: [
      { extends: true, test: { name: 'unit', include: cases, exclude: [...processes, ...proofs, ...internal] } },
      { extends: true, test: { name: 'process', include: processes, exclude: proofs } },
      { extends: true, test: { name: 'proof', include: proofs, exclude: internal } },
    ],
  },
})
