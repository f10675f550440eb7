/**
 * Sending pushes: the handlers that the test connected to callback addresses, and calling them. A handler is called
 * only while somebody awaits `bank.settled()`, `bank.clock.advanceAsync()` or `bank.pushes.deliver()`, one after the other in the
 * order of the outbox; what was sent and answered goes into the journal. Promises are awaited, turns are never counted, but to
 * notice a handler that does not end.
 */

import { UsageError } from '../core/errors.ts'
import { slotOfUuid } from '../core/kernel/identity.ts'
import { formatInstant, type Instant } from '../core/kernel/time/instant.ts'
import { isRejection } from '../core/rejection.ts'
import { streams } from '../core/streams.ts'
import type { BegunPush, PushEnd } from '../core/webhooks/push.ts'
import { type DuePush, nextInOutbox } from '../core/webhooks/push-record.ts'
import { pushOutcomes } from '../core/webhooks/webhook-status.ts'
import type { World } from '../core/world.ts'
import { readText, withText } from './body-text.ts'
import { endsWithin } from './event-loop.ts'
import { faultOfPush } from './fault-predicates.ts'
import { CLOCK, type Shell } from './shell.ts'
import { strikePush } from './strike-push.ts'
import { textOfThrown } from './thrown.ts'

/** A receiver of pushes: a fetch-style function, such as a Hono application's `fetch`, a route handler, or `fetch` itself. */
export type PushHandler = (request: Request) => Response | Promise<Response>

/** How a handler is connected. */
export interface ConnectOptions {
  /**
   * Headers to sign a push with, made of its body: for a signature of your own. `bank.webhooks.sign(id)` makes the published one.
   *
   * @param body - the JSON text that is sent
   * @param push - its id, and the present instant of the virtual clock in milliseconds
   */
  sign?: ((body: string, push: { id: string; at: number }) => Record<string, string>) | undefined
}

/** How long a handler may take. */
export interface SettleOptions {
  /**
   * After how many turns of the event loop a handler that has not ended counts as hanging; by default 500,000, about a second.
   * No clock is asked, so fake timers change nothing.
   */
  patience?: number | undefined
}

interface Connection {
  readonly handler: PushHandler
  readonly options: ConnectOptions
}

interface Call {
  readonly begun: BegunPush
  readonly at: Instant
  /** Resolves when the handler has ended, whatever became of it. */
  readonly ended: Promise<void>
  /** How many turns the bank has waited for it. */
  turns: number
  /** The world in which it has ended; undefined until then. */
  after?: World
}

const DEFAULT_PATIENCE = 500_000

/** Chooses among the pushes that wait: the position of the one that goes next. */
export type ChoosePush = (pending: readonly DuePush[]) => number

export class PushSender {
  readonly #connections: Map<string, Connection>
  #calls: ReadonlySet<Call> = new Set()
  #choose: ChoosePush | undefined

  constructor(
    private readonly shell: Shell,
    inherited?: PushSender,
  ) {
    this.#connections = new Map(inherited ? inherited.#connections : [])
  }

  connect(url: string, handler: PushHandler, options: ConnectOptions): void {
    this.#connections.set(url, { handler, options })
  }

  disconnect(url: string): void {
    this.#connections.delete(url)
  }

  steer(choose: ChoosePush): void {
    this.#choose = choose
  }

