/** The fetch of one side. It records every request, and refuses addresses that are not those of the side. */

import { withText } from '../../../bank/shell/host/body-text.ts'
import { quiet } from '../../../bank/shell/pushes/event-loop.ts'
import { readable } from '../../../bank/shell/state/exchange.ts'
import { UsageError } from '../../../core/errors.ts'
import type { RecordedExchange } from '../../recordings/exchange.ts'
import { callOf, isRedirect } from '../../service/traffic.ts'

/** Records the exchanges of one side, whose scenario is given the `fetch`. */
export class Recorder {
  readonly #sent: (RecordedExchange | undefined)[] = []
  readonly #origins: ReadonlySet<string>
  /** The error of the first refused request. It is kept because the scenario may catch it. */
  refused: UsageError | undefined
  /** Why the first unanswered request got no answer. */
  failure: unknown
  /** The calls under way, and how many were sent or answered. */
  readonly #pending = new Set<Promise<unknown>>()
  #steps = 0

  constructor(
    private readonly send: (request: Request) => Promise<Response>,
    addresses: readonly string[],
    /** The clock of its side, in milliseconds since 1970. */
    private readonly now: () => number,
    /** Runs before a request is sent. */
    private readonly before: (request: Request) => Promise<void> = async () => undefined,
  ) {
    this.#origins = new Set(addresses.map((address) => new URL(address).origin))
  }

  /** The exchanges that have an answer, in the order in which their requests were sent. */
  get exchanges(): RecordedExchange[] {
    return this.#sent.filter((exchange) => exchange !== undefined)
  }

  readonly fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { ...init, redirect: 'manual' })
    this.#refuseForeign(request)
    await this.before(request)
    const [place, known] = [this.#sent.push(undefined) - 1, typeof init?.body === 'string' ? init.body : undefined]
    const answered = this.#answered(request, place, this.now(), known)
    this.#pending.add(answered)
    this.#steps++
    try {
      return await answered
    } catch (error) {
      this.failure ??= error
      throw error
    } finally {
      this.#pending.delete(answered)
      this.#steps++
    }
  }

  /** Resolves when no call is under way, and no other code runs. */
  async settled(): Promise<void> {
    do {
      await Promise.allSettled(this.#pending)
      await quiet(() => this.#steps)
    } while (this.#pending.size > 0)
  }

  async #answered(request: Request, place: number, at: number, known?: string): Promise<Response> {
    const requestBody = known ?? (await request.clone().text())
    // If the text of the body is known, it is passed to the bank, which then need not read it from the request.
    const answered = await this.send(known === undefined ? request : withText(request, known))
    if (isRedirect(answered)) {
      this.refuse(
        `Failed to run the scenario against the real service: ${callOf(request)} at ${new URL(request.url).host} was redirected, and nothing is sent to an address that was not given. In against.urls, give the address to which the redirect leads.`,
      )
    }
    const text = await answered.text()
    this.#sent[place] = {
      method: request.method,
      url: request.url,
      requestHeaders: Object.fromEntries(request.headers),
      requestBody: readable(requestBody),
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      body: readable(text),
      at,
    }
    return copyOf(answered, text)
  }

  #refuseForeign({ method, url }: Request): void {
    const { origin } = new URL(url)
    if (this.#origins.has(origin)) return
    this.refuse(
      `Failed to send ${method} ${origin}: the service has the addresses ${[...this.#origins].join(', ')}. Take the address from the urls of the scene.`,
    )
  }

  /** Ends the comparison, even if the scenario catches the error. */
  refuse(message: string): never {
    this.refused ??= new UsageError(message)
    throw this.refused
  }
}

/** A copy of an answer, because its body has been read. */
function copyOf(answered: Response, text: string): Response {
  const { status, statusText, headers } = answered
  const copy = new Response(text === '' ? null : text, { status, statusText, headers })
  return Object.defineProperty(withText(copy, text), 'url', { value: answered.url })
}
