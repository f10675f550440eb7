/** A restriction blocks a transaction on its account if all of the criteria match. A criterion that is null matches anything. (§2.8) */
import { uuidOf } from '../kernel/identity.ts'
import { type Changes, whenKnown } from '../kernel/known.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import { timeOf } from '../kernel/time/instant.ts'
import { type Activity, otherAccountTypeOf } from '../ledger/activity.ts'
import type { AccountTypeCriterion, RailCriterion, TransactionCode, TransactionTypeCriterion } from '../ledger/rail.ts'
import { streams } from '../streams.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'
import { masterAccountNumber } from './account-number.ts'
import { numberOfSubledger } from './lookup.ts'
import { type AppliesTo, appliesTo, type RestrictionState, type RestrictionType } from './state.ts'

/** The seven criteria. A criterion that is null or missing matches any transaction. */
export interface RestrictionCriteria {
  /** The number of the only subledger to which the restriction applies. */
  subAccountNumber?: string | null | undefined
  appliesTo: AppliesTo
  rail?: RailCriterion | null | undefined
  /** `Debit` or `Credit`. */
  transactionType?: TransactionTypeCriterion | null | undefined
  /** The type of the account on the other side of the transaction. A given type never matches an account at another bank. */
  otherAccountType?: AccountTypeCriterion | null | undefined
  /** Minor units. This amount and every greater amount match. */
  amountThreshold?: Money | null | undefined
  transactionCode?: TransactionCode | null | undefined
}

/** The request that places a restriction (§2.8). */
export interface RestrictionRequest extends RestrictionCriteria {
  /** By default `Restriction`. */
  reason?: string | undefined
  notes?: string | undefined
  /** The type of the user who places the restriction; any other type is refused. */
  type?: RestrictionType | undefined
}

/** A restriction as the API shows it. */
export interface Restriction {
  /** UUID. */
  id: string
  /** The master account on which the restriction is placed. */
  accountNumber: string
  subAccountNumber: string | null
  appliesTo: AppliesTo
  rail: RailCriterion | null
  transactionType: TransactionTypeCriterion | null
  otherAccountType: AccountTypeCriterion | null
  amountThreshold: Money | null
  transactionCode: TransactionCode | null
  reason: string
  notes?: string
  type: RestrictionType
  createdAt: string
  /** Present if the restriction was removed. A removed restriction blocks nothing and is in no list. */
  removedAt?: string
}

/** The changes of a restriction; a missing field keeps its value. */
export type RestrictionChanges = Changes<RestrictionRequest>

/** One criterion: how to read its value from a restriction and from an activity, and whether the two match. */
interface Criterion<Value> {
  readonly name: keyof RestrictionCriteria
  /** The required value; null matches anything. */
  readonly required: (restriction: RestrictionState) => Value | null
  readonly actual: (activity: Activity, world: World) => Value | null
  /** By default, equal values match. */
  readonly isMatch?: (required: Value, actual: Value) => boolean
  /** Formats the value for a person; by default, the value is shown as it is. */
  readonly format?: (value: Value, world: World) => string
}

const named = (
  name: 'rail' | 'transactionType' | 'otherAccountType' | 'transactionCode',
  actual: (activity: Activity) => string | null,
): Criterion<string> => ({
  name,
  required: (restriction) => restriction[name],
  actual,
})

/** The seven criteria, in the order of the specification (§2.8). */
const criteria = [
  {
    name: 'subAccountNumber',
    required: ({ subledger }) => subledger,
    actual: ({ subledger }) => subledger,
    format: (slot, world) => numberOfSubledger(world, slot),
  } satisfies Criterion<number>,
  {
    name: 'appliesTo',
    required: (restriction) => appliesTo[restriction.appliesTo],
    actual: ({ subledger }, world) => (world.accounts.subledgers.at(subledger).isImplicit ? 'Account' : 'SubAccounts'),
  } satisfies Criterion<string>,
  named('rail', ({ rail }) => rail),
  named('transactionType', ({ transactionType }) => transactionType),
  named('otherAccountType', otherAccountTypeOf),
  {
    name: 'amountThreshold',
    required: ({ amountThreshold }) => amountThreshold,
    actual: ({ amount }) => amount,
    isMatch: (threshold, amount) => amount >= threshold,
    format: formatMoney,
  } satisfies Criterion<Money>,
  named('transactionCode', ({ transactionCode }) => transactionCode),
] as readonly Criterion<unknown>[]

/** The verdict of one criterion on an activity. */
export interface CriterionVerdict {
  criterion: keyof RestrictionCriteria
  verdict: 'matched' | 'wildcard' | 'missed'
  /** The required value; null for a wildcard. */
  required: string | null
  /** The value of the transaction; null if the transaction has none. */
  actual: string | null
}

/** Yields every placed restriction that blocks the activity, oldest first. */
export function* blockingRestrictions({ world }: Reading, activity: Activity): Generator<Restriction> {
  const { restrictions } = world.accounts.masters.at(world.accounts.subledgers.at(activity.subledger).master)
  for (const slot of restrictions) {
    const restriction = world.accounts.restrictions.at(slot)
    const isMet = (criterion: Criterion<unknown>) =>
      verdictOf(criterion, criterion.required(restriction), criterion.actual(activity, world)) !== 'missed'
    if (criteria.every(isMet)) yield restrictionRecord(world, slot)
  }
}

export function verdictsOn(world: World, slot: number, activity: Activity): CriterionVerdict[] {
  const restriction = world.accounts.restrictions.at(slot)
  return criteria.map((criterion) => {
    const { name, format = String } = criterion
    const [required, actual] = [criterion.required(restriction), criterion.actual(activity, world)]
    return {
      criterion: name,
      verdict: verdictOf(criterion, required, actual),
      required: required === null ? null : format(required, world),
      actual: actual === null ? null : format(actual, world),
    }
  })
}

function verdictOf<Value>(
  { isMatch = Object.is }: Criterion<Value>,
  required: Value | null,
  actual: Value | null,
): CriterionVerdict['verdict'] {
  if (required === null) return 'wildcard'
  return actual !== null && isMatch(required, actual) ? 'matched' : 'missed'
}

export function restrictionRecord(world: World, slot: number): Restriction {
  const { account, subledger, reason, notes, type, createdAt, removedAt, ...criteria } =
    world.accounts.restrictions.at(slot)
  const { seed } = world.settings
  return {
    id: uuidOf(seed, streams.restriction, slot),
    accountNumber: masterAccountNumber(seed, account),
    subAccountNumber: subledger === null ? null : numberOfSubledger(world, subledger),
    ...criteria,
    reason,
    ...whenKnown(notes, (known) => ({ notes: known })),
    type,
    createdAt: timeOf(world, createdAt),
    ...whenKnown(removedAt, (instant) => ({ removedAt: timeOf(world, instant) })),
  }
}
