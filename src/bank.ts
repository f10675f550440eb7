/** createBank: a whole bank, put together from the shell, the resources and the HTTP edge. */

import { type Clock, clock } from './api/clock.ts'
import { type Desk, desk } from './api/desk.ts'
import { type Faults, faults } from './api/faults.ts'
import { textOf } from './api/input.ts'
import { type PartnerView, partnerResources } from './api/partner-resources.ts'
import { type Partners, partners } from './api/partners.ts'
import { type Pushes, pushes } from './api/pushes.ts'
import type { Addresses } from './contract/endpoint.ts'
import { partnerRecord } from './core/access/partner.ts'
import { findPartner } from './core/access/partners.ts'
import { masterAccountRecord } from './core/accounts/account-record.ts'
import { bornWorld } from './core/birth.ts'
import { RejectionError, UsageError } from './core/errors.ts'
import { operations } from './core/operations.ts'
import { isRejection } from './core/rejection.ts'
import { type Notification, notificationOf } from './core/webhooks/notification.ts'
import type { World } from './core/world.ts'
import { withEdge } from './http/adapter.ts'
import { answer, type Edge } from './http/answer.ts'
import { createRouter } from './http/route.ts'
import { type AssumptionUse, usesOf } from './reports/assumption-uses.ts'
import { conductOf } from './reports/conduct/conduct.ts'
import { evidenceOf } from './reports/conduct/evidence.ts'
import type { Finding } from './reports/conduct/finding.ts'
import { diagramOf } from './reports/diagram.ts'
import { type Explanation, explain } from './reports/explain.ts'
import { type TimelineOptions, timelineOf } from './reports/timeline.ts'
import { withText } from './shell/body-text.ts'
import { exchangesOf, type HttpExchange } from './shell/exchange.ts'
import { createFaultEdge, type FaultEdge } from './shell/fault-predicates.ts'
import { lazily } from './shell/lazily.ts'
import { type BankOptions, createWorld, isSettings } from './shell/options.ts'
import { createDelivery, type Delivery, type SettleOptions } from './shell/push-sender.ts'
import { createShell, type Journal, journalOf, newState, type State } from './shell/shell.ts'
import { type Snapshot, snapshotOf, stateFrom } from './shell/snapshot.ts'

