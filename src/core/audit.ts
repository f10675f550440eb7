/**
 * The audit: checks that the records and balances of a world agree. It is for a world that was read from a text, which may have been cut
 * off or edited. A world that `transition` made needs no audit. (§2.9 rule 5)
 */
import { accountStatuses } from './accounts/account-status.ts'
import { isOnMoney } from './accounts/hold.ts'
import { faultKinds } from './faults/fault-kinds.ts'
import type { Table } from './kernel/table.ts'
import { postingCodes } from './ledger/posting-codes.ts'
import { assertInvariants } from './turn.ts'
import { deliveryStatuses, pushOutcomes, registrationStatuses } from './webhooks/webhook-status.ts'
import { wireStatuses } from './wires/wire-status.ts'
import type { World } from './world.ts'

export function contradictionOf(world: World): string | undefined {
  try {
    assertInvariants(world)
    for (const find of [inReferences, inBalances]) for (const fact of find(world)) return fact
    return undefined
  } catch (error) {
    // Either an invariant is broken, or a record has the wrong shape for its table and cannot even be read.
    return (error as Error).message.replace('Failed to keep an invariant: ', '').replace(/\.$/, '')
  }
}

/** Yields each entry that is not a record, and each reference to a record that does not exist. */
function* inReferences({ access, accounts, ledger, wires, webhooks, faults }: World): Generator<string> {
  const { masters, subledgers, restrictions, holds } = accounts
  const { registrations, events, deliveries, pushes } = webhooks
  yield* each('accounts.masters', masters, ({ partner, implicit, status, subledgers: own }) => [
    [partner, access.partners],
    [implicit, subledgers],
    [status, accountStatuses],
    ...[...own].map((slot): Reference => [slot, subledgers]),
  ])
  yield* each('accounts.subledgers', subledgers, ({ master, status }) => [
    [master, masters],
    [status, accountStatuses],
  ])
  yield* each('accounts.restrictions', restrictions, ({ account }) => [[account, masters]])
  yield* each('accounts.holds', holds, ({ subledger }) => [[subledger, subledgers]])
  yield* each('ledger.transactions', ledger.transactions, ({ partner, account, postingCode }) => [
    [partner, access.partners],
    ...(typeof account === 'string' ? [] : [[account, subledgers] as const]),
    [postingCode, postingCodes],
  ])
  yield* each('wires.payments', wires.payments, ({ order, status, transaction, batch }) => [
    [order.partner, access.partners],
    [order.subledger, subledgers],
    [status, wireStatuses],
    [transaction, ledger.transactions],
    [batch, wires.batches],
  ])
  yield* each('wires.batches', wires.batches, (batch) =>
    [...batch.wires].map((slot): Reference => [slot, wires.payments]),
  )
  yield* each('faults.injected', faults.injected, ({ kind }) => [[kind, faultKinds]])
  for (const slot of wires.waiting)
    if (!isThere([slot, wires.payments])) yield `wires.waiting names ${slot}, which does not exist`
  for (const slot of webhooks.registered)
    if (!isThere([slot, registrations])) yield `webhooks.registered names ${slot}, which does not exist`
  yield* each('webhooks.registrations', registrations, ({ partner, status }) => [
    [partner, access.partners],
    [status, registrationStatuses],
  ])
  yield* each('webhooks.events', events, ({ partner, delivery }) => [
    [partner, access.partners],
    [delivery, deliveries],
  ])
  yield* each('webhooks.deliveries', deliveries, ({ event, registration, status }) => [
    [event, events],
    [registration, registrations],
    [status, deliveryStatuses],
  ])
  yield* each('webhooks.pushes', pushes, ({ registration, delivery, outcome }) => [
    [registration, registrations],
    // A kept push may belong to a forgotten delivery: pushes are forgotten only in the order of their slots.
    [delivery, deliveries, 'or forgotten'],
    [outcome, pushOutcomes],
  ])
}

/** Yields each balance that is not the sum of its parts: of a subledger's records, or of a master's subledgers. */
function* inBalances({ accounts, ledger, wires }: World): Generator<string> {
  const totals = Array.from({ length: accounts.subledgers.size }, nothing)
  for (const { account, amount, transactionType, postingCode } of ledger.transactions) {
    const total = typeof account === 'number' && postingCode === 'OK' ? totals[account] : undefined
    if (total === undefined) continue
    total.current += transactionType === 'Debit' ? -amount : amount
    total.transactionCount++
  }
  for (const { order, isReserved } of wires.payments) {
    if (isReserved) (totals[order.subledger] as Totals).reserved += order.request.amount
  }
  for (const hold of accounts.holds) {
    if (isOnMoney(hold)) (totals[hold.subledger] as Totals).held += hold.amount
  }
  const sums = Array.from({ length: accounts.masters.size }, nothing)
  // A subledger may be below zero, so the sum on the way may be past the exact range.
  const currents = sums.map(() => 0n)
  for (let slot = 0; slot < totals.length; slot++) {
    const subledger = accounts.subledgers.at(slot)
    yield* compare(`the subledger at ${slot}`, subledger, totals[slot] as Totals)
    const sum = sums[subledger.master] as Totals
    for (const name of names) sum[name] += subledger[name]
    currents[subledger.master]! += BigInt(subledger.current)
  }
  for (let slot = 0; slot < sums.length; slot++) {
    yield* compare(`the master at ${slot}`, accounts.masters.at(slot), {
      ...(sums[slot] as Totals),
      current: Number(currents[slot]),
    })
  }
  const deposits = Number(currents.reduce((sum, current) => sum + current, 0n))
  if (deposits !== ledger.deposits) yield `deposits are ${ledger.deposits}, but the masters add up to ${deposits}`
}

/** A reference to a record by its slot in a table, or to a row of a fixed table by its name. `name` is null if there is no reference. */
type Reference = readonly [name: number | string | null, among: Table<unknown> | object, forgotten?: 'or forgotten']

function* each<State extends object>(
  path: string,
  table: Table<State>,
  referencesOf: (record: State) => readonly Reference[],
): Generator<string> {
  for (let slot = table.first; slot < table.size; slot++) {
    const record: unknown = table.at(slot)
    if (typeof record !== 'object' || record === null) {
      yield `${path} at ${slot} is no record`
      return
    }
    const lost = referencesOf(record as State).find((reference) => !isThere(reference))
    if (lost) yield `${path} at ${slot} names ${JSON.stringify(lost[0])}, which does not exist`
  }
}

function isThere([name, among, forgotten]: Reference): boolean {
  if (name === null) return true
  if (typeof name === 'string') return Object.hasOwn(among, name)
  const table = among as Table<unknown>
  const mayBeGone = forgotten !== undefined && name >= 0 && name < table.first
  return Number.isInteger(name) && (mayBeGone || table.get(name) !== undefined)
}

const names = ['current', 'reserved', 'held', 'transactionCount'] as const
type Totals = Record<(typeof names)[number], number>
const nothing = (): Totals => ({ current: 0, reserved: 0, held: 0, transactionCount: 0 })

function* compare(whose: string, shown: Readonly<Totals>, counted: Totals): Generator<string> {
  for (const name of names) {
    if (shown[name] !== counted[name])
      yield `${name} of ${whose} is ${shown[name]}, but its records add up to ${counted[name]}`
  }
}
