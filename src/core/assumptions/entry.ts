/** One entry of the catalogue: an open point of the specification, and what the bank does there. */
import type { Allowed } from './allowed.ts'

/** One entry of the catalogue. */
export interface Assumption<Value = unknown> {
  /** The section of the specification that leaves the point open. */
  readonly section: string
  /** The open point: a question that the specification does not answer. */
  readonly open: string
  /** The default of the bank. */
  readonly default: Value
  readonly allowed: Allowed<Value>
  readonly provenance: 'published' | 'assumed'
  /** The reason for this default. */
  readonly why: string
  /** How a person finds out what a service does there. Present only if `calibrate` asks no question about this point. */
  readonly findOut?: string
}

/** Makes one entry, so that the catalogue reads as a table. */
export const entry = <Kind extends Allowed<unknown>>(
  section: string,
  provenance: 'published' | 'assumed',
  allowed: Kind,
  open: string,
  why: string,
): Assumption<Kind['default']> & { readonly allowed: Kind } => ({
  section,
  open,
  default: allowed.default,
  allowed,
  provenance,
  why,
})

/** Marks an entry about which `calibrate` asks no question, because no client can see the point, or because no test rests on it. */
export const unasked = <Entry extends Assumption>(
  findOut: string,
  row: Entry,
): Entry & { readonly findOut: string } => ({
  ...row,
  findOut,
})
