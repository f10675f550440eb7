/** Reads and writes the files of a command. */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import type { Terminal } from '../command.ts'

/** @param advice - which file to give instead */
function cannotRead(path: string, fact: string, advice: string): UsageError {
  return new UsageError(`Failed to read "${path}": ${fact}. ${advice}`)
}

/** @throws {UsageError} if the system cannot read the file */
function readBy<Result>(path: string, advice: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
    throw cannotRead(path, (error as Error).message, advice)
  }
}

/** @throws {UsageError} if the file cannot be read */
export function readText(path: string, advice: string): string {
  return readBy(path, advice, () => readFileSync(path, 'utf8'))
}

/** @param fact - what the error says of a file that is not JSON */
export function readJson(path: string, advice: string, fact?: string): unknown {
  const content = readText(path, advice)
  try {
    return JSON.parse(content)
  } catch (error) {
    throw cannotRead(path, fact ?? (error as Error).message, advice)
  }
}

/** Writes a file and says where it is, if an option names it. @throws {UsageError} if the file cannot be written */
export function writeTo(path: unknown, made: string, { stderr }: Terminal): void {
  if (typeof path !== 'string') return
  try {
    writeFileSync(path, made.endsWith('\n') ? made : `${made}\n`)
    stderr(`Written to ${resolve(path)}.`)
  } catch (error) {
    throw new UsageError(
      `Failed to write "${path}": ${(error as Error).message}. Give a path in a folder that exists and may be written to.`,
    )
  }
}
