/** Lines of JSON that tests add to a file: each is one write at its end, so that those of several processes never mix. */
import { nodeModule } from '../shell/state/platform.ts'

type Files = typeof import('node:fs')
type Paths = typeof import('node:path')

/** Adds a line to a file, and makes its folder; nothing happens in a browser, which has no files. @throws what the system says */
export function appendLine(path: string, line: object): void {
  const files = nodeModule('node:fs') as Files | undefined
  const paths = nodeModule('node:path') as Paths | undefined
  if (!files || !paths) return
  files.mkdirSync(paths.dirname(paths.resolve(path)), { recursive: true })
  files.appendFileSync(path, `${JSON.stringify(line)}\n`)
}
