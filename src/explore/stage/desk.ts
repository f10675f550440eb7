/** The bank's operations team (desk) in a run: makes the decisions of the plan on payments, and approves held ones when the bank heals. */
import { everyRegistration } from '../../bank/invariants/every-page.ts'
import { portOf } from '../../bank/port.ts'
import { isRejectionError } from '../../core/errors.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { HOUR, MINUTE } from '../../core/kernel/time/instant.ts'
import type { RefusalCode } from '../../core/ledger/posting-codes.ts'
import { registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { isFinal, mayBe } from '../../core/wires/wire-status.ts'
import type { World } from '../../core/world.ts'
import { isAtPoint } from '../changes/change.ts'
import { changeKinds } from '../changes/change-kinds.ts'
import type { GivenToParts } from './given-to-parts.ts'

/** The statuses that the partner does not expect, as words. */
export const setbackWords = { Hold: 'held', Rejected: 'rejected', Reversed: 'reversed' } as const
export type Setback = keyof typeof setbackWords

/** The kinds for which the bank itself rejects the payment. */
const refusals = keysOf(changeKinds).filter((kind) => changeKinds[kind].refusal)

export class Desk {
  /** The payments that the desk will reverse, each with the delay after its completion. */
  readonly #toReverse = new Map<number, number>()
  /** The completed payments whose reversal is due later. */
  readonly #reversing = new Set<number>()
  readonly #setbacks = new Set<Setback>()
  /** The payments as they were when the world last changed. */
  #payments: World['wires']['payments'] | undefined

  constructor(private readonly given: GivenToParts) {
    portOf(given.bank).subscribe((fact) => {
      if (fact.what === 'operation' && fact.isDone) this.#noteChange()
    })
  }

  /** What happened to payments of the run. */
  get setbacks(): ReadonlySet<Setback> {
    return this.#setbacks
  }

  /** Tells the bank which future payments it must reject by the plan, each by the number that the payment will have. */
  askForOutcomes(): void {
    for (const change of this.given.changes.filter(isAtPoint)) {
      const { refusal } = changeKinds[change.kind]
      if (refusal !== undefined) this.#expect('wire', refusal, change.nth - this.#world.wires.payments.size)
    }
  }

  /** Lets the bank refuse the next transfer between these accounts: a repeat of one that is done is none. */
  refuseTransfer(request: Readonly<Record<string, unknown>>): void {
    const { debitAccountNumber: accountNumber, creditAccountNumber: otherAccountNumber } = request
    this.#expect('transaction', 'NSF', 1, { accountNumber, otherAccountNumber })
  }

  /** Whether the bank pushes to some registration. */
  get isAnnounced(): boolean {
    return this.#activeRegistrations.length > 0
  }

  /** True if a payment is not final, or will be reversed. */
  get hasOpenPayment(): boolean {
    return this.#reversing.size > 0 || [...this.#world.wires.payments].some(({ status }) => !isFinal(status))
  }

  /** True if an outbound payment waits for its review or for a batch. */
  get hasUnsent(): boolean {
    return [...this.#world.wires.payments].some(
      ({ order, status }) => order.direction === 'Outbound' && (mayBe('review', status) || mayBe('release', status)),
    )
  }

  /** Approves every held payment, whether the plan or the bank's own review held it. @returns how many it approved */
  approveHeld(): number {
    let approved = 0
    for (let slot = 0; slot < this.#world.wires.payments.size; slot++) {
      const { status, order, isHeldByDesk } = this.#world.wires.payments.at(slot)
      // An inbound payment leaves its hold by itself.
      const isLeft = isHeldByDesk || (order.direction === 'Outbound' && status === 'Hold')
      if (!isLeft || !mayBe('approve', status)) continue
      this.given.bank.desk.approve(this.#idOf(slot))
      approved++
    }
    return approved
  }

  #noteChange(): void {
    const { payments } = this.#world.wires
    if (payments === this.#payments) return
    this.#payments = payments
    const { log } = this.given
    for (let slot = log.countOf('payment'); slot < this.#world.wires.payments.size; slot++) {
      const { direction } = this.#world.wires.payments.at(slot).order
      log.add('payment', direction, { isAnnounced: this.isAnnounced })
      this.#decideOn(slot)
    }
    this.#reverseCompleted()
    for (const { status, wasReversed } of this.#world.wires.payments) {
      if (status === 'Hold' || status === 'Rejected') this.#setbacks.add(status)
      if (wasReversed) this.#setbacks.add('Reversed')
    }
  }

  /** Makes the decisions of the plan on a new payment, or schedules them. */
  #decideOn(slot: number): void {
    const { bank, plan, clock } = this.given
    const nth = slot + 1
    // The bank itself rejects the payment (see `askForOutcomes`). Here the change only counts as struck.
    for (const kind of refusals) plan.strike(kind, nth)
    if (plan.strike('pinged', nth))
      for (const { id, partnerId } of this.#activeRegistrations) bank.as(partnerId).webhooks.ping(id)
    if (plan.strike('held', nth) && mayBe('hold', this.#statusOf(slot))) bank.desk.hold(this.#idOf(slot))
    const reject = () => mayBe('reject', this.#statusOf(slot)) && bank.desk.reject(this.#idOf(slot))
    if (plan.strike('rejected', nth)) reject()
    if (plan.strike('rejectedLate', nth)) clock.wakeAfter(MINUTE, reject)
    if (plan.strike('leftBehind', nth)) bank.faults.inject('partialRelease', { count: 0, uses: 1 })
    if (plan.strike('reversed', nth)) this.#toReverse.set(slot, HOUR)
    if (plan.strike('reversedAtOnce', nth)) this.#toReverse.set(slot, 0)
  }

  /** Reverses the payments of the plan that are completed now, or schedules their reversal. */
  #reverseCompleted(): void {
    for (const [slot, delay] of this.#toReverse) {
      if (!mayBe('reverse', this.#statusOf(slot))) continue
      this.#toReverse.delete(slot)
      this.#reversing.add(slot)
      const reverse = () => this.#takeBack(slot)
      if (delay === 0) reverse()
      else this.given.clock.wakeAfter(delay, reverse)
    }
  }

  /** Reverses a payment, unless the bank refuses: the payment moved no money, or the account no longer has enough. */
  #takeBack(slot: number): void {
    this.#reversing.delete(slot)
    try {
      this.given.bank.desk.reverse(this.#idOf(slot))
    } catch (error) {
      if (!isRejectionError(error)) throw error
    }
  }

  get #activeRegistrations() {
    return everyRegistration(this.given.clock).filter(({ status }) => registrationStatuses[status].sends === 'each')
  }

  #expect(of: 'wire' | 'transaction', postingCode: RefusalCode, nth: number, match = {}): void {
    const asked = { of, match, nth, status: 'Rejected', postingCode } as const
    portOf(this.given.bank).perform('outcomes.expect', asked)
  }

  #idOf(slot: number): string {
    return paymentIdOf(this.#world.settings.seed, slot)
  }

  #statusOf(slot: number) {
    return this.#world.wires.payments.at(slot).status
  }

  get #world(): World {
    return this.given.clock.world
  }
}
