/** Converts an account number to its slot, and back. An account that the actor may not see is treated as if it did not exist. (§2.9) */
import { type Rejection, reject } from '../rejection.ts'
import { maySee, type Reading } from '../turn.ts'
import type { World } from '../world.ts'
import { locate, masterAccountNumber, subledgerNumber } from './account-number.ts'

/** Returns the slot of the master account with `number`, or a refusal. `verb` begins the message: `open a subledger under`. */
export function findMaster({ world, actor }: Reading, number: string, verb: string): number | Rejection {
  const place = locate(world.settings.seed, number)
  if (place?.isMaster === false) {
    return reject(
      'account_is_not_a_master',
      `Failed to ${verb} "${number}": this is the number of a subledger (12 digits), and a master account (10 digits) is needed. Use the subledger's masterAccountNumber. (§2.9)`,
    )
  }
  const account = place && world.accounts.masters.get(place.slot)
  return account && maySee(actor, account.partner) ? place.slot : accountNotFound(number, verb)
}

/** Like `findMaster`, for a subledger. The number of a master stands for its implicit subledger (§2.9 rule 4). */
export function findSubledger({ world, actor }: Reading, number: string, verb: string): number | Rejection {
  const place = locate(world.settings.seed, number)
  if (!place) return accountNotFound(number, verb)
  const slot = place.isMaster ? world.accounts.masters.get(place.slot)?.implicit : place.slot
  const subledger = slot === undefined ? undefined : world.accounts.subledgers.get(slot)
  // The slot of an implicit subledger has a twelve-digit number, too. That number is never shown, and finds nothing.
  if (slot === undefined || !subledger || subledger.isImplicit !== place.isMaster) return accountNotFound(number, verb)
  const { partner } = world.accounts.masters.at(subledger.master)
  return maySee(actor, partner) ? slot : accountNotFound(number, verb)
}

export function numberOfSubledger(world: World, slot: number): string {
  const { isImplicit, master } = world.accounts.subledgers.at(slot)
  const { seed } = world.settings
  return isImplicit ? masterAccountNumber(seed, master) : subledgerNumber(seed, slot)
}

export function partnerOfSubledger(world: World, slot: number): number {
  return world.accounts.masters.at(world.accounts.subledgers.at(slot).master).partner
}

function accountNotFound(number: string, verb: string): Rejection {
  return reject(
    'account_not_found',
    `Failed to ${verb} "${number}": this partner has no such account. Take the number from bank.masterAccount, or from the answer that opened the subledger. (§2.9)`,
  )
}
