/**
 * Runs around `npm pack`, and writes what is published in another form than it has here: a manifest without scripts, development
 * dependencies and settings of tools, which point at nothing in the package; JSON, which programs read, without blanks;
 * and a front page without links to files that are not packed. `lean` writes them so, and `whole` puts them back as they were.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'

/** The files as they are, while the published ones lie in their places. */
const KEPT = '.whole'

// What a pack that was broken off left behind is the whole one.
if (existsSync(KEPT)) cpSync(KEPT, '.', { recursive: true })
rmSync(KEPT, { recursive: true, force: true })
if (process.argv[2] === 'lean') {
  const packed = packedPaths()
  for (const path of packed) {
    const whole = readFileSync(path, 'utf8')
    const published = publishedFrom(path, whole, packed)
    if (published === whole) continue
    cpSync(path, posix.join(KEPT, path), { recursive: true })
    writeFileSync(path, published)
  }
}

function packedPaths(): ReadonlySet<string> {
  const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
  const [{ files }] = JSON.parse(told) as [{ files: { path: string }[] }]
  return new Set(files.map(({ path }) => path))
}

function publishedFrom(path: string, whole: string, packed: ReadonlySet<string>): string {
  if (path === 'package.json') return `${JSON.stringify(manifestFrom(JSON.parse(whole)), null, 2)}\n`
  if (path.endsWith('.json')) return `${JSON.stringify(JSON.parse(whole))}\n`
  return path.endsWith('.md') ? linkedWithin(packed, path, whole) : whole
}

function manifestFrom(whole: object): object {
  const ofRepository = ['scripts', 'devDependencies', 'knip', 'overrides']
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !ofRepository.includes(name)))
}

/** A page in which a link to a file that is not packed is its words alone, and a picture is left out. */
function linkedWithin(packed: ReadonlySet<string>, page: string, text: string): string {
  const link = /!?\[(?<words>(?:[^[\]]|\[[^\]]*\])*)\]\((?<target>[^()\s#]+)(?:#[^()\s]*)?\)/g
  return text.replace(link, (whole: string, words: string, target: string) => {
    const path = posix.join(posix.dirname(page), target)
    const isWithin = /^\w+:/.test(target) || packed.has(path) || [...packed].some((each) => each.startsWith(`${path}/`))
    if (isWithin) return whole
    return whole.startsWith('!') ? '' : words
  })
}
