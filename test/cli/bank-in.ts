/** The bank of a process that has only one, in a state file. */
import type { Bank } from '../../src/bank/bank.ts'
import { createBank } from '../../src/bank/create-bank.ts'
import type { BankOptions } from '../../src/bank/shell/state/options.ts'
import type { StateFile } from '../../src/cli/state/state-file.ts'

/** The bank of the file, or a new one. */
export function bankIn(state: StateFile, options: BankOptions = {}): Bank {
  const { banks, opened } = state.keeping(options)
  const bank = banks.get('main') ?? createBank(options)
  if (!banks.has('main')) opened('main', bank)
  return bank
}
