/** Makes a bank: from options, or from a journal. */
import { Bank } from './bank.ts'
import { tellMade } from './current/current-bank.ts'
import type { Journal } from './shell/state/journal.ts'
import { type BankOptions, settingsFrom } from './shell/state/options.ts'
import type { PredicateOptions } from './shell/state/predicate-registry.ts'
import { replayed } from './shell/state/replay.ts'
import { newState } from './shell/state/state.ts'

/**
 * Creates a bank: a partner with credentials, a funded master account, three services, and a clock that stands still until the test moves
 * it. Nothing is shared between banks, and the same options give the same bank, id for id.
 *
 * @param options - `seed`, `now`, `timeZone`, `release`, addresses, the partner's account, `assume`; all optional
 * @throws {UsageError} if an option cannot be used, with every problem listed
 * @example
 * ```ts
 * const bank = createBank({ seed: 7, now: '2026-03-02T09:00:00-05:00' })
 * bank.masterAccount.availableBalance // 100000000
 * ```
 */
export function createBank(options: BankOptions = {}): Bank {
  const bank = bankFrom(options)
  tellMade(bank)
  return bank
}

/** A bank that no test made itself. */
export const bankFrom = (options: BankOptions = {}): Bank => new Bank(newState(settingsFrom(options)))

/**
 * Makes a bank by performing the operations of a journal again, from the opening on. Its world equals that of the original bank.
 *
 * @param journal - `bank.journal`, or its JSON after JSON.parse
 * @param options - `predicates`: the `when` function of each fault that had one and can still strike, by the id of the fault
 * @throws {UsageError} if entries are missing or damaged, if an entry has another time or outcome in the replay, or if
 *   `predicates` lacks a `when`
 */
export function replay(journal: Journal, options: PredicateOptions = {}): Bank {
  return new Bank(replayed(journal, options))
}
