/** The packed vostro, which importing this file packs, and the folders outside of the repository into which consumers install it. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

if (!existsSync(fileURLToPath(new URL('../../dist/index.js', import.meta.url)))) {
  process.stderr.write('Consumers install what is built, and dist/index.js is missing: run `npm run build` first.\n')
  process.exit(1)
}

export const suites = fileURLToPath(new URL('./suites/', import.meta.url))

/** Where all consumers have their folders, until this process ends. */
export const scratch = mkdtempSync(join(tmpdir(), 'vostro-consumers-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

// What is built is packed as it is: `prepack` would build it again.
const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch]
const [{ filename }] = JSON.parse(execFileSync('npm', words, { encoding: 'utf8' })) as [{ filename: string }]
export const tarball = join(scratch, filename)

/** Removes what an earlier consumer left in a folder, except what npm installed there. */
export function empty(folder: string): void {
  const installed = join(folder, 'node_modules')
  mkdirSync(installed, { recursive: true })
  const left = readdirSync(folder).filter((name) => name !== 'node_modules' && name !== 'package-lock.json')
  // Other hidden names in `node_modules` are caches of the tools.
  const caches = readdirSync(installed).filter((name) => /^\.(?!bin$|package-lock)/.test(name))
  for (const path of [...left.map((name) => join(folder, name)), ...caches.map((name) => join(installed, name))])
    rmSync(path, { recursive: true })
}

/** Undefined where npm installed the packages, else what it printed. */
export function install(folder: string, ...words: readonly string[]): Promise<string | undefined> {
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  return execute(folder, 'npm', ['install', ...words, ...quietly], {})
}

/** The variables of a consumer: those of this process, less what a runner of this repository sets. */
export function environment(more: object): NodeJS.ProcessEnv {
  const { VITEST, NODE_ENV, ...inherited } = process.env
  return { ...inherited, CI: 'true', NO_COLOR: '1', ...more }
}

/** Undefined where the command succeeds, else what it printed. */
export function execute(
  cwd: string,
  command: string,
  words: readonly string[],
  env: object,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { cwd, env: environment(env) })
    const printed: string[] = []
    child.stdout.on('data', (data) => printed.push(String(data)))
    child.stderr.on('data', (data) => printed.push(String(data)))
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : `${printed.join('')}\nexit code ${code}`))
  })
}

/** The version of a package that is installed in a folder. */
export function versionIn(folder: string, name: string): string {
  const text = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
