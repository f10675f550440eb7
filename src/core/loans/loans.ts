/** Adds, changes and finds the loans on file. No other file writes them. (§2.10) */
import { inquiryOf } from '../finder.ts'
import { amend } from '../kernel/amend.ts'
import { combine, uuidOf } from '../kernel/identity.ts'
import { definedFields } from '../kernel/known.ts'
import { type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { type Actor, plan, type Reading, type Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { sixPlaces } from './decimal.ts'
import { kindOfField, type Loan, type LoanFields, type LoanRail } from './loan.ts'
import { isOnTheWay } from './loan-status.ts'
import { plausibleLoan } from './plausible-loan.ts'

/** Options of `bank.loans.add()`. */
export interface AddLoanOptions {
  /** `true`: the loan has only the given fields, an `Id`, a `Status`, and an `Id` for each rail. By default, all fields are filled in. */
  isSparse?: boolean | undefined
}

/** Puts a loan on file. By default its Id is a new UUID, and its Status is Received. */
export function addLoan(turn: Turn, { fields, isSparse }: AddLoanOptions & { fields: LoanFields }): Loan | Rejection {
  const { world } = turn
  // Refusals.
  const slot = world.loans.records.size
  const id = fields.Id?.toLowerCase() ?? uuidOf(world.settings.seed, streams.loan, slot)
  const owner = ownerOf(turn.actor)
  if (world.loans.keys.get(keyOf(owner, id)) !== undefined) {
    return reject(
      'loan_exists',
      `Failed to add the loan "${id}": a loan with this Id exists already. Leave Id out to get a new one, or use bank.loans.update(). (§2.10)`,
    )
  }

  // Nothing is refused from here on.
  const given = { ...fields, Id: id, Status: fields.Status ?? 'Received' }
  const filled = isSparse
    ? given
    : plausibleLoan(turn, slot, { ...given, MPLId: given.MPLId ?? turn.assume('loans.mplId') })
  const loan: Loan = { ...normalLoan(world, slot, filled), Id: id, Status: given.Status }
  world.loans.records = world.loans.records.add({ partner: owner, loan })
  world.loans.keys = world.loans.keys.set(keyOf(owner, id), slot)
  turn.tell({ what: 'loan.added', loanId: id, status: loan.Status })
  planStep(turn, slot)
  return structuredClone(loan)
}

/** Plans the next step towards `Funded`, if `loans.stepSeconds` is a number. (§3) */
export function planStep(turn: Turn, slot: number): void {
  const seconds = turn.assume('loans.stepSeconds')
  if (seconds === null || !isOnTheWay(loanAt(turn.world, slot).Status)) return
  plan(turn, 'loans.step', slot, seconds)
}

export function changeLoan({ world }: Turn, slot: number, changes: Omit<LoanFields, 'Id'>): Loan {
  const before = loanAt(world, slot)
  const normal = normalLoan(world, slot, changes)
  const loan: Loan = { ...before, ...normal, Id: before.Id, Status: normal.Status ?? before.Status }
  world.loans.records = world.loans.records.update(slot, { loan })
  return loan
}

export function markRail({ world }: Turn, slot: number, railId: string | undefined, isFailed: boolean): LoanRail {
  const hasId = ({ Id }: LoanRail) => Id === railId
  world.loans.records = amend(world.loans.records, slot, ({ loan: { Rails = [] } }) => {
    for (const rail of Rails.filter(hasId)) rail.IsFailed = isFailed
  })
  return loanAt(world, slot).Rails?.find(hasId) as LoanRail
}

export const getLoan = inquiryOf(findLoan, ({ world }, slot) => copyOfLoan(world, slot))

/** The record of the world itself, which callers must not change. */
export function loanAt(world: World, slot: number): Loan {
  return world.loans.records.at(slot).loan
}

export function copyOfLoan(world: World, slot: number): Loan {
  return structuredClone(loanAt(world, slot))
}

export function findLoan(reading: Reading, id: string, verb: string): number | Rejection {
  return (
    slotOfLoan(reading, id) ??
    reject(
      'loan_not_found',
      `Failed to ${verb} the loan "${id}": this partner has no such loan on file. Take the Id from bank.loans.add(). (§2.10)`,
    )
  )
}

/** Ids are stored in lower case. */
export function slotOfLoan(reading: Reading, id: string): number | undefined {
  return reading.world.loans.keys.get(keyOf(ownerOf(reading.actor), id.toLowerCase()))
}

/** The partner whose loans the actor works on: for the bank's users, the default partner. */
export function ownerOf(actor: Actor): number {
  return actor.kind === 'partner' ? actor.partner : 0
}

function keyOf(partner: number, id: string): string {
  return `${partner} ${id}`
}

/** The stored form of a loan: decimals with six places, an Id for each rail, UUIDs in lower case, no undefined field. */
function normalLoan(world: World, slot: number, fields: LoanFields): LoanFields {
  const normal: Record<string, unknown> = definedFields(fields)
  for (const [name, value] of Object.entries(normal)) {
    if (kindOfField(name) === 'decimal') normal[name] = sixPlaces(value as string)
  }
  if (fields.Rails) normal['Rails'] = normalRails(world, slot, fields.Rails)
  return normal
}

/** Each loan has its own seed for rails, so that a loan may have any number of rails. */
function railIdOf({ settings }: World, slot: number, index: number): string {
  return uuidOf(combine(settings.seed >>> 0, slot), streams.loanRail, index)
}

/** A rail without an Id gets a new one that no other rail of the loan has. */
function normalRails(world: World, slot: number, rails: readonly LoanRail[]): LoanRail[] {
  const taken = new Set(rails.map(({ Id }) => Id?.toLowerCase()))
  return rails.map((rail, place) => {
    let index = place
    while (rail.Id === undefined && taken.has(railIdOf(world, slot, index))) index += rails.length
    return normalRail(rail, rail.Id ?? railIdOf(world, slot, index))
  })
}

function normalRail(rail: LoanRail, id: string): LoanRail {
  const { LoanId, Amount } = rail
  const loanId = LoanId === undefined ? {} : { LoanId: LoanId.toLowerCase() }
  const amount = Amount === undefined ? {} : { Amount: sixPlaces(Amount) }
  return { ...definedFields(rail), Id: id.toLowerCase(), ...loanId, ...amount }
}
