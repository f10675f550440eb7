/** The loans on file: added and changed by the test, read by the deprecated summary. (§2.10) */
import { uuidOf } from '../identity.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import type { Actor, Reading, Turn } from '../turn.ts'
import { isLoanDecimal, type Loan, type LoanFields, sixPlaces } from './loan.ts'

/** Puts a loan on file. Without an Id it gets one, without a Status it is Received. */
export function addLoan(turn: Turn, fields: LoanFields): Loan | Rejection {
  const { world } = turn
  // Refusals.
  const slot = world.loans.size
  const id = fields.Id ?? uuidOf(world.settings.seed, 'loan', slot)
  const owner = ownerOf(turn.actor)
  if (world.loanKeys.get(keyOf(owner, id)) !== undefined) {
    return reject(
      'loan_exists',
      `Failed to add the loan "${id}": there is one with this Id already. Leave Id out to get a new one, or use bank.loans.update(). (§2.10)`,
    )
  }

  // From here the loan must be added.
  turn.assume('loans.statuses')
  turn.assume('loans.fields')
  const loan: Loan = { ...normal(fields), Id: id, Status: fields.Status ?? 'Received' }
  world.loans = world.loans.add({ partner: owner, loan })
  world.loanKeys = world.loanKeys.set(keyOf(owner, id), slot)
  turn.tell({ what: 'loan.added', loanId: id, status: loan.Status })
  return structuredClone(loan)
}

/** Changes fields of a loan; its Id stays. */
export function updateLoan(
  turn: Turn,
  { id, changes }: { id: string; changes: Omit<LoanFields, 'Id'> },
): Loan | Rejection {
  const { world } = turn
  const slot = findLoan(turn, id, 'change')
  if (isRejection(slot)) return slot
  const { partner, loan: before } = world.loans.at(slot)
  const loan: Loan = { ...before, ...normal(changes), Id: id, Status: changes.Status ?? before.Status }
  world.loans = world.loans.set(slot, { partner, loan })
  turn.tell({ what: 'loan.changed', loanId: id, status: loan.Status })
  return structuredClone(loan)
}

/** One loan. */
export function getLoan(reading: Reading, { id }: { id: string }): Loan | Rejection {
  const slot = findLoan(reading, id, 'read')
  return isRejection(slot) ? slot : structuredClone(reading.world.loans.at(slot).loan)
}

function findLoan({ world, actor }: Reading, id: string, verb: string): number | Rejection {
  return (
    world.loanKeys.get(keyOf(ownerOf(actor), id)) ??
    reject(
      'loan_not_found',
      `Failed to ${verb} the loan "${id}": this partner has none such on file. Take the Id from bank.loans.add(). (§2.10)`,
    )
  )
}

/** Loans are a partner's own; the bank's users work on those of the default partner. */
export function ownerOf(actor: Actor): number {
  return actor.kind === 'partner' ? actor.partner : 0
}

function keyOf(partner: number, id: string): string {
  return `${partner} ${id}`
}

/** Decimals with six places; fields that were given as undefined left out. */
function normal(fields: LoanFields): LoanFields {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, isLoanDecimal(name) ? sixPlaces(String(value)) : value]),
  )
}
