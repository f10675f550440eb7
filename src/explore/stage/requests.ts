/** The requests of a run: each is a point at which the plan may have a change. A fault goes on as `call.fault` to `bank/http/faults.ts`. */
import { portOf } from '../../bank/port.ts'
import { contextOf } from '../../bank/shell/host/context.ts'
import { timeToPass } from '../../bank/shell/pushes/time-driver.ts'
import type { KeptExchange } from '../../bank/shell/state/exchange.ts'
import type { Answer, Call } from '../../bank/shell/state/layer.ts'
import { valuesWith } from '../../core/assumptions/notes.ts'
import { newFault } from '../../core/faults/fault.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { hashText } from '../../core/kernel/identity.ts'
import { fieldsOf, jsonIn } from '../../core/kernel/json.ts'
import { MINUTE, SECOND } from '../../core/kernel/time/instant.ts'
import { plausibleInbound } from '../../core/wires/plausible-wire.ts'
import type { InboundWireRequest } from '../../core/wires/wire.ts'
import { paymentIdOf } from '../../core/wires/wire-record.ts'
import { changeKinds, changesWithFaultAt } from '../changes/change-kinds.ts'
import type { Desk } from './desk.ts'
import type { GivenToParts } from './given-to-parts.ts'
import { isLooking } from './looks.ts'
import type { Outages } from './outages.ts'
import { callerNow, never, type Running } from './process.ts'
import type { Pushes } from './pushes.ts'
import { withoutInstants } from './run-log.ts'

/** The delay of a late call or answer: longer than most leases last, and longer than a user waits before a second click. */
const LATE = 10 * MINUTE
/** The time after which a new payment has passed its review and may go out. */
const UNTIL_REVIEWED = 10 * SECOND
/** The delay of a call whose process has ended: longer than the process takes to start again. */
const ON_ITS_WAY = 2 * MINUTE
/** The delay of a slow answer: less than most clients wait, but long enough for other things to happen first. */
const SLOW = 20 * SECOND

/** The name of the intent that the running code pays. In a browser, run one intent at a time: its name stays until its code has ended. */
export const intent: ReturnType<typeof contextOf<string>> = contextOf<string>('intent', { isLong: true })

const changesWithFault = changesWithFaultAt('request')

/** A request that the run performs. */
interface RequestUnderWay {
  readonly nth: number
  readonly running: Running | undefined
  /** The intent of the running code. */
  readonly name: string | undefined
  /** What the request waits for. */
  readonly before: Promise<void> | undefined
}

export class Requests {
  /** The names of intents, by the ids of their payments. */
  readonly #named = new Map<string, string>()
  #hasSmallPages = false

  constructor(
    private readonly given: GivenToParts,
    private readonly parts: { readonly desk: Desk; readonly outages: Outages; readonly pushes: Pushes },
  ) {
    portOf(given.bank).use({ request: (call, next) => this.#around(call, next) })
  }

  get named(): ReadonlyMap<string, string> {
    return this.#named
  }

  /** The layer of the run around a request. What the running code is, is read before anything is awaited. */
  #around(call: Call, next: (call: Call) => Promise<Answer>): Promise<Answer> {
    const { plan, log, clock } = this.given
    const { running, path } = callerNow()
    if (isLooking()) return next(call)
    if (running?.isEnded) return never()
    const name = intent.current
    const nth = log.add('request', call.endpoint ?? 'an unknown call', { isOfProcess: running !== undefined, path })
    clock.activity.note()
    this.parts.outages.beginAtRequest(nth)
    if (plan.strike('smallPage', nth)) this.#hasSmallPages = true
    const before = this.#waitBefore(nth, running)
    const fault = this.#faultAt(nth)
    return this.#changed({ ...call, fault }, next, { nth, running, name, before })
  }

  async #changed(
    call: Call,
    next: (call: Call) => Promise<Answer>,
    { nth, running, name, before }: RequestUnderWay,
  ): Promise<Answer> {
    const { endpoint, body } = call
    await body.read()
    if (before) await before
    // From here on nothing is awaited until the request is performed.
    this.#begin(call, nth)
    const firstWire = this.#paymentCount
    const onPerformed = (exchange: KeptExchange) => {
      this.#note(endpoint, nth, exchange)
      const { seed } = this.given.clock.world.settings
      for (let slot = firstWire; name !== undefined && slot < this.#paymentCount; slot++)
        this.#named.set(paymentIdOf(seed, slot), name)
    }
    const answer = await next({ ...call, onPerformed })
    await this.#waitAfter(nth, running)
    return answer
  }

  #waitBefore(nth: number, running: Running | undefined): Promise<void> | undefined {
    const { plan, clock } = this.given
    // `end()` never settles, so the call goes no further.
    if (plan.strike('crashBefore', nth)) return running?.end()
    if (plan.strike('pauseBefore', nth)) return clock.pause()
    if (plan.strike('arrivesLate', nth)) return timeToPass(clock, LATE)
    if (plan.strike('meetsPush', nth)) return this.#untilPush()
    if (!plan.strike('crashOnTheWay', nth)) return undefined
    void running?.end()
    return timeToPass(clock, ON_ITS_WAY)
  }

