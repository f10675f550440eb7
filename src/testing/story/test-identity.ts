/** The identity of a test: its file and full name, from which the names of traces and the seed `'test'` are made. */

import { type TracedTest, textOf } from '../../bank/reports/trace/write-trace.ts'
import { nodeModule } from '../../bank/shell/host/platform.ts'
import { attempt } from '../../core/kernel/attempt.ts'
import { hashText } from '../../core/kernel/identity.ts'

export interface TestIdentity extends TracedTest {
  /** The command that runs this test alone, if the runner is known. */
  readonly repeat?: string
}

const commands = {
  vitest: ['npx vitest run', '-t'],
  jest: ['npx jest', '-t'],
  playwright: ['npx playwright test', '-g'],
} as const

export function repeatable(runner: keyof typeof commands, { file, name }: TestIdentity): TestIdentity {
  const [command, option] = commands[runner]
  // Runners take a pattern, and each joins the names of groups in its own way.
  const pattern = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/ [>›] /g, '.*')
  const quoted = `'${pattern.replaceAll("'", "'\\''")}'`
  return { file, name, repeat: `${command} ${file} ${option} ${quoted}` }
}

/** A seed for this test: different for each file and full name, and the same on every machine. */
export function seedOf(test: TestIdentity): number {
  const text = textOf(test)
  // A safe integer has 53 bits: 32 from one hash, and 21 from another.
  return (hashText(text, 1) % 2 ** 21) * 2 ** 32 + hashText(text)
}

/** The path of a file below its package, from an absolute path or a `file:` URL; any other text stays as it is. */
export function testFile(file: string): string {
  const urls = nodeModule('node:url') as typeof import('node:url') | undefined
  const path = (file.startsWith('file:') && urls ? urls.fileURLToPath(file) : file).replaceAll('\\', '/')
  const folder = packageOf(path)
  return folder === undefined ? path : path.slice(folder.length + 1)
}

const folders = new Map<string, string | undefined>()

/** The nearest folder above a path that has the configuration file of a package or of a Deno project. */
function packageOf(path: string): string | undefined {
  const files = nodeModule('node:fs') as typeof import('node:fs') | undefined
  const end = path.lastIndexOf('/')
  if (!files || end <= 0) return undefined
  const folder = path.slice(0, end)
  if (!folders.has(folder)) {
    const names = ['package.json', 'deno.json', 'deno.jsonc']
    // A file that may not be read, as in Deno without permission, counts as missing.
    const isRoot = names.some((name) => attempt(() => files.existsSync(`${folder}/${name}`)))
    folders.set(folder, isRoot ? folder : packageOf(folder))
  }
  return folders.get(folder)
}
