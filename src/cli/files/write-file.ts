/** What a command makes, on the terminal or in a file. */
import { writeFileSync } from 'node:fs'
import { UsageError } from '../../core/errors.ts'
import type { Invocation, Terminal } from '../command.ts'
import type { OptionRow } from '../options/option-row.ts'
import { text } from '../options/value-kind.ts'

/** Where it is written. */
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
