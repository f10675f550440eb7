/** A difference as it is found: what each side has at one place of one call; and what is known from the calls before. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import type { Calendar } from '../../../core/kernel/time/calendar.ts'
import type { Call } from '../sides/side.ts'
import type { Pairs } from './pairs.ts'

/** What of a call differs: that it was made, what was sent, or what came back; what the scenario returned, or that it threw. */
export type Place = 'call' | 'sent' | 'status' | 'headers' | 'body' | 'returned' | 'error'

/** Stands for a field that is not there. */
export const ABSENT = Symbol('absent')

/** What each side has at one place. */
export interface Found {
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs: unknown
  /** In words, where the values themselves say nothing: `<id 1>`, `after createdAt`. */
  readonly words?: { readonly ours: string; readonly theirs: string } | undefined
  /** The record of ours in which the field stands. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The section that is broken, where it is another than that of the field. */
  readonly section?: Source | undefined
}

/** Of two calls. */
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
  /** Numbers of the other side whose form was told already. */
  readonly misshapen = new Set<string>()
  /** What other accounts had when they were first seen. */
  readonly balances = new Map<string, readonly [ours: number, theirs: number]>()

  /** @param calendar - that of our side */
  constructor(
    readonly pairs: Pairs,
    readonly calendar: Calendar,
  ) {}
}
