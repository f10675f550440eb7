/** The operations on restrictions. Partner users read Internal restrictions, but cannot change them. (§2.8 rules 4, 5) */
import { amend } from '../kernel/amend.ts'
import { slotOfUuid } from '../kernel/identity.ts'
import { definedFields } from '../kernel/known.ts'
import { type Page, type PageQuery, pageOf } from '../page.ts'
import { isRejection, type Rejection, reject } from '../rejection.ts'
import { streams } from '../streams.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import { emitEvent } from '../webhooks/event.ts'
import type { BankEventName } from '../webhooks/event-name.ts'
import { masterAccountNumber } from './account-number.ts'
import { findMaster, findSubledger } from './lookup.ts'
import { type Restriction, type RestrictionChanges, type RestrictionRequest, restrictionRecord } from './restriction.ts'
import type { RestrictionState } from './state.ts'

/** The id of a restriction, and over HTTP also the master account in the path. */
export interface RestrictionKey {
  id: string
  accountNumber?: string | undefined
}

export interface RestrictionQuery extends PageQuery {
  accountNumber: string
}

/** A removed restriction can still be read, because events name it. */
export function getRestriction(reading: Reading, key: RestrictionKey): Restriction | Rejection {
  const slot = find(reading, key, 'read')
  return isRejection(slot) ? slot : restrictionRecord(reading.world, slot)
}

export function listRestrictions(reading: Reading, query: RestrictionQuery): Page<Restriction> | Rejection {
  const { world } = reading
  const account = findMaster(reading, query.accountNumber, 'list the restrictions of')
  if (isRejection(account)) return account
  const { restrictions } = world.accounts.masters.at(account)
  return pageOf(reading, query, restrictions, (slot) => restrictionRecord(world, slot))
}

export function createRestriction(
  turn: Turn,
  { accountNumber, ...request }: RestrictionRequest & { accountNumber: string },
): Restriction | Rejection {
  const { world } = turn
  // Refusals.
  const account = findMaster(turn, accountNumber, 'place a restriction on')
  if (isRejection(account)) return account
  const state = stateFrom(turn, account, null, request, 'place')
  if (isRejection(state)) return state

  // Nothing is refused from here on.
  const slot = world.accounts.restrictions.size
  world.accounts.restrictions = world.accounts.restrictions.add(state)
  world.accounts.masters = amend(world.accounts.masters, account, ({ restrictions }) => {
    restrictions.push(slot)
  })
  return reportRestriction(turn, slot, 'restriction.placed', 'Core.Restriction.Placed')
}

export function updateRestriction(
  turn: Turn,
  { id, accountNumber, ...changes }: RestrictionChanges & RestrictionKey,
): Restriction | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findChangeable(turn, { id, accountNumber }, 'change')
  if (isRejection(slot)) return slot
  const before = world.accounts.restrictions.at(slot)
  const state = stateFrom(turn, before.account, before, changes, 'change')
  if (isRejection(state)) return state

  // Nothing is refused from here on.
  world.accounts.restrictions = world.accounts.restrictions.set(slot, state)
  return reportRestriction(turn, slot, 'restriction.changed')
}

/** Returns the restriction as it was before the removal. */
export function removeRestriction(turn: Turn, key: RestrictionKey): Restriction | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findChangeable(turn, key, 'remove')
  if (isRejection(slot)) return slot

  // Nothing is refused from here on.
  const restriction = world.accounts.restrictions.at(slot)
  const asItWas = restrictionRecord(world, slot)
  world.accounts.restrictions = world.accounts.restrictions.update(slot, { removedAt: world.now })
  world.accounts.masters = amend(world.accounts.masters, restriction.account, ({ restrictions }) => {
    restrictions.splice(restrictions.indexOf(slot), 1)
  })
  reportRestriction(turn, slot, 'restriction.removed', 'Core.Restriction.Removed')
  return asItWas
}

/** The values of the fields that a request leaves out. */
const unrestricted = {
  subledger: null,
  appliesTo: 'All',
  rail: null,
  transactionType: null,
  otherAccountType: null,
  amountThreshold: null,
  transactionCode: null,
  reason: 'Restriction',
  notes: null,
} as const

