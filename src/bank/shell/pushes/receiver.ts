/** Receivers: the handlers that a test connects to callback addresses, and how they are called with a push. (§6) */

import { checkedOptions, isFlag, isFunction, isTextList, type OptionRules, rule } from '../../../contract/options.ts'
import { textOfThrown } from '../../../core/errors.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { EventName } from '../../../core/webhooks/event-name.ts'
import type { BegunPush, PushEnd } from '../../../core/webhooks/push.ts'
import { readText, withText } from '../host/body-text.ts'
import { type Frame, runHandler } from './handler-context.ts'

/**
 * A receiver of pushes: a fetch-style function, such as a Hono application's `fetch`, a route handler, or `fetch` itself. A handler that
 * works on after its answer hands this work to `waitUntil` of the context: `(request, context) => app.fetch(request, env, context)`.
 */
export type PushHandler = (request: Request, context: PushContext) => Response | Promise<Response>

/** What a handler is given beside the request, in the form of the contexts of Cloudflare and Hono. */
export interface PushContext {
  /** Takes work that goes on after the answer. `bank.settled()` waits for it. A promise that rejects is an unhandled rejection. */
  waitUntil(work: Promise<unknown>): void
  /** Does nothing. */
  passThroughOnException(): void
  readonly props: Record<string, unknown>
  /** Never set. It lets `fetch` be a handler, which has its options in this place. */
  readonly signal?: never
}

class Background implements PushContext {
  readonly #open = new Set<Promise<unknown>>()
  readonly props = {}

  readonly waitUntil = (work: Promise<unknown>): void => {
    const over: Promise<unknown> = Promise.resolve(work).finally(() => this.#open.delete(over))
    this.#open.add(over)
    // A rejection of this promise stays unhandled, so that the test runner reports it.
    void over.then()
  }

  readonly passThroughOnException = (): void => {}

  /** Undefined if no work is open. Work may hand on further work. */
  get ended(): Promise<void> | undefined {
    return this.#open.size === 0 ? undefined : Promise.allSettled(this.#open).then(() => this.ended)
  }
}

/** How a handler is connected. */
export interface ConnectOptions {
  /**
   * Signs pushes in your own way: returns the headers with the signature. For the published signature, call `bank.webhooks.sign(id)`.
   *
   * @param body - the JSON text that is sent
   * @param push - `id` of the push, and `at`: the present instant of the virtual clock in milliseconds
   */
  sign?: ((body: string, push: { id: string; at: number }) => Record<string, string>) | undefined
  /** The events to register the partner for at this address, unless it is registered already. */
  events?: readonly EventName[] | undefined
}

/** How long a handler may take. */
export interface SettleOptions {
  /** Turns of the event loop after which a handler counts as hanging; by default 500,000, about a second, even under fake timers. */
  maxTurns?: number | undefined
}

/** How a push is delivered by hand. */
export interface DeliverOptions extends SettleOptions {
  /** The receiver gets the push, but the bank never gets the receiver's answer, and sends the push again later. */
  loseAnswer?: boolean | undefined
}

export interface Connection {
  readonly handler: PushHandler
  readonly options: ConnectOptions
}

export interface Received extends Pick<PushEnd, 'answer' | 'failure' | 'isCaptured'> {
  readonly thrown?: unknown
  /** Resolves when the work after the answer has ended; undefined without such work. */
  readonly background?: Promise<void> | undefined
}

const reasons = new WeakMap<Response, string>()

/** The answer by which a handler of vostro says that it has not sent a push, and why. The bank then keeps the push as captured. */
export function notSent(reason: string): Response {
  const answer = new Response(null)
  reasons.set(answer, reason)
  return answer
}

/** `run` identifies this run of the handler. `madeIn`: the handlers inside which the bank was forked. */
export async function callHandler(
  { id, callbackUrl, headers, text: body }: BegunPush,
  at: Instant,
  connection: Connection | undefined,
  { run, madeIn }: { readonly run: object; readonly madeIn: Frame | undefined },
): Promise<Received> {
  if (!connection) {
    return { answer: null, failure: `nothing is connected to ${callbackUrl}; call bank.webhooks.connect() again` }
  }
  if (hasCredentials(callbackUrl)) return { answer: null, failure: WITH_CREDENTIALS }
  const context = new Background()
  try {
    const signed = connection.options.sign?.(body, { id, at })
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers, ...signed }, body }
    const request = withText(new Request(callbackUrl, init), body)
    const act = () => connection.handler(request, context)
    const received = await readAnswer(await runHandler(run, madeIn, act, () => context.ended))
    return { ...received, background: context.ended }
  } catch (thrown) {
    return { answer: null, failure: textOfThrown(thrown), thrown, background: context.ended }
  }
}

/** Part of an error. It does not show the credentials. */
const WITH_CREDENTIALS =
  'the callbackUrl has a user name or a password in it, and no Request can be made with such an address. Register them as authUsername and authPassword, and leave them out of the callbackUrl'

function hasCredentials(url: string): boolean {
  if (!url.includes('@') || !URL.canParse(url)) return false
  const { username, password } = new URL(url)
  return username !== '' || password !== ''
}

/** Reads the answer of a handler, which may be any object with a status and a text. */
async function readAnswer(response: Response): Promise<Received> {
  const reason = reasons.get(response)
  if (reason !== undefined) return { answer: null, failure: reason, isCaptured: true }
  const gave = (what: string) => ({ answer: null, failure: `the handler gave ${what}, and no Response` })
  if (typeof response !== 'object' || response === null) return gave(`a value of type ${typeof response}`)
  const { status } = response
  if (!Number.isInteger(status) || status < 0 || status > 999) return gave('an answer without a status from 0 to 999')
  const body: unknown = await readText(response)
  if (typeof body !== 'string') return gave(`an answer whose text() gives a value of type ${typeof body}`)
  return { answer: { status: status + 0, body }, failure: null }
}

const rules: OptionRules<DeliverOptions> = {
  maxTurns: rule((value) => typeof value === 'number' && value >= 0, 'must be a number of turns, from 0 on'),
  loseAnswer: isFlag,
}
const connectRules: OptionRules<ConnectOptions> = { sign: isFunction, events: isTextList }

/** `names` are the options that `call` accepts. @throws {UsageError} if an option cannot be used */
export function settleOptionsFrom(
  call: string,
  given: unknown = {},
  names: readonly (keyof DeliverOptions)[] = ['maxTurns'],
): DeliverOptions {
  const known = Object.fromEntries(names.map((name) => [name, rules[name]]))
  return checkedOptions<DeliverOptions>(given, known as typeof rules, {
    failed: `Failed to read the options of ${call}`,
    advice: `It takes ${names.map((name) => (name === 'maxTurns' ? '{ maxTurns: 1_000 }' : '{ loseAnswer: true }')).join(' and ')}.`,
  })
}

export function connectOptionsFrom(given: ConnectOptions, callbackUrl: string): ConnectOptions {
  return checkedOptions(given, connectRules, {
    failed: `Failed to connect "${callbackUrl}"`,
    advice:
      "Write { events: ['Wire.Payment.Sent'] } or { sign: (body) => ({ signature: hash(body) }) }, or leave it out. (§6)",
  })
}
