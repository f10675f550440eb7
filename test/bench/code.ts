/** Code that is measured: a folder of the repository with its built package, and its sections bundled as the package is. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'tsup'
import { tracePage } from '../build/trace-page.ts'

export interface Code {
  readonly root: string
  readonly bundles: string
}

export async function codeIn(root: string): Promise<Code> {
  if (!existsSync(`${root}dist/index.js`))
    throw new Error('Failed to find the built package. Run `npm run build` first.')
  const sections = `${root}test/bench/sections/`
  const bundles = `${root}.bench/`
  await build({
    config: false,
    entry: readdirSync(sections).map((file) => sections + file),
    tsconfig: `${root}tsconfig.json`,
    outDir: bundles,
    format: 'esm',
    target: 'es2022',
    platform: 'node',
    clean: true,
    silent: true,
    external: ['msw', 'sql.js'],
    esbuildPlugins: [tracePage],
    noExternal: [/^vostro/, '@date-fns/tz', 'date-fns', 'fastest-levenshtein', 'immer', 'nanoid', 'zod'],
  })
  return { root, bundles }
}

/**
 * The code that a page was written with, taken out of the history and built in a folder of its own, which goes when this process ends.
 * A ratio is another one on another machine: what that code takes here and now says whether the code is slower, or the machine.
 * Undefined where the history is not here, or is cut off.
 */
export async function codeOfPage(root: string, page: string): Promise<Code | undefined> {
  const commit = commitOf(root, page)
  if (commit === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'vostro-code-of-page-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x'], { cwd: folder, input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync('npx', ['tsup', '--no-dts'], { cwd: folder, stdio: 'ignore' })
  return codeIn(`${folder}/`)
}

function commitOf(root: string, page: string): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') return undefined
    return git('log', '-1', '--format=%H', '--', page) || undefined
  } catch {
    return undefined
  }
}
