import { mkdirSync, writeFileSync } from 'node:fs'

/**
 * The entries of the package, each with the source file that it is made of: the one list. The build and the tests read it; a test
 * (`test/package/entries.test.ts`) holds the `exports` of package.json and the `paths` of tsconfig.json against it.
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

/** What the build makes of which source: the entries, and the form that one of them has in browsers. */
export const imported = {
  ...Object.fromEntries(Object.entries(entries).map(([entry, source]) => [builtAs(entry), source])),
  'vitest/browser': 'src/testing/vitest/browser.ts',
}

/** What has a CommonJS form. vitest is modules alone. */
export const required = Object.fromEntries(Object.entries(imported).filter(([name]) => !name.startsWith('vitest/')))

/** The entries side by side: for each folder with one, the maker of types would read the whole program again, and run out of memory. */
export function typesInOneFolder(): Record<string, string> {
  mkdirSync('.types', { recursive: true })
  return Object.fromEntries(
    Object.entries(imported).map(([name, source]) => {
      const path = `.types/${name.replace('/', '-')}.ts`
      writeFileSync(path, `export * from '../${source}'\n`)
      return [name, path]
    }),
  )
}
