/** The banks of the tests that a mutant breaks on purpose: their answers are not held against the contract. */
import type { Bank } from 'vostro'
import { portOf } from '../../src/bank/port.ts'
import { breakBank } from '../../src/suite/mutants/mutant.ts'
import { mutants } from '../../src/suite/mutants/mutants.ts'

// A bank is known by its settings, which it keeps for life. One set for all files of a worker.
const shared = globalThis as { vostroBroken?: WeakSet<object> }
shared.vostroBroken ??= new WeakSet()
export const broken = shared.vostroBroken

/** Breaks a bank by the mutant of this id. Gives how often the mutant has changed what the bank did. */
export function breaking(bank: Bank, id: string): () => number {
  broken.add(bank.world.settings)
  return breakBank(portOf(bank), mutants[id] as never)
}
