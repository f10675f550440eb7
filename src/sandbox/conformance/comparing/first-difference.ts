/** A difference as it is found: what each side has at one place of one call. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import type { Call } from '../sides/side.ts'

/** What of a call differs: that it was made, what was sent, or what came back; what the scenario returned, or that it threw. */
export type Place = 'call' | 'sent' | 'status' | 'headers' | 'body' | 'ending' | 'thrown'

/** Stands for a field that is not there. */
export const ABSENT = Symbol('absent')

export interface FirstDifference {
  /** Such as `createWire #2`. */
  readonly call: string
  readonly endpoint: EndpointName | null
  readonly place: Place
  readonly path: readonly string[]
  readonly ours: unknown
  readonly theirs: unknown
  /** In words, where the values themselves say nothing: `<id 1>`, `after createdAt`. */
  readonly words?: { readonly ours: string; readonly theirs: string } | undefined
  /** The record of ours in which the field stands. */
  readonly record?: Readonly<Record<string, unknown>> | undefined
  /** The section that is broken, where it is another than that of the field. */
  readonly section?: Source | undefined
  readonly calls: { readonly ours: Call | undefined; readonly theirs: Call | undefined }
  /** The number of our call at which it was found: differences are told in this order. */
  readonly at: number
}
