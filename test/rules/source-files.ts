/** The source files of the library, for the tests that hold the house to its rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface SourceFile {
  /** Below `src`: `core/wires/batch.ts`. */
  readonly path: string
  readonly text: string
}

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** Every file below `src`. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(src + path, 'utf8') }))
}

/** A file without its comments and texts: what the code itself says. */
export function codeOf({ text }: SourceFile): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''")
}
