/**
 * The world: the whole state of a bank as one immutable value. It goes to JSON and comes back equal (`parseWorld`), so
 * snapshot, restore, fork and replay are assignments. Amounts are integers in minor units, instants epoch milliseconds.
 */

import { type AccessState, access, type PartnerIdentity } from './access/state.ts'
import { type AccountsState, accounts, type LedgerType } from './accounts/state.ts'
import type { Observed } from './assumptions/assumed-values.ts'
import type { AssumptionOverrides } from './assumptions/catalogue.ts'
import { UsageError } from './errors.ts'
import { type ExpectationRequest, type FaultsState, faults } from './faults/state.ts'
import type { Money } from './kernel/money.ts'
import { namesOf } from './kernel/names.ts'
import { Schedule } from './kernel/schedule.ts'
import { flawOfSchedule, type Slice } from './kernel/slice.ts'
import type { Instant } from './kernel/time/instant.ts'
import { type LedgerState, ledger } from './ledger/state.ts'
import { type LoansState, loans } from './loans/state.ts'
import { type WebhooksState, webhooks } from './webhooks/state.ts'
import { type WiresState, wires } from './wires/state.ts'

/** The settings of a bank, which never change. */
export interface Settings {
  readonly seed: number
  readonly now: Instant
  readonly timeZone: string
  /** When approved wires go out; a number is milliseconds between two batches. */
  readonly release: 'calendar' | 'instant' | 'manual' | number
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
  readonly partner: PartnerIdentity & {
    readonly name: string
    /** The audience of the banking API in a token request; by default its address. */
    readonly audience?: string | undefined
  }
  readonly masterAccount: {
    readonly title: string
    readonly balance: Money
    readonly ledgerType: LedgerType | null
  }
  readonly assume: AssumptionOverrides
  /** Outcomes of all payments that match; absent where none are asked for. */
  readonly outcomes?: readonly ExpectationRequest[]
  /** Which of the assumptions were observed of a real service; absent where none were. */
  readonly observed?: Observed
}

/** The whole state of one bank: common fields, and a slice for each folder of src/core, declared in its state.ts. */
export interface World {
  readonly settings: Settings
  readonly now: Instant
  readonly schedule: Schedule
  readonly access: AccessState
  readonly accounts: AccountsState
  readonly ledger: LedgerState
  readonly wires: WiresState
  readonly webhooks: WebhooksState
  readonly faults: FaultsState
  readonly loans: LoansState
}

type SliceName = Exclude<keyof World, 'settings' | 'now' | 'schedule'>
const slices: { readonly [Name in SliceName]: Slice<World[Name]> } = {
  access,
  accounts,
  ledger,
  wires,
  webhooks,
  faults,
  loans,
}

type Changeable<State> = { -readonly [Field in keyof State]: State[Field] }

/** A world under change: the fields of its slices may be assigned, the values in them stay immutable. */
export type Draft = Changeable<Omit<World, SliceName>> & { readonly [Name in SliceName]: Changeable<World[Name]> }

/** A world in which nothing has happened yet. */
export function emptyWorld(settings: Settings): World {
  return { settings, now: settings.now, schedule: Schedule.empty, ...eachSlice((name) => slices[name].empty) }
}

/**
 * The world that `JSON.stringify(world)` wrote, equal to the original.
 *
 * @param json - the text
 * @throws {UsageError} where it is not the text of a world
 * @example
 * ```ts
 * const world = createWorld({ seed: 7 })
 * parseWorld(JSON.stringify(world)).now === world.now // true
 * ```
 */
export function parseWorld(json: string): World {
  if (typeof json !== 'string') throw noWorld(`this is of type ${typeof json}, and no text`)
  try {
    return worldFrom(JSON.parse(json))
  } catch (cause) {
    throw noWorld((cause as Error).message)
  }
}

function noWorld(fact: string): UsageError {
  return new UsageError(`Failed to parse a world: ${fact}. Pass what JSON.stringify(world) wrote. (§3)`)
}

/**
 * The world behind the plain value that JSON.parse gives: of the same shape, with arrays for tables.
 *
 * @throws {TypeError} where a part of it is missing, or of another kind
 */
export function worldFrom(plain: World): World {
  if (typeof plain !== 'object' || plain === null) throw new TypeError('it is no record')
  const { settings, now, schedule } = plain
  if (!Number.isSafeInteger(now)) throw new TypeError('now is no whole number')
  const flaw = flawOfSchedule(schedule)
  if (flaw !== undefined) throw new TypeError(`schedule ${flaw}`)
  const revive = <Name extends SliceName>(name: Name) => slices[name].revive(plain[name], name)
  return { settings, now, schedule: Schedule.from(schedule), ...eachSlice(revive) }
}

function eachSlice(stateOf: (name: SliceName) => World[SliceName]): Pick<World, SliceName> {
  return Object.fromEntries(namesOf(slices).map((name) => [name, stateOf(name)])) as unknown as Pick<World, SliceName>
}
