/** The birth of a world: one partner with credentials, and its funded master account; and what there is to tell of it. */
import { addPartnerState, newPartner } from './access/partner.ts'
import { addAccount, type OpenAccount, openAccountOf } from './accounts/account.ts'
import { takeNotes } from './assumptions/notes.ts'
import type { Happening } from './happening.ts'
import { assertInvariants } from './invariants.ts'
import { type Turn, turnAt } from './turn.ts'
import { emptyWorld, type Settings, type World } from './world.ts'

/** A world in which a partner can begin to work. */
export function bornWorld(settings: Settings): World {
  const turn = turnAtBirth(settings)
  // Nothing is told: it is asked for rarely, and the first instant to be formatted is slow.
  addAccount(turn, 0, masterAccountOf(settings))
  assertInvariants(turn.world)
  return turn.world
}

/** What the birth brought about, told as of any partner that is added. */
export function openingOf(settings: Settings): Happening[] {
  const happenings: Happening[] = []
  const turn = turnAtBirth(settings, happenings)
  const { id, name } = turn.world.access.partners.at(0)
  turn.tell({ what: 'partner.added', partnerId: id, name })
  openAccountOf(turn, 0, masterAccountOf(settings))
  return happenings
}

/** A turn at a world that has its first partner and nothing else. */
function turnAtBirth(settings: Settings, happenings: Happening[] = []): Turn {
  const notes = takeNotes('bank.open')
  const turn = turnAt(emptyWorld(settings), { kind: 'partner', partner: 0 }, { happenings, notes })
  addPartnerState(turn.world, newPartner(settings.seed, 0, { ...settings.partner, masterAccount: 0 }))
  return turn
}

function masterAccountOf({ masterAccount: { title, balance, ledgerType } }: Settings): OpenAccount {
  return { title, balance, ledgerType: ledgerType ?? undefined }
}
