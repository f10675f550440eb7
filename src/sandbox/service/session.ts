/**
 * One run against a service: its calls, and the state that all questions share. A call is repeated if the service asks to wait (429), and
 * after a failure if repeating does no harm.
 */
import { SECOND } from '../../core/kernel/time/instant.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import type { Fields } from './fields.ts'
import { Inconclusive, Trouble } from './inconclusive.ts'
import type { WaitingClock } from './real-time.ts'
import type { ServiceOptions } from './service-options.ts'
import {
  type Answer,
  callOf,
  isRedirect,
  isTooEarly,
  isTrouble,
  retryAfter,
  sendRequest,
  unanswered,
} from './traffic.ts'

/** How many calls beyond the option `calls` may be made to remove records, including the token requests that this needs. */
const FOR_TIDYING = 200
/** How often a call that fails is sent at most. */
const MOST_TRIES = 4

export interface SessionSettings extends ServiceOptions {
  readonly clock: WaitingClock
  /** The most calls of the run. */
  readonly calls: number
  readonly signal?: AbortSignal | undefined
  /** How long one question may wait, in milliseconds. */
  readonly maxWait: number
  /** The largest amount of a wire, in minor units. */
  readonly mostAmount: number
  /** Fields of wire requests to this service. They replace the same fields of the documented example. */
  readonly wire: Fields
}

export type Kind = 'restriction' | 'subledger' | 'wire' | 'simulation'

/** A record that a question requested with this body. */
export interface Made {
  readonly kind: Kind
  readonly body: Fields
  /** The id in the list of leftovers. */
  readonly id: string
}

/** What sends requests: the `Service` of one question. */
export interface Sender {
  /** The indexes of its exchanges in `Session.exchanges`. */
  readonly evidence: number[]
  /** Whether it is removing records: then its calls are sent even after the abort, or when the option `calls` is used up. */
  readonly isTidying: boolean
  /** How long it may still wait, in milliseconds. */
  readonly waitLeft: number
  /** @throws {Inconclusive} if it may wait no longer */
  wait(milliseconds: number): Promise<void>
}

export class Session {
  readonly exchanges: RecordedExchange[] = []
  /** Until when the service asked to wait. */
  #closedUntil = Number.NEGATIVE_INFINITY
  /** Why the run ended before all questions were asked; undefined if it did not. */
  ended: string | undefined
  /** The current token. `until` is its expiry in milliseconds since 1970. */
  token: { readonly text: string; readonly until: number } | undefined
  /** The facts that `Service.once` found, with their evidence, keyed by the function that finds each fact. */
  readonly found = new Map<unknown, { readonly value: Promise<unknown>; readonly evidence: number[] }>()
  /** Keyed by id. */
  readonly made = new Map<string, Made>()
  /** The requests without a clear answer. `isThere`: whether a list has the record; undefined if no list tells it. */
  readonly unclear: (Made & { isThere?: boolean })[] = []
  /** The kinds of the records that were made and are not removed, by their ids. */
  readonly left = new Map<string, string>()
  /** Of each kind whose removal was tried: why its records stay; empty if they do not. */
  readonly stays = new Map<Kind, string>()
  /** The query parameter for the size of pages; empty once the service has refused it. */
  pageSize: Record<string, string> = { pageSize: '50' }
  /** How long a change takes until a read shows it, in milliseconds. */
  lag = 0
  /** How many small wires with an amount were requested. */
  paid = 0
  /** When something was last changed, by the clock of the service. */
  changedAt = Number.NEGATIVE_INFINITY
  #numbers = 0

  constructor(readonly options: SessionSettings) {}

  /** A number that this run has not used for any other record. */
  newNumber(): number {
    return ++this.#numbers
  }

  async wait(milliseconds: number, { isTidying }: Sender): Promise<void> {
    const { clock, signal } = this.options
    if (milliseconds > 0) await clock.wait(milliseconds, isTidying ? undefined : signal)
  }

  /**
   * Sends a request, and repeats it while the service asks to wait or is in trouble.
   *
   * @param make - makes a new request for each try, as the token may have expired
   * @param isRepeatable - whether repeating does no harm
   * @throws {Inconclusive} if the service redirects, or its trouble lasts
   */
  async send(make: () => Promise<Request>, sender: Sender, isRepeatable: boolean): Promise<Answer> {
    const { clock } = this.options
    let failures = 0
    for (let [pause, tries] = [SECOND, 0]; ; pause *= 2, tries++) {
      await this.#untilOpen(sender, tries)
      // A request is made after the wait, in which its token may expire.
      const request = await make()
      const answer = await this.#sendOnce(request, await unanswered(request, clock.now()), sender)
      const { status, failure } = answer
      if (isRedirect(answer)) {
        throw new Inconclusive(`${callOf(request)} was redirected, but calls go only to the addresses that you gave`)
      }
      if (!isTrouble(answer) && !isTooEarly(answer)) return answer
      failures += isTooEarly(answer) ? 0 : 1
      if (failures > 0 && (!isRepeatable || failures === MOST_TRIES || pause > sender.waitLeft)) {
        const call = callOf(request)
        throw new Trouble(
          failure === undefined
            ? `${call} was answered ${status}`
            : `no answer came from ${new URL(request.url).host} to ${call}: ${failure}`,
        )
      }
      if (retryAfter(answer, clock.now()) > 0) continue
      await sender.wait(pause)
    }
  }

  /**
   * Waits while the service asks to wait. Only the repeat of a call counts against the time that its question may wait.
   *
   * @throws {Inconclusive} if the run was told to end, or the service asks for more than a question may wait
   */
  async #untilOpen(sender: Sender, tries: number): Promise<void> {
    const { clock, maxWait } = this.options
    for (let left = this.#closedUntil - clock.now(); left > 0; left = this.#closedUntil - clock.now()) {
      if (left > maxWait)
        throw new Inconclusive(`a wait of ${Math.ceil(left / SECOND)} s was asked for (option maxWait)`)
      await (tries > 0 ? sender.wait(left) : this.wait(left, sender))
      // The abort ends a wait early: the service still asks to wait.
      this.#checkSignal(sender)
    }
  }

  /** After the abort, calls only remove records. */
  #checkSignal({ isTidying }: Sender): void {
    if (this.options.signal?.aborted && !isTidying) throw this.#end('the run was told to end (option signal)')
  }

  #end(why: string): Inconclusive {
    this.ended ??= why
    return new Inconclusive(why)
  }

  async #sendOnce(request: Request, asked: RecordedExchange, sender: Sender): Promise<Answer> {
    const { calls, fetch } = this.options
    const { evidence, isTidying } = sender
    this.#checkSignal(sender)
    if (this.exchanges.length >= (isTidying ? calls + FOR_TIDYING : calls)) {
      throw this.#end(`${calls === 1 ? 'the one call is' : `all ${calls} calls are`} used up (option calls)`)
    }
    // A missing answer is evidence, too.
    const place = this.exchanges.push(asked) - 1
    evidence.push(place)
    const answer = await sendRequest(fetch, request)
    const now = this.options.clock.now()
    this.#closedUntil = Math.max(this.#closedUntil, now + retryAfter(answer, now))
    const { status, headers, body, failure } = answer
    if (failure === undefined) this.exchanges[place] = { ...asked, status, headers: Object.fromEntries(headers), body }
    return answer
  }
}