/** A bank in memory: the resources of its default partner, its clock, its records, and its HTTP edge. */
export interface Bank extends PartnerView {
  /** Where the banking API, the token server and the loan service are. */
  readonly urls: Addresses
  readonly partners: Partners
  readonly desk: Desk
  /** What goes wrong on purpose. */
  readonly faults: Faults
  readonly clock: Clock
  /** What the bank emitted, in order, as the notifications that are pushed (§2.7); a loan event is pushed with a payload instead. */
  readonly events: readonly Notification[]
  /** Each attempt to deliver an event, with its outcome, in order; and control over those to come. */
  readonly pushes: Pushes
  /** Each HTTP request with its answer, in order. */
  readonly requests: readonly HttpExchange[]
  /** Every operation with its time, actor, input and outcome; the first entry holds the settings. JSON keeps it. */
  readonly journal: Journal
  readonly assumptions: {
    /** The assumptions that influenced anything so far, with the operations that rested on them. */
    used(): AssumptionUse[]
  }
  /** The present state as one immutable value; a refused operation leaves it the very same (`===`). */
  readonly world: World
  /** The bank as it is now, in constant time. */
  snapshot(): Snapshot
  /**
   * Puts a snapshot back: money, clock, events, requests, everything.
   *
   * @param snapshot - what `snapshot()` gave, or its JSON text
   * @throws {UsageError} where it is no snapshot, or that of a bank with other options
   */
  restore(snapshot: Snapshot | string): void
  /** A second bank that begins where this one is and shares nothing that can change. Constant time. */
  fork(): Bank
  /** Back to the moment of its opening: same seed, same ids. */
  reset(): void
  /**
   * The bank as another partner sees it: its account and its resources.
   *
   * @param partnerId - what `bank.partners.add()` gave as `id`
   * @throws {RejectionError} `partner_not_found`
   */
  as(partnerId: string): PartnerView
  /**
   * Calls the connected handlers of every push that is due, and resolves when each has ended.
   *
   * @param options - `patience`: turns of the event loop after which a handler counts as hanging
   * @throws {UsageError} where a handler does not end, with its event, its address and the virtual time
   * @example
   * ```ts
   * bank.clock.advanceToNextBatch()
   * await bank.settled()
   * bank.pushes.waiting // []
   * ```
   */
  settled(options?: SettleOptions): Promise<void>
  /**
   * The story so far: virtual times in the bank's zone, and a lane each for requests, payments, money and pushes.
   *
   * @param options - `as: 'mermaid'` for a sequence diagram; `last`: only so many facts
   * @example
   * ```ts
   * bank.accounts.open({ title: 'Payroll' })
   * bank.timeline().split('\n')[0] // 'Monday 2026-03-02'
   * bank.timeline({ as: 'mermaid', last: 10 }).split('\n')[0] // 'sequenceDiagram'
   * ```
   */
  timeline(options?: TimelineOptions): string
  /**
   * Why a payment or transaction is where it is, and what would move it: the restrictions criterion by criterion, what it waits
   * for, and when it would complete, found by running the clock ahead on the side.
   *
   * @param id - of a wire payment or a transaction
   * @returns the explanation; its `text` is for people
   * @throws {RejectionError} `payment_not_found`
   * @example
   * ```ts
   * const { accountNumber } = bank.masterAccount
   * bank.accounts.setStatus(accountNumber, 'Inactive')
   * const card = { accountNumber, rail: 'Card', transactionType: 'Debit', transactionCode: 'Withdrawal', amount: 500 } as const
   * const { counterfactual } = bank.explain(bank.transactions.post(card).id)
   * counterfactual?.slice(0, 24) // 'It would post if account'
   * ```
   */
  explain(id: string): Explanation
  /**
   * What your code did against the specification, judged by `requests` and `pushes`: a token requested per call (§5), a wire polled
   * (§6), a create that may pay twice (§4), amounts in major units, the deprecated loan query (§9) and others. Calls of the function
   * API are not looked at.
   *
   * @returns the findings, each with its requests and what to do; `[]` where all is well
   * @example
   * ```ts
   * bank.conduct().map(({ text }) => text) // []
   * ```
   */
  conduct(): Finding[]
  /**
   * The HTTP edge in process: takes what `fetch` takes and answers as the bank would, without a network and without MSW.
   *
   * @example
   * ```ts
   * const client = createPartnerClient({ fetch: bank.fetch })
   * ```
   */
  fetch(input: Request | URL | string, init?: RequestInit): Promise<Response>
}

/**
 * Creates a bank: a partner with credentials, a funded master account, three services, and a clock that stands still until
 * told to move. Nothing is shared between banks, and the same options give the same bank, id for id.
 *
 * @param options - `seed`, `now`, `timeZone`, `release`, addresses, the partner's account, `assume`; all optional
 * @throws {UsageError} where an option cannot be used, with every problem listed
 * @example
 * ```ts
 * const bank = createBank({ seed: 7, now: '2026-03-02T09:00:00-05:00' })
 * bank.masterAccount.availableBalance // 100000000
 * ```
 */
export function createBank(options: BankOptions = {}): Bank {
  return assemble(newState(createWorld(options)))
}

/**
 * Does again what a journal tells, from the opening on. The replayed bank's world equals the original's.
 *
 * @param journal - `bank.journal`, or what JSON.parse gives of it
 * @throws {UsageError} where it does not begin with the opening of a bank
 */