/** Makes the restriction that a request asks for: a new one, or `before` with the request's changes. */
function stateFrom(
  turn: Turn,
  account: number,
  before: RestrictionState | null,
  request: RestrictionChanges,
  verb: string,
): RestrictionState | Rejection {
  const { world, actor } = turn
  const type = before?.type ?? (actor.kind === 'internal' ? 'Internal' : 'Partner')
  if (request.type !== undefined && request.type !== type) {
    return reject(
      'restriction_type_is_not_yours',
      `Failed to ${verb} a restriction of type "${request.type}": this one is "${type}", the type of the user who placed it. Leave the type out, or use bank.desk.restrictions for an Internal one. (§2.8)`,
    )
  }
  const number = request.subAccountNumber
  const subledger = typeof number === 'string' ? findSubledger(turn, number, `${verb} a restriction on`) : number
  if (isRejection(subledger)) return subledger
  const master = typeof subledger === 'number' ? world.accounts.subledgers.at(subledger).master : account
  if (master !== account) {
    const [own, asked] = [master, account].map((slot) => masterAccountNumber(world.settings.seed, slot))
    return reject(
      'subledger_has_another_master',
      `Failed to ${verb} a restriction on "${number}": its master account is ${own}, and the request names ${asked}. Place it on ${own}. (§2.8)`,
    )
  }
  const given = { ...unrestricted, ...before, ...definedFields({ ...request, subledger }) }
  return {
    account,
    subledger: given.subledger,
    appliesTo: given.appliesTo,
    rail: given.rail,
    transactionType: given.transactionType,
    otherAccountType: given.otherAccountType,
    amountThreshold: given.amountThreshold,
    transactionCode: given.transactionCode,
    reason: given.reason,
    notes: given.notes,
    type,
    createdAt: before?.createdAt ?? world.now,
    removedAt: null,
  }
}

function reportRestriction(
  turn: Turn,
  slot: number,
  what: 'restriction.placed' | 'restriction.changed' | 'restriction.removed',
  event?: BankEventName,
): Restriction {
  const { accounts } = turn.world
  const record = restrictionRecord(turn.world, slot)
  const { id, accountNumber, reason } = record
  turn.tell({ what, restrictionId: id, accountNumber, reason })
  const { partner } = accounts.masters.at(accounts.restrictions.at(slot).account)
  if (event) emitEvent(turn, event, partner, () => `core/v1/dda/accounts/${accountNumber}/restrictions/${id}`)
  return record
}

/** Returns the slot of a placed restriction that the user may change, or a refusal. */
function findChangeable(turn: Turn, key: RestrictionKey, verb: string): number | Rejection {
  const slot = find(turn, key, verb, ({ removedAt }) => removedAt === null)
  if (isRejection(slot)) return slot
  if (turn.actor.kind === 'partner' && turn.world.accounts.restrictions.at(slot).type === 'Internal') {
    return reject(
      'restriction_is_internal',
      `Failed to ${verb} the restriction "${key.id}": it is Internal, and the user is a Partner user. Ask the bank: bank.desk.restrictions. (§2.8)`,
    )
  }
  return slot
}

/** Returns the slot of a restriction, placed or removed, that the actor may see and that satisfies `isWanted`; or a refusal. */
function find(
  { world, actor }: Reading,
  { id, accountNumber }: RestrictionKey,
  verb: string,
  isWanted: (restriction: RestrictionState) => boolean = () => true,
): number | Rejection {
  const { seed } = world.settings
  const slot = slotOfUuid(seed, streams.restriction, id)
  const restriction = slot === undefined ? undefined : world.accounts.restrictions.get(slot)
  const isSeen =
    restriction &&
    isWanted(restriction) &&
    maySee(actor, world.accounts.masters.at(restriction.account).partner) &&
    (accountNumber === undefined || masterAccountNumber(seed, restriction.account) === accountNumber)
  if (slot !== undefined && isSeen) return slot
  const place = accountNumber === undefined ? 'the accounts of this partner' : `the account "${accountNumber}"`
  return reject(
    'restriction_not_found',
    `Failed to ${verb} the restriction "${id}": there is no such restriction on ${place}. Take the id from the answer that placed it. (§2.8)`,
  )
}
