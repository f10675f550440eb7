/** The values that comparing works with: differences as they are found, and the memory of the calls so far. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import type { Calendar } from '../../../core/kernel/time/calendar.ts'
import type { Call } from '../../recordings/exchange.ts'
import type { Pairs } from './pairs.ts'

/**
 * The part that differs. Of a call: `call` if only one side made it, `sent` for its request, and the parts of its answer. Of the scenario:
 * `returned` for its result, and `error`.
 */
export type Place = 'call' | 'sent' | 'status' | 'headers' | 'body' | 'returned' | 'error'

/** Stands for a missing field. */
export const ABSENT = Symbol('absent')

/** The values of both sides at one place. */
export interface Found {
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs: unknown
  /** Texts to show instead of values that mean nothing by themselves: `<id 1>`, `after createdAt`. */
  readonly words?: { readonly ours: string; readonly theirs: string } | undefined
  /** Our record with this field. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The section that the difference breaks, if it is not the section of the field. */
  readonly section?: Source | undefined
}

/** A difference between two calls. */
export interface FoundInCall extends Found {
  readonly place: Place
}

export interface FirstDifference extends FoundInCall {
  /** The name of the call, such as `createWire #2`. Each of our calls has its own. */
  readonly call: string
  readonly endpoint: EndpointName | null
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
}

/** What the calls so far have shown. */
export class Memory {
  /** The texts that each side has sent. */
  readonly sent = { ours: new Set<string>(), theirs: new Set<string>() }
  /** Pairs of different texts that stand for the same: free texts that were sent in one place, and values that each service makes up. */
  readonly echoes = new Set<string>()
  /** The accounts that the scenario has opened. */
  readonly opened = new Set<string>()
  /** The lists, by endpoint, in which the sides have different numbers of records from before the scenario. */
  readonly inPart = new Set<string>()
  /** The fields and values of the other side whose form is reported already. */
  readonly misshapen = new Set<string>()
  /** The first seen balances of accounts that the scenario did not open. */
  readonly balances = new Map<string, readonly [ours: number, theirs: number]>()

  /** @param calendar - the calendar of our side */
  constructor(
    readonly pairs: Pairs,
    readonly calendar: Calendar,
  ) {}
}