export function replay(journal: Journal): Bank {
  const [opening, ...entries] = Array.isArray(journal) ? (journal as unknown as Journal) : []
  if (opening?.operation !== 'bank.open' || !isSettings(opening.input)) {
    throw new UsageError(
      'Failed to replay a journal: its first entry is not "bank.open" with the settings of a bank. Give all of bank.journal. (§3)',
    )
  }
  const shell = createShell(newState(bornWorld(opening.input)))
  for (const { operation, input, actor, call } of entries) {
    if (!Object.hasOwn(operations, operation)) {
      throw new UsageError(
        `Failed to replay a journal: there is no operation "${operation}". Give a journal of this version. (§3)`,
      )
    }
    shell.attempt(operation, input as never, actor, call)
  }
  return assemble(shell.state)
}

function assemble(initial: State, inherited?: Pick<Delivery, 'connections'> & Pick<FaultEdge, 'predicates'>): Bank {
  const shell = createShell(initial)
  const faultEdge = createFaultEdge(shell, inherited?.predicates)
  const delivery = createDelivery(shell, faultEdge, inherited?.connections)
  const { settings } = initial.world
  const { baseUrl, authUrl, loanBaseUrl } = settings
  const urls: Addresses = Object.freeze({ baseUrl, authUrl, loanBaseUrl })
  const world = () => {
    shell.throwDefect()
    return shell.state.world
  }
  const viewOf = (partner: number): PartnerView => ({
    ...partnerResources(shell, delivery, partner),
    get partner() {
      return partnerRecord(world(), partner)
    },
    get masterAccount() {
      return masterAccountRecord(world(), world().access.partners.at(partner).masterAccount)
    },
  })

  const own = viewOf(0)
  const edge: Edge = {
    shell,
    addresses: urls,
    route: createRouter(urls),
    settle: () => delivery.settleDue(),
    strike: faultEdge.ofCall,
  }

  const bank: Bank = {
    ...partnerResources(shell, delivery, 0),
    get partner() {
      return own.partner
    },
    get masterAccount() {
      return own.masterAccount
    },
    urls,
    partners: partners(shell),
    desk: desk(shell),
    faults: faults(shell, faultEdge),
    clock: clock(shell, delivery),
    get events() {
      return Array.from({ length: world().webhooks.events.size }, (_, slot) => notificationOf(shell.state.world, slot))
    },
    get pushes() {
      shell.throwDefect()
      return pushes(shell, delivery)
    },
    get requests() {
      return exchangesOf(shell.state.requests)
    },
    get journal() {
      return journalOf(shell.state)
    },
    get world() {
      return world()
    },
    assumptions: { used: () => usesOf(shell) },
    snapshot: () => {
      shell.throwDefect()
      return snapshotOf(shell.state)
    },
    restore: (snapshot) => {
      const state = stateFrom(snapshot, settings)
      delivery.forget()
      shell.replace(state)
    },
    fork: () => {
      shell.throwDefect()
      // Taken now: what becomes of this bank until the fork is first used is not the fork's.
      const { state } = shell
      const inherited = { connections: new Map(delivery.connections), predicates: new Map(faultEdge.predicates) }
      return lazily(() => assemble(state, inherited))
    },
    reset: () => {
      delivery.forget()
      shell.replace(newState(bornWorld(settings)))
    },
    settled: (options) => delivery.settle(options),
    as: (partnerId) => {
      const partner = findPartner({ world: world() }, textOf(partnerId, 'partner id'), 'act as')
      if (isRejection(partner)) throw new RejectionError(partner)
      return viewOf(partner)
    },
    timeline: ({ as, last } = {}) => (as === 'mermaid' ? diagramOf(shell.state, last) : timelineOf(shell.state, last)),
    explain: (id) => {
      const explanation = explain(world(), textOf(id, 'payment id'))
      if (isRejection(explanation)) throw new RejectionError(explanation)
      return explanation
    },
    conduct: () => {
      shell.throwDefect()
      return conductOf(evidenceOf(shell.state.world, exchangesOf(shell.state.requests)))
    },
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { body } = init ?? {}
      return answer(edge, typeof body === 'string' ? withText(request, body) : request)
    },
  }
  return withEdge(bank, shell, delivery, edge)
}
