/** The birth of a world: one partner with credentials, and its funded master account. */
import { addPartnerState, newPartner } from './access/partner.ts'
import { addAccount } from './accounts/account.ts'
import { takeNotes } from './assumptions/notes.ts'
import { assertInvariants } from './invariants.ts'
import { turnAt } from './turn.ts'
import { emptyWorld, type Settings, type World } from './world.ts'

/** A world in which a partner can begin to work. */
export function bornWorld(settings: Settings): World {
  const turn = turnAt(
    emptyWorld(settings),
    { kind: 'partner', partner: 0 },
    { happenings: [], notes: takeNotes('bank.open') },
  )
  addPartnerState(turn.world, newPartner(settings.seed, 0, { ...settings.partner, masterAccount: 0 }))
  const { title, balance, ledgerType } = settings.masterAccount
  // No happening: nobody listens yet, and the first instant to be formatted is slow.
  addAccount(turn, 0, { title, balance, ledgerType: ledgerType ?? undefined })
  assertInvariants(turn.world)
  return turn.world
}
