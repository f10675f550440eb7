/**
 * The world: the whole state of a bank as one immutable value. It goes to JSON and comes back equal (`parseWorld`), so
 * snapshot, restore, fork and replay are assignments. Amounts are integers in minor units, instants epoch milliseconds.
 */

import type { IdempotencyRecord, Partner, Token } from './access/state.ts'
import type { HoldState, MasterAccountState, RestrictionState, SubledgerState } from './accounts/state.ts'
import type { AssumptionOverrides } from './assumptions/catalogue.ts'
import type { FaultState } from './faults/state.ts'
import { KeyIndex } from './kernel/key-index.ts'
import type { Money } from './kernel/money.ts'
import { Schedule, type Timer } from './kernel/schedule.ts'
import { Table } from './kernel/table.ts'
import type { Instant } from './kernel/time/instant.ts'
import type { Settlement, TransactionState } from './ledger/state.ts'
import type { LoanState } from './loans/loan.ts'
import type { DeliveryState, EventState, PushMode, PushState, RegistrationState } from './webhooks/state.ts'
import type { BatchState, WireState } from './wires/state.ts'

/** What a world is born with and never changes. */
export interface Settings {
  readonly seed: number
  readonly now: Instant
  readonly timeZone: string
  /** When approved wires go out; a number is milliseconds between two batches. */
  readonly release: 'calendar' | 'instant' | 'manual' | number
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
  readonly partnerName: string
  readonly masterAccount: {
    readonly title: string
    readonly balance: Money
    readonly ledgerType: 'Passthrough' | 'Direct' | null
  }
  readonly assume: AssumptionOverrides
}

/** The whole state of one bank. */
export interface World {
  readonly settings: Settings
  readonly now: Instant
  readonly schedule: Schedule
  readonly partners: Table<Partner>
  readonly tokens: Table<Token>
  readonly tokenKeys: KeyIndex
  readonly idempotency: Table<IdempotencyRecord>
  readonly idempotencyKeys: KeyIndex
  readonly accounts: Table<MasterAccountState>
  readonly subledgers: Table<SubledgerState>
  readonly restrictions: Table<RestrictionState>
  readonly holds: Table<HoldState>
  readonly transactions: Table<TransactionState>
  /** The sum of all master balances; with `settlement` it is always zero. */
  readonly deposits: Money
  readonly settlement: Settlement
  readonly wires: Table<WireState>
  /** Wires approved since the last batch, by slot, in the order in which they will be released. */
  readonly waiting: Table<number>
  /** When the next batch is due; null while none is planned. */
  readonly releaseAt: Instant | null
  readonly batches: Table<BatchState>
  /** The last sequence number that the network gave out; one counter serves imad and omad. */
  readonly networkSequence: number
  readonly registrations: Table<RegistrationState>
  readonly events: Table<EventState>
  readonly deliveries: Table<DeliveryState>
  /** Deliveries that go to a connected handler, in order, from `outboxHead` on. */
  readonly outbox: Table<number>
  readonly outboxHead: number
  readonly pushes: Table<PushState>
  /** Pushes that are not answered yet, by slot, since the clock last moved. */
  readonly openPushes: readonly number[]
  /** The callback addresses to which a handler is connected. */
  readonly connections: readonly string[]
  readonly pushMode: PushMode
  readonly faults: Table<FaultState>
  readonly loans: Table<LoanState>
  readonly loanKeys: KeyIndex
}

/** A world under change: the fields may be assigned, the values in them are as immutable as ever. */
export type Draft = { -readonly [Field in keyof World]: World[Field] }

/** A draft of a world. Field by field, as engines copy a spread of so many by a generic path that takes ten times as long. */
export function draftOf(world: World): Draft {
  return {
    settings: world.settings,
    now: world.now,
    schedule: world.schedule,
    partners: world.partners,
    tokens: world.tokens,
    tokenKeys: world.tokenKeys,
    idempotency: world.idempotency,
    idempotencyKeys: world.idempotencyKeys,
    accounts: world.accounts,
    subledgers: world.subledgers,
    restrictions: world.restrictions,
    holds: world.holds,
    transactions: world.transactions,
    deposits: world.deposits,
    settlement: world.settlement,
    wires: world.wires,
    waiting: world.waiting,
    releaseAt: world.releaseAt,
    batches: world.batches,
    networkSequence: world.networkSequence,
    registrations: world.registrations,
    events: world.events,
    deliveries: world.deliveries,
    outbox: world.outbox,
    outboxHead: world.outboxHead,
    pushes: world.pushes,
    openPushes: world.openPushes,
    connections: world.connections,
    pushMode: world.pushMode,
    faults: world.faults,
    loans: world.loans,
    loanKeys: world.loanKeys,
  }
}

