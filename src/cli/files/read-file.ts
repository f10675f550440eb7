/** What a command reads. */
import { readFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'

/** The error about a file that is not there, or not what it should be; `advice`: what to give in its place. */
function cannotRead(path: string, fact: string, advice: string): UsageError {
  return new UsageError(`Failed to read "${path}": ${fact}. ${advice}`)
}

/** What `read` makes of a file. @throws {UsageError} where the system cannot read it */
export function readBy<Result>(path: string, advice: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
    throw cannotRead(path, (error as Error).message, advice)
  }
}

/** The text of a file. @throws {UsageError} where it cannot be read */
export function readText(path: string, advice: string): string {
  return readBy(path, advice, () => readFileSync(path, 'utf8'))
}

/** The same as JSON; `fact`: what is wrong with a file that is none. */
export function readJson(path: string, advice: string, fact?: string): unknown {
  const content = readText(path, advice)
  try {
    return JSON.parse(content)
  } catch (error) {
    throw cannotRead(path, fact ?? (error as Error).message, advice)
  }
}
