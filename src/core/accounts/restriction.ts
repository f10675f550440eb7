/**
 * Restrictions: what may not happen on an account. A restriction blocks a transaction when all of its criteria that are not
 * null match; null matches anything. (§2.8)
 */

import { uuidOf } from '../identity.ts'
import { whenKnown } from '../known.ts'
import type { Activity } from '../ledger/activity.ts'
import type { Money } from '../money.ts'
import { formatInstant } from '../time/instant.ts'
import type { Reading } from '../turn.ts'
import type { World } from '../world.ts'
import { masterAccountNumber } from './account-number.ts'
import { numberOfSubledger } from './lookup.ts'
import type { AppliesTo, RestrictionType } from './state.ts'

/** The seven criteria. Null, or left out, matches anything. */
export interface RestrictionCriteria {
  /** One subledger of the account. */
  subAccountNumber?: string | null | undefined
  appliesTo: AppliesTo
  rail?: string | null | undefined
  /** `Debit` or `Credit`. */
  transactionType?: string | null | undefined
  /** The type of the other account, where that is inside the service too. */
  otherAccountType?: string | null | undefined
  /** Minor units; this amount and every greater one matches. */
  amountThreshold?: Money | null | undefined
  transactionCode?: string | null | undefined
}

/** The request that places a restriction (§2.8). */
export interface RestrictionRequest extends RestrictionCriteria {
  /** By default `Restriction`. */
  reason?: string | undefined
  notes?: string | undefined
  /** Set from the user; another's type is refused. */
  type?: RestrictionType | undefined
}

/** A restriction as the API shows it. */
export interface Restriction {
  /** UUID. */
  id: string
  /** The master account that it lies on. */
  accountNumber: string
  subAccountNumber: string | null
  appliesTo: AppliesTo
  rail: string | null
  transactionType: string | null
  otherAccountType: string | null
  amountThreshold: Money | null
  transactionCode: string | null
  reason: string
  notes?: string
  type: RestrictionType
  createdAt: string
}

/** Changes of a restriction; what is left out stays. */
export type RestrictionChanges = { [Field in keyof RestrictionRequest]?: RestrictionRequest[Field] | undefined }

/** Criterion by criterion: whether a restriction with a value there matches the activity. Null never gets here. */
const matches: {
  readonly [Criterion in keyof Omit<RestrictionCriteria, 'subAccountNumber'> | 'subledger']: (
    value: never,
    activity: Activity,
    isImplicit: boolean,
  ) => boolean
} = {
  subledger: (slot: number, activity) => slot === activity.subledger,
  appliesTo: (scope: AppliesTo, _, isImplicit) => scope === 'All' || (scope === 'Account') === isImplicit,
  rail: (rail: string, activity) => rail === activity.rail,
  transactionType: (type: string, activity) => type === activity.transactionType,
  otherAccountType: (type: string, activity) => type === activity.otherAccountType,
  amountThreshold: (threshold: Money, activity) => activity.amount >= threshold,
  transactionCode: (code: string, activity) => code === activity.transactionCode,
}
const criteria = Object.entries(matches) as [
  keyof typeof matches,
  (value: unknown, activity: Activity, isImplicit: boolean) => boolean,
][]

/** The first restriction, in the order of placing, that blocks the activity. */
export function blockingRestriction({ world, assume }: Reading, activity: Activity): Restriction | undefined {
  const { master, isImplicit } = world.subledgers.at(activity.subledger)
  const { restrictions } = world.accounts.at(master)
  if (restrictions.length > 0) assume('wires.restrictionCheck')
  for (const slot of restrictions) {
    const restriction = world.restrictions.at(slot)
    if (restriction.isRemoved) continue
    const isBlocked = criteria.every(([name, isMatch]) => {
      const value = restriction[name]
      return value === null || isMatch(value, activity, isImplicit)
    })
    if (isBlocked) return restrictionRecord(world, slot)
  }
  return undefined
}

/** The restriction at `slot` as the API shows it. */
export function restrictionRecord(world: World, slot: number): Restriction {
  const restriction = world.restrictions.at(slot)
  const { seed, timeZone } = world.settings
  return {
    id: uuidOf(seed, 'restriction', slot),
    accountNumber: masterAccountNumber(seed, restriction.account),
    subAccountNumber: restriction.subledger === null ? null : numberOfSubledger(world, restriction.subledger),
    appliesTo: restriction.appliesTo,
    rail: restriction.rail,
    transactionType: restriction.transactionType,
    otherAccountType: restriction.otherAccountType,
    amountThreshold: restriction.amountThreshold,
    transactionCode: restriction.transactionCode,
    reason: restriction.reason,
    ...whenKnown(restriction.notes, (notes) => ({ notes })),
    type: restriction.type,
    createdAt: formatInstant(restriction.createdAt, timeZone),
  }
}