  /** Whether a push to this address is on its way now. */
  isSending(url: string): boolean {
    return [...this.#calls].some(({ begun }) => new URL(begun.callbackUrl).href === url)
  }

  /** Forgets the calls that are on their way: their bank is another one now. */
  forget(): void {
    this.#calls = new Set()
  }

  /** Calls the handlers of everything that is due, and waits for each to end; names what hangs. */
  async settle(options?: SettleOptions): Promise<void> {
    await this.settleOpen(options)
    const open = [...this.#calls].filter(({ begun }) => isOpen(this.shell, begun.id))
    if (open.length > 0) throw hangs(open, this.shell)
  }

  /** The same, but what hangs is left open. */
  async settleOpen({ patience = DEFAULT_PATIENCE }: SettleOptions = {}): Promise<void> {
    for (const open of this.#calls) await waitFor(open, patience)
    await this.settleDue({ patience })
  }

  /** Calls the handlers of everything that is due, and waits for these alone: for whoever is called by a handler. */
  async settleDue({ patience = DEFAULT_PATIENCE }: SettleOptions = {}): Promise<void> {
    const { shell } = this
    for (let due = beginNext(shell, this.#choose); due; due = beginNext(shell, this.#choose)) {
      await waitFor(this.#call(due.begun, false), patience)
      if (!due.isTwice) continue
      // It may be forgotten already: then it was pushed once.
      const again = shell.tryPerform('pushes.beginByHand', { id: due.begun.eventId }, CLOCK)
      if (!isRejection(again) && again.output) await waitFor(this.#call(again.output, false), patience)
    }
    shell.throwDefect()
  }

  /**
   * Delivers one event by hand; `loseAnswer` keeps the answer from coming back. Gives the world right after: later the bank may forget
   * the push.
   */
  async deliver(
    eventId: string,
    { loseAnswer, patience = DEFAULT_PATIENCE }: { loseAnswer: boolean } & SettleOptions,
  ): Promise<World> {
    const { output: begun, world } = this.shell.perform('pushes.beginByHand', { id: eventId }, CLOCK)
    if (begun === undefined) return world
    const made = this.#call(begun, loseAnswer)
    await waitFor(made, patience)
    if (this.#calls.has(made)) throw hangs([made], this.shell)
    return made.after ?? this.shell.state.world
  }

  #call(begun: BegunPush, isLost: boolean): Call {
    const at = this.shell.state.world.now
    const perform = async (): Promise<void> => {
      // Not before this call stands in the set.
      await null
      const outcome = await answerOf(begun, at, this.#connections.get(new URL(begun.callbackUrl).href))
      // After a restore the bank knows nothing of this push.
      if (!this.#calls.has(made)) return
      this.#calls = new Set([...this.#calls].filter((other) => other !== made))
      const done = this.shell.tryPerform('pushes.end', { id: begun.id, isLost, ...outcome }, CLOCK)
      if (!isRejection(done)) made.after = done.world
    }
    const made: Call = { begun, at, ended: perform(), turns: 0 }
    this.#calls = new Set([...this.#calls, made])
    return made
  }
}

/** Begins the next push that is due, unless a fault of the test drops or delays it: then the one after it. */
function beginNext(shell: Shell, choose: ChoosePush | undefined): { begun: BegunPush; isTwice: boolean } | undefined {
  prefer(shell, choose)
  for (let struck = new Set<string>(); ; ) {
    const [first, second] = nextInOutbox(shell.state.world, 2)
    if (first === undefined) return undefined
    // Faults strike a push on its first way out, once.
    const fault = first.isFirst && !struck.has(first.eventId) ? faultOfPush(shell, first) : undefined
    struck = new Set([...struck, first.eventId])
    const going = fault ? strikePush({ shell, fault, id: first.eventId, second }) : {}
    if (going === 'skip') continue
    const { isTwice = false, signature } = going
    const begun = shell.perform('pushes.begin', signature && { signature }, CLOCK).output
    return begun && { begun, isTwice }
  }
}

/** Puts the push first that `choose` picks. */
function prefer(shell: Shell, choose: ChoosePush | undefined): void {
  const pending = choose ? nextInOutbox(shell.state.world, Number.POSITIVE_INFINITY) : []
  const chosen = choose && pending.length > 0 ? pending[choose(pending)] : undefined
  if (chosen && chosen !== pending[0]) shell.perform('pushes.prefer', { id: chosen.eventId }, CLOCK)
}

async function answerOf(
  { id, callbackUrl, headers, text: body }: BegunPush,
  at: Instant,
  connection: Connection | undefined,
): Promise<Pick<PushEnd, 'answer' | 'failure'>> {
  if (!connection) {
    return { answer: null, failure: `nothing is connected to ${callbackUrl}; call bank.webhooks.connect() again` }
  }
  try {
    const signed = connection.options.sign?.(body, { id, at })
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers, ...signed }, body }
    return await readAnswer(await connection.handler(withText(new Request(callbackUrl, init), body)))
  } catch (error) {
    return { answer: null, failure: textOfThrown(error) }
  }
}

/** What a handler answered; it may be anything that has a status and a text. */
async function readAnswer(response: Response): Promise<Pick<PushEnd, 'answer' | 'failure'>> {
  const gave = (what: string) => ({ answer: null, failure: `the handler gave ${what}, and no Response` })
  if (typeof response !== 'object' || response === null) return gave(`a value of type ${typeof response}`)
  const { status } = response
  if (!Number.isInteger(status) || status < 0 || status > 999) return gave('an answer without a status from 0 to 999')
  const body: unknown = await readText(response)
  if (typeof body !== 'string') return gave(`an answer whose text() gives a value of type ${typeof body}`)
  return { answer: { status: status + 0, body }, failure: null }
}

/** Whether the bank still waits for the answer to a push: it has not timed out. */
function isOpen({ state: { world } }: Shell, pushId: string): boolean {
  const slot = slotOfUuid(world.settings.seed, streams.push, pushId)
  const push = slot === undefined ? undefined : world.webhooks.pushes.get(slot)
  return push !== undefined && pushOutcomes[push.outcome].isOpen
}

/** The least number of turns: even a handler that used up its patience may have ended since. */
const FEW_TURNS = 10

/** Waits until a handler has ended, at most for as many turns as it has left. */
async function waitFor(call: Call, patience: number): Promise<void> {
  const { isEnded, spent } = await endsWithin(call.ended, Math.max(patience - call.turns, FEW_TURNS))
  call.turns += spent
  // A defect of ours is thrown here.
  if (isEnded) await call.ended
}

function hangs(calls: readonly Call[], { state: { world } }: Shell): UsageError {
  const lines = calls.map(({ begun, at }) => {
    return `\n  ${begun.eventName} (event ${begun.eventId}) to ${begun.callbackUrl}, begun at ${formatInstant(at, world.settings.timeZone)}`
  })
  const now = formatInstant(world.now, world.settings.timeZone)
  return new UsageError(
    `Failed to settle: ${calls.length} ${calls.length === 1 ? 'handler has' : 'handlers have'} not ended, and it is ${now}.${lines.join('')}\nLet it answer, or advance the clock past its time with bank.clock.advanceAsync(): then the push fails and is tried again. (§6)`,
  )
}
