/** A difference as it is found, what each side has at one place of one call; and the context in which it is looked for. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import type { Calendar } from '../../../core/kernel/time/calendar.ts'
import { isUuid } from '../../recordings/vocabulary.ts'
import type { Call } from '../sides/side.ts'
import type { Pairs, SideName } from './pairs.ts'

/** What of a call differs: that it was made, what was sent, or what came back; what the scenario returned, or that it threw. */
type Place = 'call' | 'sent' | 'status' | 'headers' | 'body' | 'ending' | 'thrown'

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

/** A call, and what of it is looked at. */
interface Looked {
  /** Such as `createWire #2`. */
  readonly call: string
  readonly endpoint: EndpointName | null
  readonly place: Place
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
  /** The number of our call: differences are told in this order. */
  readonly at: number
}

export interface FirstDifference extends Looked, Found {}

export interface Comparing extends Looked {
  readonly memory: Memory
}

/** What is known from the calls before. */
export interface Memory {
  readonly pairs: Pairs
  /** That of our side. */
  readonly calendar: Calendar
  /** Each text that was sent, by side. */
  readonly sent: { readonly ours: Set<string>; readonly theirs: Set<string> }
  /** Free texts that were sent in the same place, and differ. */
  readonly echoes: Set<string>
  /** Accounts that were opened since the beginning. */
  readonly opened: Set<string>
  /** Numbers of the other side whose form was told already. */
  readonly misshapen: Set<string>
  /** What other accounts had when they were first seen. */
  readonly balances: Map<string, readonly [ours: number, theirs: number]>
}

/** A difference at this place of the call; in words where the values are ids. */
export function partingOf({ memory: { pairs }, ...of }: Comparing, found: Found): FirstDifference {
  const nameOf = (side: SideName) =>
    pairs.labelOf(side, found[side]) ?? (isUuid(found[side]) ? '<another id>' : undefined)
  const [ours, theirs] = [nameOf('ours'), nameOf('theirs')]
  return { ...of, words: ours !== undefined && theirs !== undefined ? { ours, theirs } : undefined, ...found }
}
