/**
 * Packs a copy of the repository in which nothing has been built, as a maintainer does and as `npm install` from git does: what comes
 * out is never empty, and the same bytes each time.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, relative, resolve } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'vostro-packing-'))
const copy = join(folder, 'copy')
const npm = (cwd: string, ...words: string[]) =>
  execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

/** Every file that `exports` points to. */
function entriesOf(exported: unknown): string[] {
  if (typeof exported === 'string') return [exported.replace('./', '')]
  return Object.values(exported as object).flatMap(entriesOf)
}

function expectEntries(how: string, paths: readonly string[]): void {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }
  const missing = entriesOf(exports).filter((path) => !paths.includes(path))
  if (missing.length > 0) throw new Error(`${how} gives a package without ${missing.join(', ')}.`)
}

/** Fails where a page of the tarball links to a file that is not in it. */
function expectLinksWithin(tarball: string, paths: readonly string[]): void {
  const dead = paths
    .filter((path) => path.endsWith('.md'))
    .flatMap((page) => {
      const text = execFileSync('tar', ['-xOf', tarball, `package/${page}`], { encoding: 'utf8' })
      return [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
        .map(([, target = '']) => posix.join(posix.dirname(page), target))
        .filter((target) => !paths.some((path) => path === target || path.startsWith(`${target}/`)))
        .map((target) => `${page} links to ${target}`)
    })
  if (dead.length > 0) throw new Error(`The package has links to files that are not in it: ${dead.join(', ')}.`)
}

/** The tarball of a second `npm pack`, of what was built. */
function packedAgain(): Buffer {
  const again = join(folder, 'again')
  mkdirSync(again)
  const form = (words: string) => execFileSync('npx', ['tsx', 'test/build/published-form.ts', words], { cwd: copy })
  form('lean')
  npm(copy, 'pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', again)
  form('whole')
  return readFileSync(join(again, readdirSync(again)[0] ?? ''))
}

/** Fails where two builds of the same sources, in different folders, differ. */
function expectSameBuild(one: string, other: string): void {
  const differ = readdirSync(one, { recursive: true, encoding: 'utf8' }).filter((path) => {
    const [here, there] = [join(one, path), join(other, path)]
    return statSync(here).isFile() && !(existsSync(there) && readFileSync(here).equals(readFileSync(there)))
  })
  if (differ.length > 0)
    throw new Error(
      `Built in another folder, these files differ: ${differ.join(', ')}. Is dist old? Run npm run build.`,
    )
}

try {
  const isLeftOut = (path: string) => ['node_modules', 'dist', '.git'].includes(relative('.', path))
  cpSync('.', copy, { recursive: true, filter: (path) => !isLeftOut(path) })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  // Without `--ignore-scripts`: `prepack` builds.
  const printed = npm(copy, 'pack', '--json', '--loglevel=error', '--pack-destination', folder)
  const [{ files }] = JSON.parse(printed.slice(printed.lastIndexOf('\n[\n') + 1)) as [{ files: { path: string }[] }]
  const paths = files.map(({ path }) => path)
  expectEntries('`npm pack`', paths)
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const published = execFileSync('tar', ['-xOf', join(folder, tarball), 'package/package.json'], { encoding: 'utf8' })
  if ('scripts' in JSON.parse(published))
    throw new Error('The published package.json has scripts, which point at nothing.')
  for (const path of ['package.json', 'README.md']) {
    if (readFileSync(path, 'utf8') !== readFileSync(join(copy, path), 'utf8'))
      throw new Error(`\`npm pack\` has left another ${path} behind.`)
  }
  expectLinksWithin(join(folder, tarball), paths)

  // Built in another folder, and packed anew.
  expectSameBuild('dist', join(copy, 'dist'))
  const [first, second] = [readFileSync(join(folder, tarball)), packedAgain()]
  if (!first.equals(second)) throw new Error('`npm pack` gives other bytes when it is run again.')

  // From git, npm runs `prepare` alone. What was built stands in for a second build.
  renameSync(join(copy, 'dist'), join(folder, 'built'))
  const given = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8')) as { scripts: object }
  const build = `node -e "fs.renameSync('../built', 'dist')"`
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...given, scripts: { ...given.scripts, build } }))
  const partner = join(folder, 'partner')
  mkdirSync(partner)
  writeFileSync(join(partner, 'package.json'), '{ "name": "a-partner", "private": true }')
  npm(partner, 'install', '--no-audit', '--no-fund', '--loglevel=error', '--omit=peer', '--install-links', copy)
  const installed = join(partner, 'node_modules/vostro')
  execFileSync('node', ['--input-type=module', '-e', "import { createBank } from 'vostro'\ncreateBank()"], {
    cwd: partner,
  })
  expectEntries(
    '`npm install` from a folder',
    paths.filter((path) => readFileSync(join(installed, path)).length > 0),
  )
  process.stdout.write(
    `Packed from where nothing was built, the package has all of its ${paths.length} files, installed from a folder too.\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
