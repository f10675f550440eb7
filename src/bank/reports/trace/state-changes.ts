/**
 * The state after each step, as differences from the state before it: balances, payments, the agenda, and waiting pushes. Only records that
 * `diff` names are read, so that a step costs the same in a large world.
 */
import { masterAccountNumber, subledgerNumber } from '../../../core/accounts/account-number.ts'
import { isForNothing } from '../../../core/advance.ts'
import type { WorldChange } from '../../../core/diff.ts'
import type { Timer } from '../../../core/kernel/schedule.ts'
import type { Table } from '../../../core/kernel/table.ts'
import { type Instant, timeOf } from '../../../core/kernel/time/instant.ts'
import { availableOf } from '../../../core/ledger/ledger.ts'
import { pendingPush } from '../../../core/webhooks/push-record.ts'
import { paymentIdOf } from '../../../core/wires/wire-record.ts'
import { isGivenUp, mayBe, wireStatuses } from '../../../core/wires/wire-status.ts'
import type { World } from '../../../core/world.ts'
import type { Balance, DueAt, PaymentNow, PushNow, StateChange, TracedAccount } from './trace-data.ts'

/** The slots (places in a table) of the records that a step changed, and the instants whose due operations changed. */
type Touched = { readonly [Of in 'masters' | 'subledgers' | 'payments' | 'deliveries' | 'instants']: Set<number> }

export interface KnownPayment {
  readonly id: string
  readonly slot: number
}

export class StateFollower {
  readonly accounts: TracedAccount[] = []
  readonly payments: KnownPayment[] = []
  readonly #accountAt = new Map<string, number>()
  readonly #paymentAt = new Map<string, number>()
  readonly #waiting = new Set<number>()
  /** How many timers of an instant are counted already. New timers are appended, and all timers of an instant are removed at once. */
  readonly #due = new Map<Instant, { counted: number; readonly counts: Map<string, number> }>()
  /** The timer that each wire waits for. */
  readonly #dueOf = new Map<number, { readonly instant: Instant; readonly operation: string }>()

