/** Outages: the times for which the bank or the receiver answers nothing, and calls that fail in a row. */
import { newFault } from '../../core/faults/fault.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { HOUR, type Instant } from '../../core/kernel/time/instant.ts'
import { OUTAGE } from '../changes/plan.ts'
import type { GivenToParts } from './given-to-parts.ts'

/** How long an outage lasts that is longer than all tries of most payments. */
const LONG_OUTAGE = 6 * HOUR
/** How many calls in a row the change `failing` affects. */
const FAILING = 3

export class Outages {
  #bankDownUntil: Instant = 0
  #receiverDownUntil: Instant = 0
  /** Calls with a number below `below` fail until the instant `until`. */
  #fails = { below: 0, until: 0 }
  /** The callback addresses whose registrations stay suspended. */
  readonly #abandoned = new Set<string>()

  constructor(private readonly given: GivenToParts) {}

  /** Begins what the plan has for the n-th request. */
  beginAtRequest(nth: number): void {
    const { plan } = this.given
    const until = this.#now + OUTAGE
    if (plan.strike('outage', nth)) this.#bankDownUntil = until
    if (plan.strike('failing', nth)) this.#fails = { below: nth + FAILING, until }
  }

  beginAfterRequest(nth: number): void {
    if (this.given.plan.strike('lostInOutage', nth)) this.#bankDownUntil = this.#now + LONG_OUTAGE
  }

  beginAtPush(nth: number, callbackUrl: string): void {
    const { plan } = this.given
    if (plan.strike('receiverDown', nth)) this.#receiverDownUntil = this.#now + OUTAGE
    if (!plan.strike('suspended', nth)) return
    this.#receiverDownUntil = Number.POSITIVE_INFINITY
    this.#abandoned.add(new URL(callbackUrl).href)
  }

  /** The fault that strikes the n-th request because of an outage. */
  faultAt(nth: number): FaultState | undefined {
    const now = this.#now
    if (now < this.#bankDownUntil) return newFault('networkError', {}, now)
    const { below, until } = this.#fails
    return nth < below && now < until ? newFault('status', { status: 503 }, now) : undefined
  }

  get isReceiverDown(): boolean {
    return this.#now < this.#receiverDownUntil
  }

  /** Whether an outage of the bank or of the receiver lasts. */
  get areOn(): boolean {
    return this.#now < this.#bankDownUntil || this.isReceiverDown
  }

  end(): void {
    this.#bankDownUntil = 0
    this.#receiverDownUntil = 0
  }

  /** Whether the plan suspends the registration of this address for good. */
  isAbandoned(callbackUrl: string): boolean {
    return this.#abandoned.has(new URL(callbackUrl).href)
  }

  get #now(): Instant {
    return this.given.clock.now()
  }
}
