/** Maps the entries of the library to their sources, so that the site needs no build of the library. */
import { entries, importedAs } from '../test/build/entries.ts'
import { root } from '../test/docs/doc-files.ts'

export const vostroSources: readonly { find: RegExp; replacement: string }[] = Object.entries(entries).map(
  ([entry, source]) => ({ find: new RegExp(`^${importedAs(entry)}$`), replacement: root + source }),
)
