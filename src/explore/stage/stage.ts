/**
 * The stage: one run's bank with the changes of the run. It observes the bank, writes each request, payment and push to the log of the
 * run, and makes the change that the plan has for that point.
 */
import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import type { Asked } from '../../bank/shell/state/observer.ts'
import { newFault } from '../../core/faults/fault.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import type { DuePush } from '../../core/webhooks/push-record.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { mayBe } from '../../core/wires/wire-status.ts'
import type { World } from '../../core/world.ts'
import type { RunTime } from '../../time/run-time.ts'
import { type ChangeKind, changeKinds } from '../changes/change-kinds.ts'
import type { Plan } from '../changes/plan.ts'
import { unaskedFor } from './arrival.ts'
import { createDesk } from './desk.ts'
import type { IntentNames } from './intent-names.ts'
import { goFirst } from './order.ts'
import type { Running } from './process.ts'
import { RunLog } from './run-log.ts'

/** How long an outage lasts, of the bank or of the receiver. */
const OUTAGE = 10 * MINUTE
/** How long a call or its answer is under way that comes late: longer than most leases last, and longer than a user waits before a second click. */
const LATE = 10 * MINUTE
/** After so long a payment that was just made may go out. */
const UNTIL_REVIEWED = 10 * SECOND
/** Longer than a process that has ended is away. */
const ON_ITS_WAY = 2 * MINUTE
/** As the fault of this name takes by default. */
const SLOW = 30 * SECOND
/** How many calls fail in a row. */
const FAILING = 3

const faultsOf = (point: 'request' | 'push') =>
  (Object.keys(changeKinds) as ChangeKind[]).filter((kind) => changeKinds[kind].at === point && changeKinds[kind].fault)
const requestFaults = faultsOf('request')
const pushFaults = faultsOf('push')

export class Stage {
  readonly log = new RunLog()
  readonly desk: ReturnType<typeof createDesk>
  /** The events that were lost for good. */
  readonly lost = new Set<string>()
  /** The callback addresses whose registrations stay suspended. */
  readonly abandoned = new Set<string>()
  /** The process whose call reaches the bank now. */
  caller: Running | undefined
  /** Whether the partner's books are being looked at: what they ask the bank for is no point of the run. */
  isLooking = false
  /** Whether the partner has a store, in which it can write down what it is about to do. */
  hasStore = false
  /** Whether a process has connected a receiver. */
  hasReceivingProcess = false
  /** The payments as they were when the operations team looked at them last. */
  #payments: World['wires']['payments'] | undefined
  /** Events by the order of their first delivery. */
  readonly #delivered: string[] = []
  #bankDownUntil = 0
  #receiverDownUntil = 0
  /** The calls with a number below this fail, until that instant. */
  #fails = { below: 0, until: 0 }

