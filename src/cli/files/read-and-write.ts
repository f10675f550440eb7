/** Reads the files of a command, and writes its result to the terminal or to a file. */
import { readFileSync, writeFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import type { Invocation, Terminal } from '../command.ts'
import type { OptionRow } from '../options/option-row.ts'
import { text } from '../options/value-kind.ts'

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

export const out: OptionRow = {
  name: 'out',
  about: 'The file to write. By default the result goes to the terminal.',
  kind: text('FILE'),
}

/** Writes the result of a command to the file of `--out`, or to the terminal. */
export async function writeOut(made: string, { values }: Invocation, { stdout, stderr }: Terminal): Promise<void> {
  const path = values.get(out.name)
  if (typeof path !== 'string') return await stdout(made)
  writeTo(path, made)
  stderr(`Written to ${path}.`)
}

/** @throws {UsageError} if the file cannot be written */
export function writeTo(path: string, made: string): void {
  try {
    writeFileSync(path, made.endsWith('\n') ? made : `${made}\n`)
  } catch (error) {
    throw new UsageError(
      `Failed to write "${path}": ${(error as Error).message}. Give a path in a folder that exists and may be written to.`,
    )
  }
}
