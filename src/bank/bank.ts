/** The `Bank` class: puts the shell, the resources and the HTTP service together. */
import type { Addresses } from '../contract/endpoint.ts'
import { findPartner } from '../core/access/partners.ts'
import { RejectionError } from '../core/errors.ts'
import { count } from '../core/kernel/count.ts'
import { timeOf } from '../core/kernel/time/instant.ts'
import { isRejection } from '../core/rejection.ts'
import { type Notification, notificationOf } from '../core/webhooks/notification.ts'
import type { Push } from '../core/webhooks/push-record.ts'
import type { World } from '../core/world.ts'
import { requiredText } from './api/checked-call.ts'
import { type Clock, clock } from './api/clock.ts'
import { type Desk, desk } from './api/desk.ts'
import { type Faults, faults } from './api/faults.ts'
import { type Outbox, outbox, pushes } from './api/outbox.ts'
import { lazily, PartnerView } from './api/partner-view.ts'
import { type Partners, partners } from './api/partners.ts'
import { answer } from './http/answer.ts'
import { plainRequest, requestOf } from './http/plain-request.ts'
import { Port } from './port.ts'
import { type AssumptionReport, usesOf } from './reports/assumption-uses.ts'
import { conductOf, evidenceOf } from './reports/conduct/conduct.ts'
import type { Finding } from './reports/conduct/finding.ts'
import { explain } from './reports/explain.ts'
import type { Explanation } from './reports/explanation.ts'
import { type TimelineOptions, timelineOf } from './reports/timeline.ts'
import type { TraceOptions } from './reports/trace/trace.ts'
import { PushSender } from './shell/pushes/push-sender.ts'
import { type SettleOptions, settleOptionsFrom } from './shell/pushes/receiver.ts'
import { exchangesOf, type HttpExchange } from './shell/state/exchange.ts'
import { INTERNALS } from './shell/state/is-bank.ts'
import { type Journal, journalOf } from './shell/state/journal.ts'
import type { PredicateOptions } from './shell/state/predicate-registry.ts'
import { Shell } from './shell/state/shell.ts'
import { type Snapshot, snapshotOf, stateFrom } from './shell/state/snapshot.ts'
import { newState, type State } from './shell/state/state.ts'
import { viewOf } from './shell/state/view.ts'

/** A bank in memory: the resources of its default partner, its clock, its records, and its HTTP service. */
export class Bank extends PartnerView {
  readonly #shell: Shell
  readonly #sender: PushSender
  /** The parts made so far. Each is made at its first use, so that a fork makes no part that it never uses. */
  readonly #made: Partial<Pick<Bank, 'partners' | 'desk' | 'faults' | 'clock' | 'outbox'>> & { port?: Port } = {}

  /** @internal Use `createBank()`. */
  constructor(state: State, keep?: number, parent?: PushSender) {
    const shell = new Shell(state, keep)
    const sender = new PushSender(shell, parent)
    super(shell, sender, 0)
    this.#shell = shell
    this.#sender = sender
  }

