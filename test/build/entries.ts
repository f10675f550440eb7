/**
 * The entries of the package, each with the source file that it is made of: the one list. The build and the tests read it; a test
 * (`test/build/entries.test.ts`) holds the `exports` of package.json and the `paths` of tsconfig.json against it.
 */
export const entries = {
  '.': 'src/index.ts',
  './msw': 'src/testing/msw/index.ts',
  './explore': 'src/explore/index.ts',
  './fast-check': 'src/testing/fast-check/index.ts',
  './vitest': 'src/testing/vitest/index.ts',
  './jest': 'src/testing/jest/index.ts',
  './time': 'src/time/index.ts',
  './playwright': 'src/testing/playwright/index.ts',
  './test': 'src/testing/runner/index.ts',
  './server': 'src/server/index.ts',
  './sandbox': 'src/sandbox/index.ts',
} as const

/** Under which name an entry is imported: `vostro/msw`. */
export const importedAs = (entry: string): string => `vostro${entry.slice(1)}`

/** Where the build puts an entry, below `dist` and without an ending: `msw/index`. */
export const builtAs = (entry: string): string => (entry === '.' ? 'index' : `${entry.slice(2)}/index`)
