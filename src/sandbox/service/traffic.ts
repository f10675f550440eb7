/**
 * The calls to the service and their answers. Each call counts against the budget, is recorded, and is repeated after a pause where the
 * service asks for one (429).
 */

import { isRecord } from '../../core/kernel/json.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import type { Settled } from '../calibrate/calibrate-options.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'
import { bodyRead } from '../recordings/read-body.ts'
import { pathShape } from '../recordings/shape.ts'
import { answerOf } from './answer-of.ts'
import { Inconclusive } from './inconclusive.ts'
import { spanText } from './span-text.ts'

/** So many calls beyond the budget may remove what was made, tokens for them included. */
const FOR_TIDYING = 100

/** From this status on the service is in trouble: an answer shows nothing of its usual behaviour. */
const BROKEN = 500

/** An answer, with the number of its exchange. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text; null where there is none. */
  readonly body: unknown
  /** Whether the status is one of success. */
  readonly isDone: boolean
  /** The body of an answer of success, where it is a record with anything in it. */
  readonly record: Readonly<Record<string, unknown>> | undefined
}

export class Traffic {
  readonly exchanges: RecordedExchange[] = []
  #waitLeft: number
  /** How many calls are under way that tidy up. */
  #tidying = 0

  constructor(private readonly options: Settled) {
    this.#waitLeft = options.maxWait
  }

  now(): number {
    return this.options.clock.now()
  }

  /** A probe begins: it may wait as long as each. */
  begin(): void {
    this.#waitLeft = this.options.maxWait
  }

  get waitLeft(): number {
    return this.#waitLeft
  }

  /** Makes calls that remove what was made, and those that they need: they go on after the signal, and beyond the budget. */
  async tidy<Result>(act: () => Promise<Result>): Promise<Result> {
    this.#tidying++
    try {
      return await act()
    } finally {
      this.#tidying--
    }
  }

  /**
   * Lets time go by.
   *
   * @throws {Inconclusive} where it is longer than a probe may wait
   */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds > this.#waitLeft) {
      throw new Inconclusive(
        `it takes ${spanText(milliseconds)} more, and the probe may wait for ${spanText(this.#waitLeft)} (option maxWait)`,
      )
    }
    this.#waitLeft -= milliseconds
    const signal = this.#tidying > 0 ? undefined : this.options.signal
    if (milliseconds > 0) await this.options.clock.wait(milliseconds, signal)
  }

  /**
   * Sends a request as often as the service asks for.
   *
   * @throws {Inconclusive} where no answer comes, or one that shows nothing: the service is in trouble, or redirects
   */
  async send(request: Request): Promise<Answer> {
    for (let pause = SECOND; ; pause *= 2) {
      const answer = await this.#sendOnce(request.clone())
      const { status } = answer
      if (status >= BROKEN) throw new Inconclusive(`${callOf(request)} was answered ${status}`)
      if (status === 0 || (status >= 300 && status < 400)) {
        throw new Inconclusive(
          `${callOf(request)} was redirected, and nothing is sent to an address that was not given`,
        )
      }
      if (status !== 429) return answer
      await this.wait(Math.max(retryAfter(answer.headers, this.now()) ?? 0, pause))
    }
  }

  async #sendOnce(request: Request): Promise<Answer> {
    const { calls, fetch, signal } = this.options
    const { method, url } = request
    const isTidying = this.#tidying > 0
    if (signal?.aborted && !isTidying) throw new Inconclusive('it was told to end (option signal)')
    const most = isTidying ? calls + FOR_TIDYING : calls
    if (this.exchanges.length >= most) {
      const all = calls === 1 ? 'its one call is' : `all ${calls} calls are`
      throw new Inconclusive(`${all} used up (option calls)`)
    }
    const at = this.now()
    const requestHeaders = Object.fromEntries([...request.headers].map(([name, value]) => [name, short(value)]))
    const text = await request.clone().text()
    const requestBody = text.length > LONG ? short(text) : bodyRead(text, request.headers.get('content-type') ?? '')
    const asked = { method, url: short(url), requestHeaders, requestBody, at }
    const answered = await answerOf(fetch, request).catch((error: unknown) => {
      // It counts, and it is evidence: that nothing came back.
      this.exchanges.push({ ...asked, status: 0, headers: {}, body: null })
      throw new Inconclusive(`no answer came to ${callOf(request)}: ${messageOf(error)}`)
    })
    const { status, headers } = answered
    const body = bodyRead(answered.text, headers.get('content-type') ?? '')
    this.exchanges.push({ ...asked, status, headers: Object.fromEntries(headers), body })
    const isDone = status >= 200 && status < 300
    return { status, headers, body, isDone, record: isDone ? recordIn(body) : undefined }
  }
}

/** A call as a reason names it: without the numbers of accounts that stand in its path. */
const callOf = ({ method, url }: Request) => `${method} ${pathShape(new URL(url).pathname)}`

function recordIn(body: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(body) && Object.keys(body).length > 0 ? body : undefined
}

/** A longer text was sent to find a limit of length; its letters are no evidence. */
const LONG = 10_000
const SHOWN = 1_000

/** The beginning of a long text; an address stays one. */
function short(text: string): string {
  return text.length > LONG ? `${text.slice(0, SHOWN)}-and-${text.length - SHOWN}-more-characters` : text
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** How long the service asks to wait, in milliseconds: seconds or a date (RFC 9110 §10.2.3). */
function retryAfter(headers: Headers, now: number): number | undefined {
  const given = headers.get('retry-after')
  if (given === null) return undefined
  const wait = /^\d+$/.test(given) ? Number(given) * SECOND : Date.parse(given) - now
  return Number.isNaN(wait) ? undefined : wait
}
