/** The birth of a world: makes a world with one partner and its funded master account, and the happenings that report both. */
import { addPartnerState, newPartner } from './access/partner.ts'
import { addAccount, type OpenAccount, openAccountOf } from './accounts/account.ts'
import { AssumptionNotes } from './assumptions/notes.ts'
import { newExpectation } from './faults/outcomes.ts'
import type { Happening } from './happening.ts'
import { Table } from './kernel/table.ts'
import { assertInvariants, type Turn, turnAt } from './turn.ts'
import { emptyWorld, type Settings, type World } from './world.ts'

export function bornWorld(settings: Settings, notes = new AssumptionNotes('bank.open')): World {
  const turn = turnAtBirth(settings, [], notes)
  // `openingOf` makes the happenings on demand: they are rarely read, and formatting the first instant is slow.
  addAccount(turn, 0, masterAccountOf(settings))
  assertInvariants(turn.world)
  return turn.world
}

/** The happenings of the birth are the same as those of a partner that is added later. */
export function openingOf(settings: Settings): Happening[] {
  const happenings: Happening[] = []
  const turn = turnAtBirth(settings, happenings, new AssumptionNotes('bank.open'))
  const { id, name } = turn.world.access.partners.at(0)
  turn.tell({ what: 'partner.added', partnerId: id, name })
  openAccountOf(turn, 0, masterAccountOf(settings))
  return happenings
}

/** Starts a turn at a world that has only its first partner and the outcomes of the settings. */
function turnAtBirth(settings: Settings, happenings: Happening[], notes: AssumptionNotes): Turn {
  const expected = (settings.outcomes ?? []).map((each) => newExpectation({ every: true, ...each }, null))
  const turn = turnAt(emptyWorld(settings), { kind: 'partner', partner: 0 }, notes, happenings)
  turn.world.faults.expected = Table.from(expected)
  addPartnerState(turn.world, newPartner(settings.seed, 0, { ...settings.partner, masterAccount: 0 }))
  return turn
}

function masterAccountOf({ masterAccount: { title, balance, ledgerType } }: Settings): OpenAccount {
  return { title, balance, ledgerType: ledgerType ?? undefined }
}
