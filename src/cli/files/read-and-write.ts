/** What a command reads; and what it makes, on the terminal or in a file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import type { Invocation, Terminal } from '../command.ts'
import type { OptionRow } from '../options/option-row.ts'
import { text } from '../options/value-kind.ts'

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

/** Where a command writes what it made. */
export const out: OptionRow = {
  name: 'out',
  about: 'The file to write. By default it goes to the terminal.',
  kind: text('FILE'),
}

/** Writes what a command made to where it was asked to. */
export async function writeOut(made: string, { values }: Invocation, { stdout, stderr }: Terminal): Promise<void> {
  const path = values.get(out.name)
  if (typeof path !== 'string') return await stdout(made)
  writeTo(path, made)
  stderr(`Written to ${path}.`)
}

/** @throws {UsageError} where it cannot be written */
export function writeTo(path: string, made: string): void {
  try {
    writeFileSync(path, made.endsWith('\n') ? made : `${made}\n`)
  } catch (error) {
    throw new UsageError(
      `Failed to write "${path}": ${(error as Error).message}. Give the path of a file in a folder that is there and may be written. (§3)`,
    )
  }
}
