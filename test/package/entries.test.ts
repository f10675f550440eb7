import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { builtAs, entries, importedAs } from '../build/entries.ts'

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

it('exports from the package the entries that it builds, as modules and as CommonJS [§1]', () => {
  const { exports } = json('package.json') as { exports: Record<string, { import: unknown; require: unknown }> }
  const form = (entry: string, types: string, code: string) => ({
    types: `./dist/${builtAs(entry)}${types}`,
    default: `./dist/${builtAs(entry)}${code}`,
  })

  const code = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))

  expect(code.sort()).toEqual(Object.keys(entries).sort())
  for (const entry of code) {
    expect(exports[entry]?.import).toEqual(form(entry, '.d.ts', '.js'))
    expect(exports[entry]?.require).toEqual(form(entry, '.d.cts', '.cjs'))
  }
})

it('resolves in the repository, by the paths of tsconfig.json, to the source of each entry [§1]', () => {
  const { compilerOptions } = json('tsconfig.json') as { compilerOptions: { paths: Record<string, string[]> } }

  const { 'vostro/openapi.json': _, ...paths } = compilerOptions.paths

  expect(paths).toEqual(
    Object.fromEntries(Object.entries(entries).map(([entry, source]) => [importedAs(entry), [`./${source}`]])),
  )
})
