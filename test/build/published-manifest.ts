/**
 * Runs around `npm pack`: what is published has no scripts, no development dependencies and no settings of tools, which point at
 * nothing in the package. `lean` leaves them out of package.json, `whole` puts it back as it was.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const WHOLE = 'package.whole.json'
const ofRepository = ['scripts', 'devDependencies', 'knip', 'overrides']

if (process.argv[2] === 'lean') {
  // What a pack that was broken off left behind is the whole one.
  if (existsSync(WHOLE)) renameSync(WHOLE, 'package.json')
  const text = readFileSync('package.json', 'utf8')
  const lean = Object.entries(JSON.parse(text)).filter(([name]) => !ofRepository.includes(name))
  writeFileSync(WHOLE, text)
  writeFileSync('package.json', `${JSON.stringify(Object.fromEntries(lean), null, 2)}\n`)
} else if (existsSync(WHOLE)) renameSync(WHOLE, 'package.json')