  /** Returns the parts of the state that the `differences` from the world before have changed; without `differences`, all parts. */
  follow(after: World, differences?: readonly WorldChange[]): StateChange {
    const touched = differences ? touchedBy(differences, after) : allOf(after)
    for (const slot of touched.payments) this.#giveUp(after, slot, touched.instants)
    // The agenda comes first, as it finds out when the payments go on.
    const agenda = [...touched.instants].map((instant) => this.#dueAt(after, instant))
    const state: Required<StateChange> = {
      balances: this.#balances(after, touched),
      payments: [...touched.payments].map((slot) => this.#payment(after, slot)),
      agenda,
      pushes: [...touched.deliveries].flatMap((slot) => this.#push(after, slot)),
    }
    return Object.fromEntries(Object.entries(state).filter(([, list]) => list.length > 0))
  }

  indexOf(paymentId: string): number | undefined {
    return this.#paymentAt.get(paymentId)
  }

  #balances({ accounts, settings: { seed } }: World, { masters, subledgers }: Touched): Balance[] {
    const ofMasters = [...masters].map((slot) => {
      const master = accounts.masters.at(slot)
      return this.#balance({ number: masterAccountNumber(seed, slot), title: master.title, master: null }, master)
    })
    const ofSubledgers = [...subledgers].flatMap((slot) => {
      const subledger = accounts.subledgers.at(slot)
      const [number, master] = [subledgerNumber(seed, slot), masterAccountNumber(seed, subledger.master)]
      return subledger.isImplicit ? [] : this.#balance({ number, title: subledger.title, master }, subledger)
    })
    return [...ofMasters, ...ofSubledgers]
  }

  #balance(account: TracedAccount, funds: Parameters<typeof availableOf>[0]): Balance {
    const { current, reserved, held } = funds
    const index = placeOf(account, account.number, this.accounts, this.#accountAt)
    return { account: index, current, available: availableOf(funds), reserved, held }
  }

  #payment(world: World, slot: number): PaymentNow {
    const { status, isHeldByDesk } = world.wires.payments.at(slot)
    const id = paymentIdOf(world.settings.seed, slot)
    const payment = placeOf({ id, slot }, id, this.payments, this.#paymentAt)
    if (isHeldByDesk && status === 'Hold') return { payment, status, waitsFor: 'the operations team' }
    const { waitsFor } = wireStatuses[status]
    const { operation, instant = world.now } = this.#dueOf.get(slot) ?? {}
    // A decision of the desk may overtake the timer, which then changes nothing any more.
    const isOpen = mayBe(operation === 'wires.review' ? 'review' : 'approve', status) && instant > world.now
    return { payment, status, waitsFor, ...(isOpen && { until: timeOf(world, instant) }) }
  }

  /** The timer of a wire that was rejected or canceled does nothing any more, so the agenda leaves it out. */
  #giveUp(world: World, slot: number, instants: Set<Instant>): void {
    const due = this.#dueOf.get(slot)
    if (due === undefined || !isGivenUp(world.wires.payments.at(slot).status)) return
    const { counts } = this.#due.get(due.instant) ?? {}
    counts?.set(due.operation, (counts.get(due.operation) ?? 1) - 1)
    instants.add(due.instant)
    this.#dueOf.delete(slot)
  }

  #dueAt(world: World, instant: Instant): DueAt {
    const timers = world.schedule.at(instant)
    const due = (timers && this.#due.get(instant)) ?? { counted: 0, counts: new Map<string, number>() }
    this.#due.set(instant, due)
    for (; due.counted < (timers?.size ?? 0); due.counted++) {
      const timer = (timers as Table<Timer>).at(due.counted)
      if (isForNothing(world, timer)) continue
      const { operation, subject } = timer
      if (operation.startsWith('wires.')) this.#dueOf.set(subject, { instant, operation })
      due.counts.set(operation, (due.counts.get(operation) ?? 0) + 1)
    }
    return { at: timeOf(world, instant), due: [...due.counts].filter(([, count]) => count > 0) }
  }

  #push(world: World, slot: number): PushNow[] {
    const delivery = world.webhooks.deliveries.get(slot)
    const pending = delivery && pendingPush(world, delivery)
    if (pending) {
      this.#waiting.add(slot)
      const { eventName, callbackUrl, tries } = pending
      return [{ delivery: slot, push: { eventName, callbackUrl, tries } }]
    }
    return this.#waiting.delete(slot) ? [{ delivery: slot, push: null }] : []
  }
}

/** Returns the index of an item in a list, by its key. A new item is appended. */
function placeOf<Item>(item: Item, key: string, list: Item[], places: Map<string, number>): number {
  const place = places.get(key) ?? list.push(item) - 1
  places.set(key, place)
  return place
}

function touchedBy(differences: readonly WorldChange[], { webhooks }: World): Touched {
  const [masters, subledgers, payments] = [new Set<number>(), new Set<number>(), new Set<number>()]
  const touched: Touched = { masters, subledgers, payments, deliveries: new Set(), instants: new Set() }
  for (const { path } of differences) {
    const [room, table, slot] = path as [string, string | number, number]
    if (room === 'schedule') touched.instants.add(table as number)
    else if (Object.hasOwn(touched, table)) touched[table as keyof Touched].add(slot)
    // The pushes of a removed registration no longer wait.
    else if (table === 'registrations' && webhooks.registrations.get(slot)?.isRemoved) {
      for (const delivery of slotsOf(webhooks.deliveries))
        if (webhooks.deliveries.at(delivery).registration === slot) touched.deliveries.add(delivery)
    }
  }
  return touched
}

function allOf({ accounts, wires, schedule, webhooks }: World): Touched {
  return {
    masters: slotsOf(accounts.masters),
    subledgers: slotsOf(accounts.subledgers),
    payments: slotsOf(wires.payments),
    deliveries: slotsOf(webhooks.deliveries),
    instants: new Set([...schedule].map(({ at }) => at)),
  }
}

function slotsOf({ first, size }: { readonly first: number; readonly size: number }): Set<number> {
  return new Set(Array.from({ length: size - first }, (_, index) => first + index))
}
