/** State files of tests, and the bank of a process that has only one. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bank } from '../../src/bank/bank.ts'
import { createBank } from '../../src/bank/create-bank.ts'
import type { BankOptions } from '../../src/bank/shell/state/options.ts'
import { openStateFile, type StateFile } from '../../src/cli/state/state-file.ts'
import { folderOfFile } from '../support/temporary-folder.ts'

/** Makes the function that makes up paths of state files. */
export function pathsOfFile(): () => string {
  const folder = folderOfFile()
  let files = 0
  return () => join(folder, `${files++}.json`)
}

/** The bank of the file, or a new one. */
export function bankIn(state: StateFile, options: BankOptions = {}): Bank {
  const { banks, opened } = state.keeping(options)
  const bank = banks.get('main') ?? createBank(options)
  if (!banks.has('main')) opened('main', bank)
  return bank
}

/** Changes a bank as a call of a server does, which is answered when the change is on disk. */
export async function acknowledged<Result>(state: StateFile, change: () => Result): Promise<Result> {
  await state.retried()
  const result = change()
  await state.written()
  return result
}

/** The banks that a process would find in the file now, and what it would say; the file stays as it is. */
export async function foundIn(path: string): Promise<{ banks: ReadonlyMap<string, Bank>; said: string }> {
  const copy = `${path}.copy`
  copyFileSync(path, copy)
  const said: string[] = []
  const state = await openStateFile(copy, { say: (sentence) => said.push(sentence) })
  const { banks } = state
  await state.close()
  return { banks, said: said.join('\n') }
}
