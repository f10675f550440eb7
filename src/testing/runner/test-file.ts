/** The file of a test as it is called on every machine: from the folder of its package on, with slashes. */
import { hostProcess, nodeModule } from '../../bank/shell/state/platform.ts'

type Files = typeof import('node:fs')

/** The file from an absolute path or a `file:` URL; any other text stays as it is. */
export function testFile(file: string): string {
  const urls = nodeModule('node:url') as typeof import('node:url') | undefined
  const path = (file.startsWith('file:') && urls ? urls.fileURLToPath(file) : file).replaceAll('\\', '/')
  const folder = packageOf(path)
  return folder === undefined ? path : path.slice(folder.length + 1)
}

const folders = new Map<string, string | undefined>()

/** The nearest folder above that has a package.json, or is the root of a project for Deno. */
function packageOf(path: string): string | undefined {
  const files = nodeModule('node:fs') as Files | undefined
  const end = path.lastIndexOf('/')
  if (!files || end <= 0) return undefined
  const folder = path.slice(0, end)
  if (!folders.has(folder)) {
    const isRoot = ['package.json', 'deno.json', 'deno.jsonc'].some((name) => exists(files, `${folder}/${name}`))
    folders.set(folder, isRoot ? folder : packageOf(folder))
  }
  return folders.get(folder)
}

/** Where it may not be looked at, as in Deno without permission, there is nothing. */
function exists(files: Files, path: string): boolean {
  try {
    return files.existsSync(path)
  } catch {
    return false
  }
}

/** The file that the process was started with: in many runners that of the tests. */
export function mainFile(): string {
  return hostProcess()?.argv?.[1] ?? ''
}
