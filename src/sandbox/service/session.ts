/**
 * One run against a service: its calls, and what all questions share. Each call counts against the budget and is recorded. A call is repeated
 * where the service asks for a pause (429); where it fails (5xx, or no answer), it is repeated if twice does no more than once.
 */
import type { EndpointName } from '../../contract/endpoints.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import type { Fields } from './fields.ts'
import { Inconclusive, Trouble } from './inconclusive.ts'
import { realTime, type WaitingClock } from './real-time.ts'
import type { ServiceOptions } from './service-options.ts'
import { type Answer, answerOf, callOf, isRedirect, isTooEarly, isTrouble, retryAfter, unanswered } from './traffic.ts'
import { Activity, Waiting } from './waiting.ts'

/** How many calls beyond the budget may remove what was made, tokens for them included. */
const FOR_TIDYING = 200
/** The most tries of a call that fails. */
const MOST_TRIES = 4

/** How many waiting calls go on in the time that the service asks one of them to wait. */
const TURNS = 4

/** Where pushes can come in. */
export interface Receiver {
  /** An address that the service can reach. */
  readonly url: string
  /**
   * Answers what comes to the address from now on, until the function that it gives is called.
   *
   * @param answer - a fetch-style function
   */
  listen(answer: (request: Request) => Promise<Response>): (() => void) | Promise<() => void>
}

export interface SessionSettings extends ServiceOptions {
  readonly clock: WaitingClock
  /** How many calls it may make. */
  readonly calls: number
  readonly signal?: AbortSignal | undefined
  /** How long one question may wait, in milliseconds. */
  readonly maxWait: number
  /** The largest amount of a wire, in minor units. */
  readonly mostAmount: number
  /** What a wire needs at this service, beside what the documentation has. */
  readonly wire: Fields
  readonly receiver?: Receiver | undefined
}

/** What questions make. */
export type Kind = 'restriction' | 'registration' | 'subledger' | 'wire' | 'simulation' | 'transfer'

/** Something that is still there. */
export interface Leftover {
  /** Such as `subledger`. */
  readonly kind: string
  readonly id: string
}

/** A record that a question asked for. */
export interface Made {
  readonly kind: Kind
  readonly body: Fields
  /** Its name in the list of what is left behind. */
  readonly id: string
  /** Whether it could not be removed. */
  isStuck?: boolean
}

/** The sender of a request: a question, or the removal of what it made. */
export interface Sender {
  /** The places of its exchanges. */
  readonly evidence: number[]
  /** Whether it removes what was made: such calls go on after the signal, and beyond the budget. */
  readonly isTidying: boolean
  /** The milliseconds that its calls waited because the service limits requests, or had trouble. */
  heldUp: number
  /** Whether a push waits for the answer that it gives. */
  readonly isAnswering: boolean
  /** Lets time go by. @throws {Inconclusive} where it may wait no longer */
  wait(milliseconds: number): Promise<void>
}

export class Session {
  readonly exchanges: RecordedExchange[] = []
  readonly #activity = new Activity()
  /** By their audience; `until` is in milliseconds since 1970. */
  readonly tokens = new Map<string, { readonly text: string; readonly until: number }>()
  /** Facts that are found out once, by the function that finds each, with their evidence. */
  readonly found = new Map<unknown, { readonly value: Promise<unknown>; readonly evidence: number[] }>()
  /** Everything that was made, by its id. */
  readonly made = new Map<string, Made>()
  /** Requests without a clear answer: they may have been done. */
  readonly unclear: Made[] = []
  readonly left: Leftover[] = []
  /** The size of pages that lists are read in; none where the service refuses this one. */
  pageSize: Record<string, string> = { pageSize: '50' }
  /** How long a change takes until a read shows it, in milliseconds. */
  lag = 0
  /** When something was last changed, by the clock of the service. */
  changedAt = Number.NEGATIVE_INFINITY
  /** Makes the header of a new idempotency key, once the service is known to do a repeated request only once. */
  newKey: (() => Record<string, string>) | undefined
  /** Whether a key was seen to be honoured, by the call on which it was tried: a service may honour it on some calls only. */
  readonly keyed = new Map<EndpointName, boolean>()
  readonly #waiting: Waiting
  /** When the last call goes on that the service told to wait. */
  #lastTurn = 0

  constructor(readonly options: SessionSettings) {
    this.#waiting = new Waiting((milliseconds) => options.clock.wait(milliseconds, options.signal), this.#activity)
  }

  /** Lets time go by for one of several senders. One that answers a push or removes records does not wait for the others. */
  async wait(milliseconds: number, { isTidying, isAnswering }: Sender): Promise<void> {
    const { clock, signal } = this.options
    if (milliseconds <= 0) return
    if (clock === realTime || isTidying || isAnswering) await clock.wait(milliseconds, isTidying ? undefined : signal)
    else await this.#waiting.wait(milliseconds)
  }

  /**
   * Sends a request as often as the service asks for.
   *
   * @param make - makes the request anew each time, as its token may have expired meanwhile
   * @param isRepeatable - whether twice does no more than once
   * @throws {Inconclusive} where no answer comes, or one that shows nothing: the service is in trouble, or redirects
   */
  async send(make: () => Promise<Request>, sender: Sender, isRepeatable: boolean): Promise<Answer> {
    let failures = 0
    for (let pause = SECOND; ; pause *= 2) {
      const request = await make()
      const answer = await this.#sendOnce(request, sender)
      const { status, failure } = answer
      if (isRedirect(answer)) {
        throw new Inconclusive(
          `${callOf(request)} was redirected, and nothing is sent to an address that was not given`,
        )
      }
      if (!isTrouble(answer) && !isTooEarly(answer)) return answer
      failures += isTooEarly(answer) ? 0 : 1
      if (failures > 0 && (!isRepeatable || failures === MOST_TRIES)) {
        const call = callOf(request)
        throw new Trouble(
          failure === undefined ? `${call} was answered ${status}` : `no answer came to ${call}: ${failure}`,
        )
      }
      const asked = retryAfter(answer, this.options.clock.now())
      const wait = asked > 0 ? this.#turnAfter(asked) : pause
      sender.heldUp += wait
      await sender.wait(wait)
    }
  }

  /** The wait of a call that the service asks to wait: calls that it asks at the same time go on one after the other. */
  #turnAfter(asked: number): number {
    const now = this.options.clock.now()
    this.#lastTurn = Math.max(now + asked, this.#lastTurn + asked / TURNS)
    return this.#lastTurn - now
  }

  async #sendOnce(request: Request, { evidence, isTidying }: Sender): Promise<Answer> {
    const { calls, fetch, signal, clock } = this.options
    if (signal?.aborted && !isTidying) throw new Inconclusive('it was told to end (option signal)')
    if (this.exchanges.length >= (isTidying ? calls + FOR_TIDYING : calls)) {
      throw new Inconclusive(`${calls === 1 ? 'its one call is' : `all ${calls} calls are`} used up (option calls)`)
    }
    const asked = await unanswered(request, clock.now())
    // The exchange takes its place before the answer comes, as several may be under way. A missing answer is evidence, too.
    const place = this.exchanges.push(asked) - 1
    evidence.push(place)
    const answer = await this.#activity.during(answerOf(fetch, request))
    const { status, headers, body, failure } = answer
    if (failure === undefined) this.exchanges[place] = { ...asked, status, headers: Object.fromEntries(headers), body }
    return answer
  }
}
