/** The form in which a loan lies on file: exact decimals with six places, each rail with an Id, nothing undefined. (§2.10) */
import { combine } from '../kernel/hash.ts'
import { uuidOf } from '../kernel/identity.ts'
import { streams } from '../streams.ts'
import type { World } from '../world.ts'
import { sixPlaces } from './decimal.ts'
import { isLoanDecimal, type LoanFields, type LoanRail } from './loan.ts'

/** Fields of the loan at `slot` as they are kept. */
export function normalLoan(world: World, slot: number, fields: LoanFields): LoanFields {
  const normal: Record<string, unknown> = definedFields(fields)
  for (const [name, value] of Object.entries(normal)) {
    if (isLoanDecimal(name)) normal[name] = sixPlaces(value as string)
  }
  if (fields.Rails) normal['Rails'] = fields.Rails.map((rail, index) => normalRail(rail, railIdOf(world, slot, index)))
  return normal
}

export function loanIdOf({ settings }: World, slot: number): string {
  return uuidOf(settings.seed, streams.loan, slot)
}

/** The Id that the rail at `index` of a loan gets. A loan's rails have a seed of their own, so a loan may have any number. */
function railIdOf({ settings }: World, slot: number, index: number): string {
  return uuidOf(combine(settings.seed >>> 0, slot), streams.loanRail, index)
}

/** The fields that are not undefined. */
export function definedFields<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

function normalRail(rail: LoanRail, id: string): LoanRail {
  const amount = rail.Amount === undefined ? {} : { Amount: sixPlaces(rail.Amount) }
  return { ...definedFields(rail), Id: rail.Id ?? id, ...amount }
}
