/**
 * Looks into the package before anybody else does: nothing but what a user needs, within a budget of size, readable without source
 * maps, without a script that runs when it is installed, and no Node module in what a browser loads.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { builtAs, entries } from '../build/entries.ts'

const built = [...Object.keys(entries).map(builtAs), 'vitest/browser'].join('|')

/** What may be in the package. */
const expected = new RegExp(
  `^(dist/(cli/vostro\\.js|(${built}|[\\w-]+)\\.(js|cjs|d\\.ts|d\\.cts)|THIRD-PARTY-NOTICES\\.txt)|docs/([\\w-]+/){0,2}[\\w.-]+\\.(md|ts|mjs)|docs/guides/[\\w-]+\\.jpg|docs/reference/(openapi|report\\.schema)\\.json|docs/llms\\.txt|skills/vostro/SKILL\\.md|(README|SECURITY)\\.md|LICENSE|package\\.json)$`,
)

/** In bytes: the tarball, packed and unpacked; and what an ESM test loads of the core. */
const BUDGET = { tarball: 1_400_000, unpacked: 5_000_000, core: 700_000 }

const told = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
const [packed] = JSON.parse(told) as [{ size: number; unpackedSize: number; files: { path: string }[] }]
const paths = packed.files.map(({ path }) => path)
const textOf = (path: string) => readFileSync(path, 'utf8')
const core = loadedBy('dist/index.js')
const coreSize = core.reduce((sum, path) => sum + textOf(path).length, 0)

/** What npm runs in the project of a user. */
const ofInstall = ['preinstall', 'install', 'postinstall']
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }

const problems = [
  ...ofInstall.filter((name) => name in scripts).map((name) => `The script "${name}" runs when vostro is installed.`),
  ...paths.filter((path) => !expected.test(path)).map((path) => `${path} is not expected in the package.`),
  ...paths
    .filter((path) => /\.c?js$/.test(path) && textOf(path).includes('sourceMappingURL'))
    .map((path) => `${path} points to a source map, and neither maps nor sources are shipped.`),
  ...[...core, ...loadedBy('dist/msw/index.js'), ...loadedBy('dist/test/index.js'), ...loadedBy('dist/time/index.js')]
    .filter((path) => /from\s*["']node:/.test(textOf(path)))
    .map((path) => `${path} imports a Node module, and browsers load it.`),
  ...(packed.size > BUDGET.tarball ? [`The tarball has ${packed.size} bytes, over ${BUDGET.tarball}.`] : []),
  ...(packed.unpackedSize > BUDGET.unpacked
    ? [`Unpacked it has ${packed.unpackedSize} bytes, over ${BUDGET.unpacked}.`]
    : []),
  ...(coreSize > BUDGET.core ? [`The core has ${coreSize} bytes, over ${BUDGET.core}.`] : []),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exit(1)
process.stdout.write(
  `The package has ${paths.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked; the core is ${coreSize} bytes.\n`,
)

/** A file of dist and every file that it loads. */
function loadedBy(entry: string, known = new Set<string>()): string[] {
  known.add(entry)
  for (const [, target = ''] of textOf(entry).matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g)) {
    const path = posix.join(posix.dirname(entry), target)
    if (!known.has(path)) loadedBy(path, known)
  }
  return [...known]
}
