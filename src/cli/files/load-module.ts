/** Loads a module of the partner. A module of TypeScript is loaded by the tool that runs the partner's tests: vite, tsx, or Node. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../core/errors.ts'

type Module = Readonly<Record<string, unknown>>

/** The exports of a module. @throws {UsageError} if there is no such file, or no tool here reads TypeScript */
export async function loadModule(path: string): Promise<Module> {
  const file = resolve(path)
  if (!existsSync(file)) throw new UsageError(`Failed to load "${path}": there is no such file. Give its path.`)
  if (!/\.[cm]?tsx?$/.test(file)) return await import(pathToFileURL(file).href)
  const load = (await byVite()) ?? (await byTsx()) ?? byNode()
  if (load) return await load(file)
  throw new UsageError(
    `Failed to load "${path}": no tool here reads TypeScript. Install vitest or tsx beside vostro, or run Node 22.18 or later.`,
  )
}

type Load = (file: string) => Promise<Module>

/** vitest brings vite, which reads a module as it reads a test. */
async function byVite(): Promise<Load | undefined> {
  const vite = await ofProject<{ runnerImport?: (file: string, config: object) => Promise<{ module: Module }> }>('vite')
  const { runnerImport } = vite ?? {}
  return runnerImport && (async (file) => (await runnerImport(file, { configFile: false, logLevel: 'error' })).module)
}

async function byTsx(): Promise<Load | undefined> {
  const tsx = await ofProject<{ tsImport: (file: string, from: string) => Promise<Module> }>('tsx/esm/api')
  return tsx && ((file) => tsx.tsImport(pathToFileURL(file).href, import.meta.url))
}

function byNode(): Load | undefined {
  const readsTypes = (process.features as { readonly typescript?: unknown }).typescript
  return readsTypes ? async (file) => await import(pathToFileURL(file).href) : undefined
}

/** A package of the project in which the command runs, or a dependency of its vitest; undefined if there is none. */
async function ofProject<Package>(name: string): Promise<Package | undefined> {
  const here = createRequire(resolve('package.json'))
  const places = [() => here.resolve(name), () => createRequire(here.resolve('vitest')).resolve(name)]
  for (const find of places) {
    try {
      return (await import(pathToFileURL(find()).href)) as Package
    } catch {
      // It is not installed there.
    }
  }
  return undefined
}
