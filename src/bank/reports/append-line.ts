/** Appends lines of JSON to a file. Each line is one write, so that the lines of several processes never mix. */
import { nodeModule } from '../shell/state/platform.ts'

type Files = typeof import('node:fs')
type Paths = typeof import('node:path')

/** Appends a line, and makes the folder of the file first. Does nothing in a browser. @throws the error of the file system */
export function appendLine(path: string, line: object): void {
  const files = nodeModule('node:fs') as Files | undefined
  const paths = nodeModule('node:path') as Paths | undefined
  if (!files || !paths) return
  files.mkdirSync(paths.dirname(paths.resolve(path)), { recursive: true })
  files.appendFileSync(path, `${JSON.stringify(line)}\n`)
}
