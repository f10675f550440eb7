/** The trace of a failed test, as a file below a folder. A trace that cannot be written is a line of text, never a second failure. */
import type { Bank } from '../../bank/bank.ts'
import { nodeModule } from '../../bank/shell/state/platform.ts'
import { fileNameOf, type TestIdentity } from './test-identity.ts'

type Paths = typeof import('node:path')

/** What became of a trace: where it is, if it was written; and the line that says so, empty in a browser, which has no files. */
export interface WrittenTrace {
  /** The whole path. */
  readonly path?: string
  readonly line: string
}

/** How often a name was used in this process: tests may have equal names. */
const used = new Map<string, number>()

/** Writes `bank.trace()` into the folder, a path from the working directory on; `problem`, the message of a failure, goes to its head. */
export async function writeTrace(
  bank: Bank,
  test: TestIdentity,
  folder: string,
  problem?: string,
): Promise<WrittenTrace> {
  try {
    const files = nodeModule('node:fs') as typeof import('node:fs') | undefined
    const paths = nodeModule('node:path') as Paths | undefined
    if (!files || !paths) return { line: '' }
    const page = await bank.trace({ title: test.name, ...(problem === undefined ? {} : { problem }) })
    const name = fileNameOf(test)
    const times = (used.get(name) ?? 0) + 1
    used.set(name, times)
    const path = paths.resolve(folder, `${name}${times === 1 ? '' : `-${times}`}.html`)
    files.mkdirSync(paths.resolve(folder), { recursive: true })
    files.writeFileSync(path, page)
    return { path, line: `Trace: ${shortOf(paths, path)}` }
  } catch (error) {
    return { line: `No trace was written: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** From the working directory on, where it lies below it. */
function shortOf(paths: Paths, path: string): string {
  const short = paths.relative(paths.resolve(), path)
  return short.startsWith('..') ? path : short.replaceAll('\\', '/')
}
