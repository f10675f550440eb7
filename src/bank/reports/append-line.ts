/** Appends lines of JSON to a file. Each line is one write, so that the lines of several processes never mix. */
import { messageOf } from '../../core/errors.ts'
import { hostProcess, nodeModule } from '../shell/host/platform.ts'

type Files = typeof import('node:fs')
type Paths = typeof import('node:path')

/** The files that could not be written. Nothing more is written to them, so that no later line is joined to half a line. */
const givenUp = new Set<string>()

/** What a file is, and how to give another one. */
interface Complaint {
  readonly what: string
  readonly advice: string
}

/** Makes a folder and those above it, one by one: where no folder can be made, as in /proc, Node's `recursive` tries for ever. */
export function makeFolder(path: string): void {
  const { existsSync, mkdirSync } = nodeModule('node:fs') as Files
  if (existsSync(path)) return
  makeFolder((nodeModule('node:path') as Paths).dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error
  }
}

/**
 * Appends the line that `make` returns, and makes the folder of the file first. Does nothing in a browser. A file that cannot be written
 * fails no test and no request: the process says so once, and goes on.
 */
export function appendLine(path: string, make: () => object, { what, advice }: Complaint): void {
  const files = nodeModule('node:fs') as Files | undefined
  const paths = nodeModule('node:path') as Paths | undefined
  if (!files || !paths || givenUp.has(path)) return
  try {
    makeFolder(paths.dirname(paths.resolve(path)))
    files.appendFileSync(path, `${JSON.stringify(make())}\n`)
  } catch (error) {
    givenUp.add(path)
    hostProcess()?.stderr?.write(`Failed to write the ${what} "${path}": ${messageOf(error)}. ${advice}\n`)
  }
}
