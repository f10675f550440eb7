/**
 * Subledgers: where the money of a master account is. A master's balance is the sum of its subledgers, the implicit one
 * included; passthrough subledgers may go below zero, direct ones may not. (§2.9)
 */

import { Table } from '../kernel/table.ts'
import { type Page, type PageQuery, pageOf } from '../page.ts'
import { isRejection, type Rejection } from '../rejection.ts'
import type { Reading, Turn } from '../turn.ts'
import { emitEvent } from '../webhooks/event.ts'
import type { Draft } from '../world.ts'
import { type Subledger, subledgerRecord } from './account-record.ts'
import { findMaster, findSubledger, partnerOfSubledger, subledgerResource } from './lookup.ts'
import type { BeneficiaryProfile, SubledgerState } from './state.ts'

/** The request that opens a subledger (§2.9). */
export interface SubledgerRequest {
  /** The master deposit account, ten digits. */
  masterAccountNumber: string
  /** Typically the partner's name; at most 255 characters. */
  title: string
  beneficiary?: BeneficiaryProfile | undefined
  /** Accepted and kept nowhere: the published reference knows them, the specification does not. */
  customerId?: string | undefined
  clientIdentifier?: string | undefined
}

/** Which subledgers to list, and which page of them. */
export interface SubledgerQuery extends PageQuery {
  masterAccountNumber?: string | undefined
}

/** Opens a subledger under a master account of the actor's. (§2.9 rule 1) */
export function createSubledger(turn: Turn, input: SubledgerRequest): Subledger | Rejection {
  // Refusals.
  const master = findMaster(turn, input.masterAccountNumber, 'open a subledger under')
  if (isRejection(master)) return master

  // From here the subledger must be opened.
  turn.assume('subledgers.record')
  turn.assume('subledgers.readiness')
  const beneficiary = input.beneficiary ?? null
  const slot = openSubledger(turn.world, { master, title: input.title, beneficiary, isImplicit: false })
  const subledger = subledgerRecord(turn.world, slot)
  const { accountNumber, masterAccountNumber, title } = subledger
  turn.tell({ what: 'subledger.opened', accountNumber, masterAccountNumber, title })
  emitEvent(turn, 'Core.SubAccount.Opened', partnerOfSubledger(turn.world, slot), () =>
    subledgerResource(accountNumber),
  )
  return subledger
}

/** Gives a subledger another title. */
export function renameSubledger(
  turn: Turn,
  { accountNumber, title }: { accountNumber: string; title: string },
): Subledger | Rejection {
  const { world } = turn
  // Refusals.
  const slot = findSubledger(turn, accountNumber, 'rename the subledger')
  if (isRejection(slot)) return slot

  // From here the subledger must be renamed.
  world.accounts.subledgers = world.accounts.subledgers.set(slot, { ...world.accounts.subledgers.at(slot), title })
  turn.tell({ what: 'subledger.renamed', accountNumber, title })
  emitEvent(turn, 'Core.SubAccount.Title.Changed', partnerOfSubledger(world, slot), () =>
    subledgerResource(accountNumber),
  )
  return subledgerRecord(world, slot)
}

/** Adds an empty subledger and gives its slot. */
export function openSubledger(
  world: Draft,
  opening: Pick<SubledgerState, 'master' | 'title' | 'beneficiary' | 'isImplicit'>,
): number {
  const slot = world.accounts.subledgers.size
  world.accounts.subledgers = world.accounts.subledgers.add({
    master: opening.master,
    isImplicit: opening.isImplicit,
    title: opening.title,
    beneficiary: opening.beneficiary,
    status: 'Active',
    current: 0,
    reserved: 0,
    held: 0,
    transactionCount: 0,
    openedAt: world.now,
    closedAt: null,
  })
  if (!opening.isImplicit) {
    const master = world.accounts.masters.at(opening.master)
    world.accounts.masters = world.accounts.masters.set(opening.master, {
      ...master,
      subledgers: master.subledgers.add(slot),
    })
  }
  return slot
}

/** One subledger. */
export function getSubledger(reading: Reading, { accountNumber }: { accountNumber: string }): Subledger | Rejection {
  const slot = findSubledger(reading, accountNumber, 'read the subledger')
  return isRejection(slot) ? slot : subledgerRecord(reading.world, slot)
}

/** A page of the actor's subledgers, in the order of their opening. */
export function listSubledgers(reading: Reading, query: SubledgerQuery): Page<Subledger> | Rejection {
  const { world, actor, assume } = reading
  const number = query.masterAccountNumber
  const master = number === undefined ? undefined : findMaster(reading, number, 'list the subledgers of')
  if (isRejection(master)) return master

  assume('subledgers.listQuery')
  const isImplicitListed = assume('subledgers.implicitListed') === 'yes'
  const lists: Table<number>[] = []
  for (let slot = master ?? 0; slot < (master === undefined ? world.accounts.masters.size : master + 1); slot++) {
    const { partner, implicit, subledgers } = world.accounts.masters.at(slot)
    if (actor.kind === 'partner' && partner !== actor.partner) continue
    lists.push(subledgers)
    if (isImplicitListed) lists.push(Table.from([implicit]))
  }
  return pageOf(
    reading,
    query,
    (skipped) => inOrder(lists, skipped),
    (slot) => subledgerRecord(world, slot),
  )
}

/** The slots of several ascending lists as one, but for so many first ones. */
function* inOrder(lists: readonly Table<number>[], skipped: number): Generator<number> {
  const [only] = lists
  if (lists.length === 1 && only) {
    yield* only.from(skipped)
    return
  }
  const places = lists.map(() => 0)
  for (let found = 0; ; found++) {
    let [least, next] = [Number.POSITIVE_INFINITY, -1]
    for (const [index, list] of lists.entries()) {
      const slot = list.get(places[index] as number) ?? Number.POSITIVE_INFINITY
      if (slot < least) [least, next] = [slot, index]
    }
    if (next < 0) return
    places[next] = (places[next] as number) + 1
    if (found >= skipped) yield least
  }
}
