/**
 * The world: the whole state of a bank as one immutable value, so that a snapshot, a restore and a fork are assignments. `parseWorld` makes
 * an equal world from the JSON of a world. Amounts are integers in minor units, instants are epoch milliseconds.
 */
import { access, type PartnerIdentity } from './access/state.ts'
import { accounts, type LedgerType } from './accounts/state.ts'
import type { Observed } from './assumptions/assumed-values.ts'
import type { AssumptionOverrides } from './assumptions/catalogue.ts'
import { UsageError } from './errors.ts'
import { type ExpectationRequest, faults } from './faults/state.ts'
import { keysOf } from './kernel/keys.ts'
import type { Money } from './kernel/money.ts'
import { Schedule } from './kernel/schedule.ts'
import { isSchedule, type Slice } from './kernel/slice.ts'
import type { Instant } from './kernel/time/instant.ts'
import { ledger } from './ledger/state.ts'
import { loans } from './loans/state.ts'
import { webhooks } from './webhooks/state.ts'
import { wires } from './wires/state.ts'

/** The settings of a bank, which never change. */
export interface Settings {
  readonly seed: number
  readonly now: Instant
  readonly timeZone: string
  /** When approved wires go out. A number is the milliseconds between two batches. */
  readonly release: 'calendar' | 'instant' | 'manual' | number
  readonly baseUrl: string
  readonly authUrl: string
  readonly loanBaseUrl: string
  readonly partner: PartnerIdentity & {
    readonly name: string
    /** The audience of the banking API in a token request; by default the base URL. */
    readonly audience?: string | undefined
  }
  readonly masterAccount: {
    readonly title: string
    readonly balance: Money
    readonly ledgerType: LedgerType | null
  }
  readonly assume: AssumptionOverrides
  /** The outcomes that the test set for all payments, or for payments with certain fields; absent if it set none. */
  readonly outcomes?: readonly ExpectationRequest[]
  /** The assumptions that were observed at a real service; absent if none were. */
  readonly observed?: Observed
}

/** A slice for each folder of src/core that has a state.ts. */
const slices = { access, accounts, ledger, wires, webhooks, faults, loans } as const
const sliceNames = keysOf(slices)
type SliceName = keyof typeof slices
type Slices = { readonly [Name in SliceName]: (typeof slices)[Name]['empty'] }

/** The whole state of one bank: the common fields and the slices. */
export interface World extends Slices {
  readonly settings: Settings
  readonly now: Instant
  readonly schedule: Schedule
}

type Changeable<State> = { -readonly [Field in keyof State]: State[Field] }

/** A world that a turn may change. The fields of its slices can be assigned; the values in them stay immutable. */
export type Draft = Changeable<Omit<World, SliceName>> & { readonly [Name in SliceName]: Changeable<World[Name]> }

export function emptyWorld(settings: Settings): World {
  return { settings, now: settings.now, schedule: Schedule.empty, ...eachSlice((name) => slices[name].empty) }
}

/**
 * Reads a world from the text that `JSON.stringify(world)` wrote. The result equals the original world.
 *
 * @param json - the text
 * @throws {UsageError} if the text is not the JSON of a world
 * @example
 * ```ts
 * const world = createWorld({ seed: 7 })
 * parseWorld(JSON.stringify(world)).now === world.now // true
 * ```
 */
export function parseWorld(json: string): World {
  if (typeof json !== 'string') throw noWorld(`it is of type ${typeof json}, not a text`)
  try {
    return worldFrom(JSON.parse(json))
  } catch (cause) {
    throw noWorld((cause as Error).message)
  }
}

function noWorld(fact: string): UsageError {
  return new UsageError(`Failed to parse a world: ${fact}. Pass what JSON.stringify(world) wrote. (§3)`)
}

/** Makes a world from the value of JSON.parse, which has arrays in place of tables. Throws a TypeError if a part is missing or wrong. */
export function worldFrom(plain: World): World {
  if (typeof plain !== 'object' || plain === null) throw new TypeError('it is no record')
  const { settings, now, schedule } = plain
  if (!Number.isSafeInteger(now)) throw new TypeError('the field "now" is no whole number')
  if (!isSchedule(schedule)) throw new TypeError('schedule is no list of due operations')
  const revive = (name: SliceName) => (slices[name] as Slice<object>).revive(plain[name], name) as World[SliceName]
  return { settings, now, schedule: Schedule.from(schedule), ...eachSlice(revive) }
}

function eachSlice(stateOf: (name: SliceName) => World[SliceName]): Pick<World, SliceName> {
  return Object.fromEntries(sliceNames.map((name) => [name, stateOf(name)])) as unknown as Pick<World, SliceName>
}
