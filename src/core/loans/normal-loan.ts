/** The stored form of a loan: decimals with six places, an Id for each rail, UUIDs in lower case, no undefined field. (§2.10) */
import { combine, uuidOf } from '../kernel/identity.ts'
import { definedFields } from '../kernel/known.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'
import { sixPlaces } from './decimal.ts'
import { kindOfField, type LoanFields, type LoanRail } from './loan.ts'

export function normalLoan(world: World, slot: number, fields: LoanFields): LoanFields {
  const normal: Record<string, unknown> = definedFields(fields)
  for (const [name, value] of Object.entries(normal)) {
    if (kindOfField(name) === 'decimal') normal[name] = sixPlaces(value as string)
  }
  if (fields.Rails) normal['Rails'] = normalRails(world, slot, fields.Rails)
  return normal
}

export function loanIdOf({ settings }: World, slot: number): string {
  return uuidOf(settings.seed, streams.loan, slot)
}

/** Each loan has its own seed for rails, so that it may have any number of them. */
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