/** A world in which nothing has happened yet. */
export function emptyWorld(settings: Settings): World {
  return {
    settings,
    now: settings.now,
    schedule: Schedule.empty,
    partners: Table.empty,
    tokens: Table.empty,
    tokenKeys: KeyIndex.empty,
    idempotency: Table.empty,
    idempotencyKeys: KeyIndex.empty,
    accounts: Table.empty,
    subledgers: Table.empty,
    restrictions: Table.empty,
    holds: Table.empty,
    transactions: Table.empty,
    deposits: 0,
    settlement: { Ach: 0, Wire: 0, Rtp: 0, Check: 0, Card: 0, International: 0, Internal: 0 },
    wires: Table.empty,
    waiting: Table.empty,
    releaseAt: null,
    batches: Table.empty,
    networkSequence: 0,
    registrations: Table.empty,
    events: Table.empty,
    deliveries: Table.empty,
    outbox: Table.empty,
    outboxHead: 0,
    pushes: Table.empty,
    openPushes: [],
    connections: [],
    pushMode: 'settling',
    faults: Table.empty,
    loans: Table.empty,
    loanKeys: KeyIndex.empty,
  }
}

/**
 * The world that `JSON.stringify(world)` wrote, equal to the original.
 *
 * @param json - the text
 * @example
 * ```ts
 * const world = createWorld({ seed: 7 })
 * parseWorld(JSON.stringify(world)).now === world.now // true
 * ```
 */
export function parseWorld(json: string): World {
  return worldFrom(JSON.parse(json))
}

/** The world behind the plain value that JSON.parse gives. */
export function worldFrom(plain: PlainWorld): World {
  return {
    ...plain,
    schedule: Schedule.from(plain.schedule),
    partners: Table.from(plain.partners),
    tokens: Table.from(plain.tokens),
    tokenKeys: KeyIndex.from(plain.tokenKeys),
    idempotency: Table.from(plain.idempotency),
    idempotencyKeys: KeyIndex.from(plain.idempotencyKeys),
    accounts: Table.from(plain.accounts.map((account) => ({ ...account, subledgers: Table.from(account.subledgers) }))),
    subledgers: Table.from(plain.subledgers),
    restrictions: Table.from(plain.restrictions),
    holds: Table.from(plain.holds),
    transactions: Table.from(plain.transactions),
    wires: Table.from(plain.wires),
    waiting: Table.from(plain.waiting),
    batches: Table.from(plain.batches.map((batch) => ({ ...batch, wires: Table.from(batch.wires) }))),
    registrations: Table.from(
      plain.registrations.map((registration) => ({
        ...registration,
        queue: Table.from(registration.queue),
        gathering: Table.from(registration.gathering),
      })),
    ),
    events: Table.from(plain.events),
    deliveries: Table.from(plain.deliveries),
    outbox: Table.from(plain.outbox),
    pushes: Table.from(plain.pushes),
    faults: Table.from(plain.faults),
    loans: Table.from(plain.loans),
    loanKeys: KeyIndex.from(plain.loanKeys),
  }
}

/** What JSON makes of a world: tables are arrays. */
export type PlainWorld = { readonly [Field in keyof World]: Plain<World[Field]> }

type Plain<Value> =
  Value extends Table<infer Item>
    ? readonly (Item extends MasterAccountState | BatchState | RegistrationState
        ? { readonly [Field in keyof Item]: Plain<Item[Field]> }
        : Item)[]
    : Value extends KeyIndex
      ? readonly (readonly [string, number])[]
      : Value extends Schedule
        ? readonly { readonly at: Instant; readonly timers: readonly Timer[] }[]
        : Value
