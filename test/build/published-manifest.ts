/**
 * Runs around `npm pack`: what is published has no scripts, no development dependencies and no settings of tools, which point at
 * nothing in the package, and its OpenAPI document, which programs read, has no blanks. `lean` writes both so, and `whole` puts them
 * back as they were.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'

const ofRepository = ['scripts', 'devDependencies', 'knip', 'overrides']

type Content = Readonly<Record<string, unknown>>

/** What is published in another form, by its path. */
const leaner: Readonly<Record<string, (whole: Content) => string>> = {
  'package.json': (whole) =>
    JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([name]) => !ofRepository.includes(name))), null, 2),
  'docs/reference/openapi.json': (whole) => JSON.stringify(whole),
}

for (const [path, make] of Object.entries(leaner)) {
  // At the top of the repository, where nothing of it is packed.
  const kept = basename(path).replace(/json$/, 'whole.json')
  // What a pack that was broken off left behind is the whole one.
  if (existsSync(kept)) renameSync(kept, path)
  if (process.argv[2] !== 'lean') continue
  const text = readFileSync(path, 'utf8')
  writeFileSync(kept, text)
  writeFileSync(path, `${make(JSON.parse(text))}\n`)
}