  /** Waits for the next push, but not for ever. */
  async #untilPush(): Promise<void> {
    const { bank, clock } = this.given
    await timeToPass(clock, UNTIL_REVIEWED)
    if (this.parts.desk.hasUnsent) bank.desk.releaseBatch()
    await Promise.race([this.parts.pushes.next(), timeToPass(clock, LATE)])
  }

  /** What happens just before the request is performed. */
  #begin({ endpoint, url: { searchParams: query }, body }: Call, nth: number): void {
    const { bank, plan } = this.given
    if (plan.strike('batchBefore', nth)) bank.desk.releaseBatch()
    if (plan.strike('transferRefused', nth)) this.parts.desk.refuseTransfer(fieldsOf(jsonIn(body.text)))
    if (this.#hasSmallPages && endpoint?.startsWith('list') && !query.has('pageSize')) query.set('pageSize', '1')
    if (plan.strike('arrival', nth)) bank.wires.simulateInbound(unsolicitedWire(bank.masterAccount.accountNumber))
  }

  #faultAt(nth: number): FaultState | undefined {
    const { plan, clock } = this.given
    const ofOutage = this.parts.outages.faultAt(nth)
    if (ofOutage) return ofOutage
    const kind = changesWithFault.find((each) => plan.strike(each, nth))
    const fault = kind && changeKinds[kind].fault
    return fault && newFault(fault.kind, { status: fault.status }, clock.now())
  }

  /** Adds what has come of a request to the log. */
  #note(endpoint: string | null, nth: number, exchange: KeptExchange): void {
    const { fault, status, answer, url, method, body, headers } = exchange
    const { log, clock } = this.given
    const { desk, outages } = this.parts
    outages.beginAfterRequest(nth)
    const key = headers[valuesWith(clock.world.settings.assume)['idempotency.header'].toLowerCase()]
    log.note(clock.now())
    log.mark('request', nth, {
      isBeforeBatch: desk.hasUnsent,
      isAnnounced: desk.isAnnounced,
      outcome: String(fault ?? status),
      asked: hashText(withoutInstants(`${url} ${key} ${body}`)),
    })
    const isOfToken = endpoint === 'requestToken' || status === 401
    log.noteCall('request', nth, [method, url, body, fault === undefined ? [status, answer] : fault], isOfToken)
  }

  async #waitAfter(nth: number, running: Running | undefined): Promise<void> {
    const { bank, plan, clock } = this.given
    if (plan.strike('crashAfter', nth)) await running?.end()
    if (plan.strike('pauseAfter', nth)) await clock.pause()
    if (plan.strike('answersLate', nth)) await timeToPass(clock, LATE)
    if (plan.strike('batchMeanwhile', nth)) {
      await timeToPass(clock, UNTIL_REVIEWED)
      bank.desk.releaseBatch()
      await clock.pause()
    }
    if (plan.strike('slow', nth)) await timeToPass(clock, SLOW)
    if (running?.isEnded) await never()
  }

  get #paymentCount(): number {
    return this.given.clock.world.wires.payments.size
  }
}

/** A payment that shifts the pages of a list. */
function unsolicitedWire(accountNumber: string): InboundWireRequest {
  const originator = { idCode: 'D', identifier: '1', name: 'A change of this run' } as const
  return { ...plausibleInbound(accountNumber), originator, beneficiaryReference: undefined, amount: 1 }
}
