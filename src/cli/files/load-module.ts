/**
 * Loads a module of the partner by the tool that runs the partner's tests, with its aliases of paths: a loader of the command line, vite,
 * tsx, or Node. If one tool cannot resolve an import, the next one tries.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { messageOf, UsageError } from '../../core/errors.ts'

type Module = Readonly<Record<string, unknown>>
type Load = (file: string) => Promise<Module>

/** The exports of a module. @throws {UsageError} if there is no such file, no tool here reads it, or none resolves its imports */
export async function loadModule(path: string): Promise<Module> {
  const file = resolve(path)
  if (!existsSync(file)) throw new UsageError(`Failed to load "${path}": there is no such file. Give its path.`)
  const isTyped = /\.[cm]?tsx?$/.test(file)
  const tools = [...(isTyped && !hasLoader() ? [] : [byNode]), byVite, byTsx, ...(isTyped ? [byNode] : [])]
  let unresolved: unknown
  for (const tool of tools) {
    const load = await tool()
    try {
      if (load) return await load(file)
    } catch (error) {
      if (isOfSyntax(error)) throw new UsageError(`Failed to load "${path}": ${inOneLine(error)}. Mend the file.`)
      if (!isUnresolved(error)) throw error
      unresolved ??= error
    }
  }
  throw new UsageError(
    unresolved === undefined || isOfType(unresolved)
      ? `Failed to load "${path}": no tool here reads TypeScript. Install vitest or tsx beside vostro, or run Node 22.18 or later.`
      : `Failed to load "${path}": ${messageOf(unresolved)}. Aliases of paths are read from the vitest or vite config of this folder, with tsx from its tsconfig.json, or by a loader in NODE_OPTIONS: run the command in the folder that has them.`,
  )
}

/** Whether Node was told to load modules by something of the partner's, such as `--import tsx`. */
const hasLoader = () =>
  /--(import|loader|experimental-loader|require|r)\b/.test(`${process.env['NODE_OPTIONS']} ${process.execArgv}`)

const codeOf = (error: unknown) => String((error as { readonly code?: unknown } | null)?.code)
const isOfType = (error: unknown) => /^ERR_(UNKNOWN_FILE_EXTENSION|UNSUPPORTED_TYPESCRIPT_SYNTAX)$/.test(codeOf(error))

/** Whether a tool could not parse a module. Vite and tsx throw errors of their own. */
const isOfSyntax = (error: unknown) =>
  error instanceof SyntaxError || /^(Transform|Build|Parse) fail/.test(messageOf(error))

/** The message of such an error in one line, without colours and frames. */
const inOneLine = (error: unknown) =>
  stripVTControlCharacters(messageOf(error))
    .replace(/[\s\u2500-\u257f]+/g, ' ')
    .trim()

/** True if a tool does not know how to find or to read a module. An error that the module itself throws is the partner's. */
const isUnresolved = (error: unknown) =>
  isOfType(error) ||
  /MODULE_NOT_FOUND|ERR_LOAD_URL|UNSUPPORTED_DIR_IMPORT/.test(codeOf(error)) ||
  /Failed to resolve import|Cannot find (module|package)/.test(messageOf(error))

interface Config {
  readonly resolve?: object
  readonly plugins?: unknown
  readonly test?: { readonly alias?: unknown }
}
interface Vite {
  readonly runnerImport?: (file: string, config: object) => Promise<{ module: Module }>
  readonly loadConfigFromFile: (
    env: object,
    file?: string,
    root?: string,
    level?: string,
  ) => Promise<{ config: Config } | null>
}

/** vitest brings vite, which reads a module as it reads a test: with the aliases and plugins of the config. */
async function byVite(): Promise<Load | undefined> {
  const vite = await ofProject<Vite>('vite')
  const { runnerImport, loadConfigFromFile } = vite ?? {}
  if (!runnerImport || !loadConfigFromFile) return undefined
  return async (file) => {
    const own = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((ending) => resolve(`vitest.config.${ending}`))
    const found = await loadConfigFromFile({ command: 'serve', mode: 'test' }, own.find(existsSync), undefined, 'error')
    const { resolve: paths, plugins = [], test } = found?.config ?? {}
    // vite 8 reads the paths of tsconfig.json itself; to earlier ones the option means nothing.
    const resolving = { tsconfigPaths: true, ...paths, ...(test?.alias ? { alias: test.alias } : {}) }
    return (await runnerImport(file, { configFile: false, logLevel: 'error', resolve: resolving, plugins })).module
  }
}

async function byTsx(): Promise<Load | undefined> {
  const tsx = await ofProject<{ tsImport: (file: string, from: string) => Promise<Module> }>('tsx/esm/api')
  return tsx && ((file) => tsx.tsImport(pathToFileURL(file).href, import.meta.url))
}

const byNode = (): Load => async (file) => await import(pathToFileURL(file).href)

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
