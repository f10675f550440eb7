/** A difference as it is found: what each side has at one place of one call; and what is known from the calls before. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import type { Calendar } from '../../../core/kernel/time/calendar.ts'
import type { Call } from '../sides/side.ts'
import type { Pairs } from './pairs.ts'

/** The part that differs: of a call, whether it was made, what was sent or what came back; of the scenario, its result or its error. */
export type Place = 'call' | 'sent' | 'status' | 'headers' | 'body' | 'returned' | 'error'

/** Stands for a missing field. */
export const ABSENT = Symbol('absent')

/** What each side has at one place. */
export interface Found {
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs: unknown
  /** Names for values that mean nothing by themselves: `<id 1>`, `after createdAt`. */
  readonly words?: { readonly ours: string; readonly theirs: string } | undefined
  /** The record of ours in which the field stands. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The section that is broken, unless it is the one of the field. */
  readonly section?: Source | undefined
}

/** A difference between two calls. */
export interface FoundInCall extends Found {
  readonly place: Place
}

export interface FirstDifference extends FoundInCall {
  /** Such as `createWire #2`; of our calls each has another name. */
  readonly call: string
  readonly endpoint: EndpointName | null
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
}

/** What is known from the calls before. */
export class Memory {
  /** Each text that was sent, by side. */
  readonly sent = { ours: new Set<string>(), theirs: new Set<string>() }
  /** Free texts that were sent in the same place, and differ. */
  readonly echoes = new Set<string>()
  /** Accounts that were opened since the beginning. */
  readonly opened = new Set<string>()
  /** Lists in which one side has more records from before the scenario than the other, by their calls. */
  readonly inPart = new Set<string>()
  /** Fields of the other side whose other form was already reported. */
  readonly misshapen = new Set<string>()
  /** The balances of other accounts when they were first seen. */
  readonly balances = new Map<string, readonly [ours: number, theirs: number]>()

  /** @param calendar - that of our side */
  constructor(
    readonly pairs: Pairs,
    readonly calendar: Calendar,
  ) {}
}
