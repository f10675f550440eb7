/** Reads the coverage that tests wrote into a folder: a file for each process, with a line for each test. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../core/errors.ts'
import { fieldsOf, isRecord, jsonIn } from '../../core/kernel/json.ts'
import { type Met, metNothing, metTogether } from '../../suite/coverage/met.ts'
import type { MetByTest } from '../../suite/coverage/write-met.ts'

/** The lines of a folder; a line that is still being written is left out. */
export function linesIn(folder: string): MetByTest[] {
  return filesIn(folder).flatMap((path) => {
    const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1)
    return whole.map((text, index) => {
      const line = jsonIn(text)
      if (isMetByTest(line)) return line
      throw new UsageError(
        `Failed to read the coverage in "${path}": its line ${index + 1} is damaged. Delete the file, and run the tests again.`,
      )
    })
  })
}

function isMetByTest(line: unknown): line is MetByTest {
  const { test, met } = fieldsOf(line)
  return isRecord(test) && isRecord(met) && Object.values(met).every(isRecord)
}

/** Removes the files of an earlier run, and nothing else: the folder may have other files. */
export function clear(folder: string): void {
  for (const path of filesIn(folder)) rmSync(path)
}

/** The files that tests wrote: each has the id of its process as its name. */
function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  if (!statSync(folder).isDirectory())
    throw new UsageError(`Failed to read the coverage in "${folder}": it is no folder. Give another --folder.`)
  return readdirSync(folder)
    .filter((name) => /^\d+\.jsonl$/.test(name))
    .map((name) => join(folder, name))
}

/** The names of everything that was met: `events: Wire.Payment.Sent`. */
export const namesIn = (met: Met): string[] =>
  Object.entries(met).flatMap(([axis, names]) => Object.keys(fieldsOf(names)).map((name) => `${axis}: ${name}`))

export const metBy = (lines: readonly MetByTest[]): Met =>
  lines.reduce((all, { met }) => metTogether(all, met), metNothing)
