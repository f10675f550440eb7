/**
 * What goes to the service and comes back: each call counted against the budget, recorded, and repeated after a pause where the
 * service asks for one (429).
 */
import type { RecordedExchange } from '../recordings/exchange.ts'
import { bodyRead } from '../recordings/read-body.ts'
import type { Settled } from './calibrate-options.ts'
import { Stopped } from './stopped.ts'

const SECOND = 1_000

/** From this status on an answer tells nothing of what the service does when it is well. */
const BROKEN = 500

/** An answer, with the number of its exchange. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text; null where there is none. */
  readonly body: unknown
  /** Whether the status is one of success. */
  readonly isDone: boolean
}

export class Traffic {
  readonly exchanges: RecordedExchange[] = []
  #patience: number

  constructor(private readonly options: Settled) {
    this.#patience = options.patience
  }

  now(): number {
    return this.options.clock.now()
  }

  /** A probe begins: it may wait as long as each. */
  begin(): void {
    this.#patience = this.options.patience
  }

  get patience(): number {
    return this.#patience
  }

  /**
   * Lets time go by.
   *
   * @throws {Stopped} where it is longer than a probe may wait
   */
  async wait(milliseconds: number): Promise<void> {
    if (milliseconds > this.#patience) {
      throw new Stopped(
        `it takes ${seconds(milliseconds)} more, and ${seconds(this.#patience)} of its patience are left (option patience)`,
      )
    }
    this.#patience -= milliseconds
    if (milliseconds > 0) await this.options.clock.wait(milliseconds)
  }

  /**
   * Sends a request as often as the service asks for.
   *
   * @throws {Stopped} where no answer comes, or one that says nothing but that the service is in trouble
   */
  async send(request: Request): Promise<Answer> {
    for (let pause = SECOND; ; pause *= 2) {
      const answer = await this.#sendOnce(request.clone())
      if (answer.status >= BROKEN)
        throw new Stopped(`${request.method} ${new URL(request.url).pathname} was answered ${answer.status}`)
      if (answer.status !== 429) return answer
      await this.wait(retryAfter(answer.headers, this.now()) ?? pause)
    }
  }

  async #sendOnce(request: Request): Promise<Answer> {
    const { calls } = this.options
    if (this.exchanges.length >= calls) throw new Stopped(`all ${calls} calls are used up (option calls)`)
    const at = this.now()
    const { method, url } = request
    const requestHeaders = Object.fromEntries([...request.headers].map(([name, value]) => [name, short(value)]))
    const text = await request.clone().text()
    const requestBody = text.length > LONG ? short(text) : bodyRead(text, request.headers.get('content-type') ?? '')
    const asked = { method, url: short(url), requestHeaders, requestBody, at }
    const response = await this.options.fetch(request).catch((error: unknown) => {
      // It counts, and it is evidence: that nothing came back.
      this.exchanges.push({ ...asked, status: 0, headers: {}, body: null })
      throw new Stopped(`no answer came to ${method} ${new URL(url).pathname}: ${messageOf(error)}`)
    })
    const { status, headers } = response
    const body = bodyRead(await response.text(), headers.get('content-type') ?? '')
    this.exchanges.push({ ...asked, status, headers: Object.fromEntries(headers), body })
    return { status, headers, body, isDone: status >= 200 && status < 300 }
  }
}

/** What is longer is sent to find out how long it may be, and is no evidence by its letters. */
const LONG = 10_000
const SHOWN = 1_000

/** The beginning of what is long; an address stays one. */
function short(text: string): string {
  return text.length > LONG ? `${text.slice(0, SHOWN)}-and-${text.length - SHOWN}-more-characters` : text
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const seconds = (milliseconds: number) => `${Math.ceil(milliseconds / SECOND)} s`

/** How long the service asks to wait, in milliseconds: seconds or a date (RFC 9110 §10.2.3). */
function retryAfter(headers: Headers, now: number): number | undefined {
  const given = headers.get('retry-after')
  if (given === null) return undefined
  const wait = /^\d+$/.test(given) ? Number(given) * SECOND : Date.parse(given) - now
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0)
}