  constructor(
    readonly bank: Bank,
    readonly plan: Plan,
    readonly time: RunTime,
    readonly intents: IntentNames,
  ) {
    this.desk = createDesk(this)
    const { shell, sender } = internalsOf(bank)
    shell.observe({ changed: (world) => this.#changed(world), asked: (request) => this.#asked(request) })
    sender.choose = (pending) => this.#choose(pending)
  }

  /** Whether an outage lasts still. */
  get isStruck(): boolean {
    return this.#bankDownUntil > this.time.world.now || this.#receiverDownUntil > this.time.world.now
  }

  /** The events that are to come once more after everything else. */
  get repeated(): string[] {
    return this.#delivered.filter((_, index) => this.plan.at('again', index + 1))
  }

  /** A call of a receiver, which may be down; gives the number of its push. */
  receive(): number {
    if (this.time.world.now < this.#receiverDownUntil) throw new TypeError('connect ECONNREFUSED: a change of this run')
    return this.#delivered.length
  }

  /** Ends all outages, and approves the payments that are held. @returns how many those were */
  heal(): number {
    this.#bankDownUntil = 0
    this.#receiverDownUntil = 0
    return this.desk.approveHeld()
  }

  #changed(world: World): void {
    this.time.world = world
    this.time.activity.note()
    const { payments } = world.wires
    if (payments === this.#payments) return
    this.#payments = payments
    for (let slot = this.log.countOf('payment'); slot < payments.size; slot++)
      this.log.add('payment', payments.at(slot).order.direction)
    this.desk.decide()
  }

  #asked({ endpoint }: { endpoint: string | null }): Asked {
    const { plan, log, time, caller, bank } = this
    if (this.isLooking) return {}
    const nth = log.add('request', endpoint ?? 'an unknown call', { isOfProcess: caller !== undefined })
    time.activity.note()
    if (plan.at('outage', nth)) this.#bankDownUntil = time.world.now + OUTAGE
    const intent = this.intents.current()
    let firstWire = time.world.wires.payments.size
    if (plan.at('failing', nth)) this.#fails = { below: nth + FAILING, until: time.world.now + OUTAGE }
    const before = this.#before(nth, caller)
    return {
      ...(before ? { before } : {}),
      begin: () => {
        if (plan.at('arrival', nth)) bank.wires.simulateInbound(unaskedFor(bank))
        firstWire = time.world.wires.payments.size
      },
      fault: this.#faultAt(nth),
      done: ({ fault, status, answer, url, method, body }) => {
        // The fault stands in the plan already; the log has what the partner makes of it.
        log.note(time.world.now)
        log.mark('request', nth, { isBeforeBatch: this.#isBeforeBatch() })
        log.noteCall('request', nth, method, url, body, fault === undefined ? [status, answer] : fault)
        for (let slot = firstWire; slot < time.world.wires.payments.size; slot++)
          this.intents.note(paymentIdOf(time.world.settings.seed, slot), intent)
      },
      after: async () => {
        if (plan.at('crashAfter', nth)) await caller?.end()
        if (plan.at('pauseAfter', nth)) await time.pausedCalls.pause()
        if (plan.at('answersLate', nth)) await time.pass(LATE)
        if (plan.at('batchMeanwhile', nth)) {
          await time.pass(UNTIL_REVIEWED)
          bank.desk.releaseBatch()
          await time.pausedCalls.pause()
        }
        if (plan.at('slow', nth)) await time.pass(SLOW)
        time.activity.note()
      },
    }
  }

  /** Until when a call waits before it is done. */
  #before(nth: number, caller: Running | undefined): Promise<void> | undefined {
    const { plan, time } = this
    if (plan.at('crashBefore', nth)) return caller?.end()
    if (plan.at('pauseBefore', nth)) return time.pausedCalls.pause()
    if (plan.at('arrivesLate', nth)) return time.pass(LATE)
    if (!plan.at('crashOnTheWay', nth)) return undefined
    void caller?.end()
    return time.pass(ON_ITS_WAY)
  }

  /** Whether a payment waits for a batch. */
  #isBeforeBatch(): boolean {
    return [...this.time.world.wires.payments].some(
      ({ order, status }) => order.direction === 'Outbound' && (mayBe('review', status) || mayBe('release', status)),
    )
  }

  #faultAt(nth: number): FaultState | undefined {
    const { now } = this.time.world
    if (now < this.#bankDownUntil) return newFault('networkError', {}, now)
    if (nth < this.#fails.below && now < this.#fails.until) return newFault('status', { status: 503 }, now)
    const kind = requestFaults.find((each) => this.plan.at(each, nth))
    const fault = kind && changeKinds[kind].fault
    return fault && newFault(fault.kind, { status: fault.status }, now)
  }

  /** The push that goes next. */
  #choose(pending: readonly DuePush[]): number {
    const { bank, log, plan, time } = this
    const isNew = ({ eventId }: DuePush) => !this.#delivered.includes(eventId)
    const next = pending[0] as DuePush
    if (!isNew(next)) return 0
    const nth = log.countOf('push') + 1
    const sampled = plan.order?.choose(pending.map(({ eventId }) => eventId))
    const choice = sampled ?? Math.min(plan.at('first', nth)?.choice ?? 0, pending.length - 1)
    const { eventId, eventName, resources, isSigned, callbackUrl } = pending[choice] as DuePush
    const canGoFirst = choice === 0 && !plan.order ? goFirst(bank, pending) : []
    log.add('push', eventName, { isSigned, canGoFirst, isOfProcess: this.hasReceivingProcess })
    log.note(eventName, resources, time.world.now)
    this.#delivered.push(eventId)
    if (plan.at('receiverDown', nth)) this.#receiverDownUntil = time.world.now + OUTAGE
    if (plan.at('suspended', nth)) {
      this.#receiverDownUntil = Number.POSITIVE_INFINITY
      this.abandoned.add(new URL(callbackUrl).href)
    }
    const kind = pushFaults.find((each) => plan.at(each, nth))
    const fault = kind && changeKinds[kind].fault
    if (kind === 'lost') this.lost.add(eventId)
    if (fault) bank.faults.inject(fault.kind as 'drop', { nth: 1, uses: 1 })
    return choice
  }
}
