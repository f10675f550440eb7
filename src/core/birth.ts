/** The birth of a world: one partner with credentials, and its funded master account. */
import { newPartner } from './access/partner.ts'
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
  turn.world.access.partners = turn.world.access.partners.add(newPartner(settings.seed, 0, settings.partnerName, 0))
  const { title, balance, ledgerType } = settings.masterAccount
  // Not told, as nobody hears it: the first instant that is written costs as much as a third of the library's import.
  addAccount(turn, 0, { title, balance, ledgerType: ledgerType ?? undefined })
  assertInvariants(turn.world)
  return turn.world
}