  /** The addresses of the banking API, the token server and the loan service. */
  get urls(): Addresses {
    return this[INTERNALS].service.addresses
  }
  get partners(): Partners {
    return lazily(this.#made, 'partners', () => partners(this.#shell))
  }
  get desk(): Desk {
    return lazily(this.#made, 'desk', () => desk(this.#shell))
  }
  /** Injects faults, such as a lost answer or an outage. */
  get faults(): Faults {
    return lazily(this.#made, 'faults', () => faults(this.#shell))
  }
  get clock(): Clock {
    return lazily(this.#made, 'clock', () => clock(this.#shell, this.#sender))
  }
  /**
   * The events that the bank emitted, in order, as notifications in the Basic format (§2.7). `pushes` shows each event as it was pushed: in
   * the format of its registration, and with the payload of a loan event.
   */
  get events(): readonly Notification[] {
    const { first, size } = this.world.webhooks.events
    return viewOf(size - first, (index) => notificationOf(this.world, first + index))
  }
  /** Each attempt to deliver an event, with its outcome, in order. */
  get pushes(): readonly Push[] {
    this.#shell.throwDefect()
    return pushes(this.#shell)
  }
  /** Controls which of the waiting pushes arrive, when and how often. */
  get outbox(): Outbox {
    return lazily(this.#made, 'outbox', () => outbox(this.#shell, this.#sender))
  }
  /** Each HTTP request with its answer, in order. */
  get requests(): readonly HttpExchange[] {
    return exchangesOf(this.#shell.state.requests)
  }
  /** The settings, then every operation with its time, actor, input and outcome, and every read that ignored a parameter. */
  get journal(): Journal {
    return journalOf(this.#shell.state)
  }
  /** Reports the assumptions that the bank used for its answers where the specification leaves a point open. */
  get assumptions(): AssumptionReport {
    return { used: () => usesOf(this.#shell.state) }
  }
  /** The present state as one immutable value. After a refused operation it is the same value as before (`===`). */
  get world(): World {
    this.#shell.throwDefect()
    return frozen(this.#shell.state.world)
  }

  // These are fields, not methods, because tests pass them on without the bank: `afterEach(bank.reset)`, `{ fetch: bank.fetch }`.

  /** Takes a snapshot of the bank as it is now, in constant time. */
  readonly snapshot = (): Snapshot => {
    this.#shell.throwDefect()
    return snapshotOf(this.#shell.state)
  }

  /**
   * Puts the bank back to a snapshot: money, clock, events, requests. The snapshot is checked before anything changes, and handlers stay
   * connected as they are now.
   *
   * @param snapshot - the result of `snapshot()`, or its text: `JSON.stringify(bank.snapshot())`
   * @param options - `predicates`: the `when` functions of faults, by the id of the fault; a text holds no functions
   * @throws {UsageError} if the value is no snapshot of a bank with these options, its text was changed, or a `when` is missing
   */
  readonly restore = (snapshot: Snapshot | string, options: PredicateOptions = {}): void => {
    this.#putBack(stateFrom(snapshot, this.#shell.state.world.settings, options))
  }

  /** Returns a second bank in the same state, with the same handlers. The two share no mutable state. Takes constant time. */
  readonly fork = (): Bank => {
    this.#shell.throwDefect()
    return new Bank(this.#shell.state, this.#shell.keep, this.#sender)
  }

  /** Puts the bank back to its opening: same seed, same ids. Handlers stay connected, but their addresses must be registered again. */
  readonly reset = (): void => {
    this.#putBack(newState(this.#shell.state.world.settings))
  }

  /**
   * Returns the bank as another partner sees it: with the account and the resources of that partner.
   *
   * @param partnerId - the `id` of the record that `bank.partners.add()` returned
   * @throws {RejectionError} `partner_not_found`
   */
  readonly as = (partnerId: string): PartnerView => {
    const partner = findPartner(this, requiredText(partnerId, 'partner id', 'to act as a partner'), 'act as')
    if (isRejection(partner)) throw new RejectionError(partner)
    return new PartnerView(this.#shell, this.#sender, partner)
  }

  /**
   * Calls the connected handlers of every push that is due, and resolves when each has ended, with all that it handed to `waitUntil`.
   *
   * @param options - `maxTurns`: turns of the event loop after which an unfinished handler is reported as hanging
   * @throws {UsageError} if a handler does not end (the message names its event, address and time); at once if a handler awaits this call
   * @example
   * ```ts
   * await bank.settled()
   * bank.outbox.waiting // []
   * ```
   */
  readonly settled = (options?: SettleOptions): Promise<void> => {
    const call = 'bank.settled()'
    return this.#sender.waits.whileWaiting(call, async () =>
      this.#sender.settle(settleOptionsFrom(call, options), true),
    )
  }

  /**
   * Returns what happened so far: each fact with its time in the bank's zone, and its lane (`request`, `bank`, `payment`, `money`, `push`).
   *
   * @param options - `last`: how many of the last facts to show; equal facts in a row count as one
   * @throws {UsageError} if an option cannot be used, with every problem listed
   * @example
   * ```ts
   * bank.timeline().split('\n')[0] // 'Monday 2026-03-02'
   * ```
   */
  readonly timeline = (options: TimelineOptions = {}): string => timelineOf(this.#shell.state, options)

  /**
   * Returns an HTML page that opens from disk and shows the test step by step: each call, what it caused, and the state after it.
   *
   * @param options - `as: 'json'` returns the page's data as JSON; `title` and `problem` stand at the top; `beside`: a bank to compare with
   * @throws {UsageError} if an option cannot be used, with every problem listed
   * @example
   * ```ts
   * const html = await bank.trace({ title: 'pays once' }) // write it to a file, and open that
   * ```
   */
  readonly trace = async (options: TraceOptions = {}): Promise<string> => {
    const { traceOf } = await import('./reports/trace/trace.ts')
    return await traceOf(this.#shell.state, options)
  }

  /**
   * Explains the status of a payment, transaction or loan: the criteria of each restriction, what the record waits for, what would change
   * its status, and when it would complete. To find that time, the clock runs ahead in a copy of the world.
   *
   * @param id - the id of a wire payment, a transaction or a loan
   * @returns the explanation; its `text` is for people
   * @throws {RejectionError} `payment_not_found`; the message says what other record has this id
   * @example
   * ```ts
   * const { accountNumber } = bank.masterAccount
   * bank.accounts.setStatus(accountNumber, 'Inactive')
   * const card = { accountNumber, rail: 'Card', transactionType: 'Debit', transactionCode: 'Withdrawal', amount: 500 } as const
   * const { counterfactual } = bank.explain(bank.transactions.post(card).id)
   * counterfactual?.slice(0, 24) // 'It would post if account'
   * ```
   */
  readonly explain = (id: string): Explanation => {
    const explanation = explain(this.world, requiredText(id, 'payment id', 'to explain a payment'))
    if (isRejection(explanation)) throw new RejectionError(explanation)
    return explanation
  }

  /**
   * Reports where your code broke the specification, as `requests` and `pushes` show: a token per call (§5), a wire polled (§6), a create
   * that may pay twice (§4), amounts in major units, the deprecated loan query (§9) and others. Calls of the function API are not judged.
   *
   * @returns the findings, each with its requests and what to do; `[]` if all is well
   * @example
   * ```ts
   * bank.conduct().map(({ text }) => text) // []
   * ```
   */
  readonly conduct = (): Finding[] => conductOf(evidenceOf(this.#shell.state))

  /**
   * Takes what `fetch` takes, and answers as the bank's HTTP services do: in process, without a network and without MSW.
   *
   * @example
   * ```ts
   * const client = createPartnerClient({ fetch: bank.fetch })
   * ```
   */
  readonly fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    this.#sender.time.expectSleepers?.()
    return answer(this[INTERNALS].service, plainRequest(input, init) ?? requestOf(input, init))
  }

  /** Returns `Bank { seed 7, 2026-03-02T09:00:00.000-05:00, 3 wires }`, for consoles, messages of test runners, and counterexamples. */
  override toString(): string {
    const { world } = this.#shell.state
    return `Bank { seed ${world.settings.seed}, ${timeOf(world)}, ${count(world.wires.payments.size, 'wire')} }`
  }

  /** @internal For the other folders of src/: portOf(bank). */
  get [INTERNALS](): Port {
    return lazily(this.#made, 'port', () => new Port(this.#shell, this.#sender))
  }
  #putBack(state: State): void {
    this.#shell.replace(state)
    this.#sender.afterRestore()
  }
}

// Node's console and fast-check look under these symbols for the method that returns the text of a value.
for (const asked of ['nodejs.util.inspect.custom', 'fast-check/toStringMethod']) {
  Object.defineProperty(Bank.prototype, Symbol.for(asked), { value: Bank.prototype.toString })
}

/** Freezes a world, so that an assignment by a test throws and changes nothing. Tables have no fields to assign to. */
function frozen(world: World): World {
  if (Object.isFrozen(world)) return world
  for (const room of Object.values(world)) Object.freeze(room)
  return Object.freeze(world)
}
