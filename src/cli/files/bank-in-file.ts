/** Reads a bank from a file: a state file of `--state`, or the journal of a bank as JSON. */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Bank } from '../../bank/bank.ts'
import { replay } from '../../bank/create-bank.ts'
import type { Journal } from '../../bank/shell/state/journal.ts'
import { UsageError } from '../../core/errors.ts'
import { nearestOrAll } from '../../core/kernel/nearest.ts'
import { canBegin } from '../../server/journal/chain.ts'
import { readStateFile } from '../state/open-file.ts'
import { readBy, readJson } from './read-and-write.ts'

const ADVICE = 'Give a file of --state, or bank.journal as JSON.'
const NEITHER = 'it is neither a state file nor JSON'

/** The bank after the last complete operation in the file. `say` gets a sentence if an incomplete operation follows. */
export async function bankInFile(path: string, id: string, say: (sentence: string) => void): Promise<Bank> {
  if (!canBegin(beginningOf(path))) return replay(readJson(path, ADVICE, NEITHER) as Journal)
  const { banks, torn } = await readStateFile(path)
  if (torn !== undefined) say(`${path}: ${torn}. These bytes are left out.`)
  const bank = banks.get(id)
  if (bank) return bank
  throw new UsageError(
    `Failed to find the bank "${id}" in "${path}": it is not there, or was closed${nearestOrAll(id, [...banks.keys()])}. Give another --bank.`,
  )
}

/** The first characters of a file: enough to recognize a state file. */
function beginningOf(path: string): string {
  return readBy(path, ADVICE, () => {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(64)
      return bytes.toString('latin1', 0, readSync(file, bytes))
    } finally {
      closeSync(file)
    }
  })
}
