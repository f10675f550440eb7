/**
 * The bank in two files: what entries share is cut by which of them needs it, and a test would load a dozen files where two do, each of
 * which is found, read and linked by itself. So whatever is loaded for a bank counts here as needing the whole library.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { entries } from './entries.ts'

/** What is loaded later, where a bank is there or about to be. */
const loadedLater = [
  'src/bank/reports/trace/trace.ts',
  'src/cli/files/bank-in-file.ts',
  'src/cli/serve/tunnel-receiver.ts',
  'src/cli/state/state-file.ts',
  'src/openapi/document.ts',
]

/** A clock can be followed without a bank. */
const { './time': _, ...ofTheBank } = entries
const needTheBank = new Set(
  [...Object.values(ofTheBank), 'src/cli/vostro.ts', ...loadedLater].map((file) => resolve(file)),
)

/** As much of a build of esbuild as is needed here. */
interface Build {
  onResolve(where: { filter: RegExp }, resolve: () => { path: string }): void
  onLoad(
    where: { filter: RegExp },
    load: (file: { path: string }) => { contents: string; loader: 'ts' } | undefined,
  ): void
}

/** The plugin for esbuild. */
export const oneCore = {
  name: 'one-core',
  setup: (build: Build): void => {
    build.onResolve({ filter: /^one-core$/ }, () => ({ path: resolve(entries['.']) }))
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) =>
      needTheBank.has(path)
        ? { contents: `${readFileSync(path, 'utf8')}\nimport 'one-core'\n`, loader: 'ts' }
        : undefined,
    )
  },
}
