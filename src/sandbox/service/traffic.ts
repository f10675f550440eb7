/**
 * The calls to a service and their answers. Each call counts against the budget and is recorded. A call is repeated where the service asks
 * for a pause (429); where it fails (5xx, or no answer), it is repeated if twice does no more than once.
 */
import { isRecord } from '../../core/kernel/json.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import { bodyRead } from '../recordings/read-body.ts'
import { pathShape } from '../recordings/shape.ts'
import { answerOf } from './answer-of.ts'
import type { Fields } from './fields.ts'
import { Inconclusive, Trouble } from './inconclusive.ts'
import { realTime, type WaitingClock } from './real-time.ts'
import { Waiting } from './waiting.ts'

/** So many calls beyond the budget may remove what was made, tokens for them included. */
const FOR_TIDYING = 200
/** From this status on the service is in trouble. */
const BROKEN = 500
const TIMED_OUT = 408

/** Whether something before the service has answered, or it is in trouble: that shows nothing of its usual behaviour. */
function isTrouble({ status, isDone, headers }: Answer): boolean {
  const isPage = isDone && /text\/html/i.test(headers.get('content-type') ?? '')
  return status >= BROKEN || status === TIMED_OUT || isPage
}

/** Whether a request was refused before anything was done of it: there are too many. */
const isTooEarly = ({ status, headers }: Answer) => status === 429 || (status === 503 && headers.has('retry-after'))
/** So often a call is made that fails. */
const MOST_TRIES = 4

/** An answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text; null where there is none. */
  readonly body: unknown
  /** Whether the status is one of success. */
  readonly isDone: boolean
  /** The body of an answer of success, where it is a record with anything in it. */
  readonly record: Fields | undefined
}

/** Who sends. */
export interface Sender {
  /** The places of its exchanges. */
  readonly evidence: number[]
  /** Whether it removes what was made: such calls go on after the signal, and beyond the budget. */
  readonly isTidying: boolean
  /** Whether a push waits for the answer that it gives. */
  readonly isAnswering: boolean
  /** Lets time go by. @throws {Inconclusive} where it may wait no longer */
  wait(milliseconds: number): Promise<void>
}

export interface TrafficSettings {
  readonly fetch: (request: Request) => Promise<Response>
  readonly calls: number
  readonly clock: WaitingClock
  readonly signal?: AbortSignal | undefined
}

export class Traffic {
  readonly exchanges: RecordedExchange[] = []
  readonly pending = new Set<Promise<unknown>>()
  steps = 0
  readonly #waiting: Waiting

  constructor(private readonly options: TrafficSettings) {
    this.#waiting = new Waiting((milliseconds) => options.clock.wait(milliseconds, options.signal), this)
  }

  now(): number {
    return this.options.clock.now()
  }

  /** Lets time go by for one of several that wait. While a push waits for its answer, or something is removed, no other is looked at. */
  async wait(
    milliseconds: number,
    { isTidying, isAnswering }: Pick<Sender, 'isTidying' | 'isAnswering'>,
  ): Promise<void> {
    const { clock, signal } = this.options
    if (milliseconds <= 0) return
    if (clock === realTime || isTidying || isAnswering) await clock.wait(milliseconds, isTidying ? undefined : signal)
    else await this.#waiting.wait(milliseconds)
  }

  /**
   * Sends a request as often as the service asks for.
   *
   * @param isRepeatable - whether twice does no more than once
   * @throws {Inconclusive} where no answer comes, or one that shows nothing: the service is in trouble, or redirects
   */
  async send(request: Request, sender: Sender, isRepeatable: boolean): Promise<Answer> {
    let failures = 0
    for (let pause = SECOND; ; pause *= 2) {
      const answer = await this.#sendOnce(request.clone(), sender)
      const { status } = answer
      if (status === 0 || (status >= 300 && status < 400)) {
        throw new Inconclusive(
          `${callOf(request)} was redirected, and nothing is sent to an address that was not given`,
        )
      }
      if (!isTrouble(answer) && !isTooEarly(answer)) return answer
      failures += isTooEarly(answer) ? 0 : 1
      if (failures > 0 && (!isRepeatable || failures === MOST_TRIES)) throw new Trouble(answer.trouble)
      await sender.wait(Math.max(retryAfter(answer.headers, this.now()) ?? 0, pause))
    }
  }

  async #sendOnce(request: Request, { evidence, isTidying }: Sender): Promise<Answer & { readonly trouble: string }> {
    const { calls, fetch, signal } = this.options
    if (signal?.aborted && !isTidying) throw new Inconclusive('it was told to end (option signal)')
    if (this.exchanges.length >= (isTidying ? calls + FOR_TIDYING : calls)) {
      throw new Inconclusive(`${calls === 1 ? 'its one call is' : `all ${calls} calls are`} used up (option calls)`)
    }
    const asked = await askedBy(request, this.now())
    // Its place is taken before its answer comes: several may be under way.
    const place = this.exchanges.push({ ...asked, status: 0, headers: {}, body: null }) - 1
    evidence.push(place)
    const answering = answerOf(fetch, request)
    this.pending.add(answering)
    this.steps++
    try {
      const { status, headers, text } = await answering
      const body = bodyRead(text, headers.get('content-type') ?? '')
      this.exchanges[place] = { ...asked, status, headers: Object.fromEntries(headers), body }
      const isDone = status >= 200 && status < 300
      return {
        status,
        headers,
        body,
        isDone,
        record: isDone ? recordIn(body) : undefined,
        trouble: `${callOf(request)} was answered ${status}`,
      }
    } catch (error) {
      // It counts, and it is evidence: that nothing came back.
      const trouble = `no answer came to ${callOf(request)}: ${error instanceof Error ? error.message : String(error)}`
      return { status: BROKEN, headers: new Headers(), body: null, isDone: false, record: undefined, trouble }
    } finally {
      this.pending.delete(answering)
      this.steps++
    }
  }
}

async function askedBy(request: Request, at: number) {
  const { method, url, headers } = request
  const requestHeaders = Object.fromEntries([...headers].map(([name, value]) => [name, short(value)]))
  const text = await request.clone().text()
  const requestBody = text.length > LONG ? short(text) : bodyRead(text, headers.get('content-type') ?? '')
  return { method, url: short(url), requestHeaders, requestBody, at }
}

/** A call as a reason names it: without the numbers of accounts that stand in its path. */
export const callOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${pathShape(new URL(url).pathname)}`

function recordIn(body: unknown): Fields | undefined {
  return isRecord(body) && Object.keys(body).length > 0 ? body : undefined
}

/** A longer text was sent to find a limit of length; its letters are no evidence. */
const LONG = 10_000
const SHOWN = 1_000

/** The beginning of a long text; an address stays one. */
function short(text: string): string {
  return text.length > LONG ? `${text.slice(0, SHOWN)}-and-${text.length - SHOWN}-more-characters` : text
}

/** How long the service asks to wait, in milliseconds: seconds or a date (RFC 9110 §10.2.3). */
function retryAfter(headers: Headers, now: number): number | undefined {
  const given = headers.get('retry-after')
  if (given === null) return undefined
  const wait = /^\d+$/.test(given) ? Number(given) * SECOND : Date.parse(given) - now
  return Number.isNaN(wait) ? undefined : wait
}
