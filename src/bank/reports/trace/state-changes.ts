/**
 * The state after each step, as what is otherwise than before: balances, payments, what is due, and pushes that wait. Only records that
 * `diff` names are looked at.
 */
import { masterAccountNumber, subledgerNumber } from '../../../core/accounts/account-number.ts'
import type { WorldChange } from '../../../core/diff.ts'
import type { Timer } from '../../../core/kernel/schedule.ts'
import type { Table } from '../../../core/kernel/table.ts'
import { formatInstant, type Instant } from '../../../core/kernel/time/instant.ts'
import { availableOf } from '../../../core/ledger/ledger.ts'
import { owedPush } from '../../../core/webhooks/push-record.ts'
import { paymentIdOf } from '../../../core/wires/wire-record.ts'
import { wireStatuses } from '../../../core/wires/wire-status.ts'
import type { World } from '../../../core/world.ts'
import type { Balance, DueAt, PaymentNow, PushNow, StateChange, TracedAccount } from './trace-data.ts'

/** The records that a step touched, by slot. */
interface Touched {
  readonly masters: readonly number[]
  readonly subledgers: readonly number[]
  readonly payments: readonly number[]
  readonly instants: readonly Instant[]
  readonly deliveries: readonly number[]
}

/** A payment, without its explanation. */
export interface KnownPayment {
  readonly id: string
  readonly slot: number
}

/** Follows one bank from world to world. */
export class StateFollower {
  readonly accounts: TracedAccount[] = []
  readonly payments: KnownPayment[] = []
  readonly #accountAt = new Map<string, number>()
  readonly #paymentAt = new Map<string, number>()
  readonly #waiting = new Set<number>()
  /** What is due at an instant, counted so far: timers come after those that are there, until all of them go at once. */
  readonly #due = new Map<Instant, { counted: number; readonly counts: Map<string, number> }>()

  /** What is otherwise in `after`; `differences` are those to the world before, absent where there was none. */
  follow(after: World, differences?: readonly WorldChange[]): StateChange {
    const touched = differences ? touchedBy(differences, after) : allOf(after)
    return withoutEmpty({
      balances: this.#balances(after, touched),
      payments: touched.payments.map((slot) => this.#payment(after, slot)),
      agenda: touched.instants.map((instant) => this.#dueAt(after, instant)),
      pushes: touched.deliveries.flatMap((slot) => this.#push(after, slot)),
    })
  }

  /** The index of a payment that has been seen. */
  indexOf(paymentId: string): number | undefined {
    return this.#paymentAt.get(paymentId)
  }

  #balances(world: World, { masters, subledgers }: Touched): Balance[] {
    const { accounts, settings } = world
    const ofMasters = masters.map((slot): Balance => {
      const master = accounts.masters.at(slot)
      const number = masterAccountNumber(settings.seed, slot)
      return this.#balance({ number, title: master.title, master: null }, master)
    })
    const ofSubledgers = subledgers
      .filter((slot) => !accounts.subledgers.at(slot).isImplicit)
      .map((slot): Balance => {
        const subledger = accounts.subledgers.at(slot)
        const number = subledgerNumber(settings.seed, slot)
        const master = masterAccountNumber(settings.seed, subledger.master)
        return this.#balance({ number, title: subledger.title, master }, subledger)
      })
    return [...ofMasters, ...ofSubledgers]
  }

  #balance(account: TracedAccount, funds: Parameters<typeof availableOf>[0]): Balance {
    const { current, reserved, held } = funds
    return { account: this.#account(account), current, available: availableOf(funds), reserved, held }
  }

  #account(account: TracedAccount): number {
    const known = this.#accountAt.get(account.number)
    if (known !== undefined) return known
    this.#accountAt.set(account.number, this.accounts.length)
    return this.accounts.push(account) - 1
  }

  #payment(world: World, slot: number): PaymentNow {
    const { status, isHeldByDesk } = world.wires.payments.at(slot)
    const id = paymentIdOf(world.settings.seed, slot)
    let index = this.#paymentAt.get(id)
    if (index === undefined) {
      index = this.payments.push({ id, slot }) - 1
      this.#paymentAt.set(id, index)
    }
    return { payment: index, status, waitsFor: isHeldByDesk ? 'the operations team' : wireStatuses[status].waitsFor }
  }

  #dueAt(world: World, instant: Instant): DueAt {
    const timers = world.schedule.at(instant)
    const due = (timers && this.#due.get(instant)) ?? { counted: 0, counts: new Map<string, number>() }
    this.#due.set(instant, due)
    for (; due.counted < (timers?.size ?? 0); due.counted++) {
      const { operation } = (timers as Table<Timer>).at(due.counted)
      due.counts.set(operation, (due.counts.get(operation) ?? 0) + 1)
    }
    return { at: formatInstant(instant, world.settings.timeZone), due: [...due.counts] }
  }

  #push(world: World, slot: number): PushNow[] {
    const delivery = world.webhooks.deliveries.get(slot)
    const owed = delivery && owedPush(world, delivery)
    if (owed) {
      this.#waiting.add(slot)
      const { eventName, callbackUrl, tries } = owed
      return [{ delivery: slot, push: { eventName, callbackUrl, tries } }]
    }
    return this.#waiting.delete(slot) ? [{ delivery: slot, push: null }] : []
  }
}

function touchedBy(differences: readonly WorldChange[], after: World): Touched {
  const slots = { masters: new Set<number>(), subledgers: new Set<number>(), payments: new Set<number>() }
  const deliveries = new Set<number>()
  const instants: Instant[] = []
  for (const { path } of differences) {
    const [room, table, slot] = path as [string, string | number, number]
    if (room === 'schedule') instants.push(table as number)
    else if (room === 'accounts' && (table === 'masters' || table === 'subledgers')) slots[table].add(slot)
    else if (room === 'wires' && table === 'payments') slots.payments.add(slot)
    else if (room === 'webhooks' && table === 'deliveries') deliveries.add(slot)
    // Whether anything waits for a registration follows from the registration too.
    else if (room === 'webhooks' && table === 'registrations') ofRegistration(after, slot, deliveries)
  }
  return {
    masters: [...slots.masters],
    subledgers: [...slots.subledgers],
    payments: [...slots.payments],
    instants: [...new Set(instants)],
    deliveries: [...deliveries],
  }
}

function ofRegistration({ webhooks }: World, registration: number, deliveries: Set<number>): void {
  if (!webhooks.registrations.get(registration)?.isRemoved) return
  for (let slot = webhooks.deliveries.first; slot < webhooks.deliveries.size; slot++) {
    if (webhooks.deliveries.at(slot).registration === registration) deliveries.add(slot)
  }
}

function allOf({ accounts, wires, schedule, webhooks }: World): Touched {
  return {
    masters: slotsOf(accounts.masters),
    subledgers: slotsOf(accounts.subledgers),
    payments: slotsOf(wires.payments),
    instants: [...schedule].map(({ at }) => at),
    deliveries: slotsOf(webhooks.deliveries),
  }
}

function slotsOf({ first, size }: { readonly first: number; readonly size: number }): number[] {
  return Array.from({ length: size - first }, (_, index) => first + index)
}

function withoutEmpty(state: Required<StateChange>): StateChange {
  return Object.fromEntries(Object.entries(state).filter(([, list]) => list.length > 0))
}
