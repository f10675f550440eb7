/**
 * Subledgers hold the money of a master account: the balance of the master is the sum over its subledgers, the implicit one included.
 * Passthrough subledgers may go below zero, direct ones may not. (§2.9)
 */
import { type Page, type PageQuery, pageOf, slotsWhere } from '../page.ts'
import { isRejection, type Rejection } from '../rejection.ts'
import { maySee, type Reading, type Turn } from '../turn.ts'
import { emitEvent } from '../webhooks/event.ts'
import type { BankEventName } from '../webhooks/event-name.ts'
import type { Draft } from '../world.ts'
import { type Subledger, subledgerRecord } from './account-record.ts'
import { findMaster, findSubledger, numberOfSubledger, partnerOfSubledger } from './lookup.ts'
import type { BeneficiaryProfile, MasterAccountState, SubledgerState } from './state.ts'

/** The request that opens a subledger (§2.9). */
export interface SubledgerRequest {
  /** The master deposit account, ten digits. */
  masterAccountNumber: string
  /** Typically the partner's name; at most 255 characters. */
  title: string
  beneficiary?: BeneficiaryProfile | undefined
  /** Ignored. It is accepted because the published reference has it, although the specification does not. */
  customerId?: string | undefined
  /** Shown only in the Extended format of the event `Core.SubAccount.Opened`, not in the record of the subledger. */
  clientIdentifier?: string | undefined
}

/** Which subledgers to list, and which page of the list. */
export interface SubledgerQuery extends PageQuery {
  masterAccountNumber?: string | undefined
}

/** Opens a subledger under a master account of the actor. (§2.9 rule 1) */
export function createSubledger(turn: Turn, input: SubledgerRequest): Subledger | Rejection {
  // Refusals.
  const master = findMaster(turn, input.masterAccountNumber, 'open a subledger under')
  if (isRejection(master)) return master

  // Nothing is refused from here on.
  const { title, beneficiary = null, clientIdentifier = null } = input
  const slot = openSubledger(turn.world, { master, isImplicit: false, title, beneficiary, clientIdentifier })
  const subledger = subledgerRecord(turn, slot)
  const { accountNumber, masterAccountNumber } = subledger
  turn.tell({ what: 'subledger.opened', accountNumber, masterAccountNumber, title })
  emitSubledgerEvent(turn, 'Core.SubAccount.Opened', slot)
  return subledger
}

/** An implicit subledger is one account with its master, so both are renamed. */
export function renameSubledger(
  turn: Turn,
  { accountNumber, title }: { accountNumber: string; title: string },
): Subledger | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findSubledger(turn, accountNumber, 'rename the subledger')
  if (isRejection(slot)) return slot

  // Nothing is refused from here on. If the subledger has this title already, nothing changes.
  const { master, isImplicit, title: present } = world.accounts.subledgers.at(slot)
  if (title === present) return subledgerRecord(turn, slot)
  world.accounts.subledgers = world.accounts.subledgers.update(slot, { title })
  if (isImplicit) world.accounts.masters = world.accounts.masters.update(master, { title })
  turn.tell({ what: 'subledger.renamed', accountNumber, title })
  emitSubledgerEvent(turn, 'Core.SubAccount.Title.Changed', slot)
  return subledgerRecord(turn, slot)
}

export function emitSubledgerEvent(turn: Turn, name: BankEventName, slot: number): void {
  const { world } = turn
  const resource = () => `core/v1/dda/subaccounts/${numberOfSubledger(world, slot)}`
  emitEvent(turn, name, partnerOfSubledger(world, slot), resource)
}

type OpenedSubledger = Pick<SubledgerState, 'master' | 'isImplicit' | 'title' | 'beneficiary' | 'clientIdentifier'>

/** Adds an empty subledger, and returns its slot. */
export function openSubledger(
  world: Draft,
  { master, isImplicit, title, beneficiary, clientIdentifier }: OpenedSubledger,
): number {
  const slot = world.accounts.subledgers.size
  world.accounts.subledgers = world.accounts.subledgers.add({
    master,
    isImplicit,
    title,
    beneficiary,
    clientIdentifier,
    status: 'Active',
    current: 0,
    reserved: 0,
    held: 0,
    transactionCount: 0,
    openedAt: world.now,
    closedAt: null,
  })
  if (!isImplicit) {
    const subledgers = world.accounts.masters.at(master).subledgers.add(slot)
    world.accounts.masters = world.accounts.masters.update(master, { subledgers })
  }
  return slot
}

export function getSubledger(reading: Reading, { accountNumber }: { accountNumber: string }): Subledger | Rejection {
  const slot = findSubledger(reading, accountNumber, 'read the subledger')
  return isRejection(slot) ? slot : subledgerRecord(reading, slot)
}

export function listSubledgers(reading: Reading, query: SubledgerQuery): Page<Subledger> | Rejection {
  const { world, actor, assume } = reading
  const number = query.masterAccountNumber
  const master = number === undefined ? undefined : findMaster(reading, number, 'list the subledgers of')
  if (isRejection(master)) return master

  const isImplicitListed = assume('subledgers.implicitListed') === 'yes'
  const isListed = ({ master, isImplicit }: SubledgerState) =>
    (isImplicitListed || !isImplicit) && maySee(actor, world.accounts.masters.at(master).partner)
  const slots =
    master === undefined
      ? slotsWhere(world.accounts.subledgers, isListed)
      : slotsUnder(world.accounts.masters.at(master), isImplicitListed)
  return pageOf(reading, query, slots, (slot) => subledgerRecord(reading, slot))
}

/** The implicit subledger is first, as it was opened before all others. */
function* slotsUnder({ implicit, subledgers }: MasterAccountState, isImplicitListed: boolean): Generator<number> {
  if (isImplicitListed) yield implicit
  yield* subledgers
}
