/** For each kind of field, how the loan summary reads a parameter, compares loans, and writes sums and values. (§4 call 9) */
import { parseTimestamp } from '../../kernel/time/instant.ts'
import { decimalText, millionths } from '../decimal.ts'
import { type FieldKind, kindOfField, type Loan, type LoanField } from '../loan.ts'

/** A value by which loans are compared. Equal values of a field have the same key. */
export type Key = string | number | bigint
type Stored = string | number

/** How dates are written: `/Date(<milliseconds>-0000)/`, or in Unix seconds. `-0000` says that the offset is not known. */
export type DateForm = 'service' | 'unix'

interface FieldRow {
  /** The key of a parameter; undefined if the text is no value of this kind: then no loan matches. */
  readonly read: (asked: string) => Key | undefined
  readonly key: (stored: Stored) => Key
  /** Writes a sum, given in millionths. Absent if values of this kind cannot be added up. */
  readonly sum?: (millionths: bigint) => string
  readonly write: (stored: Stored, form: DateForm) => Stored
}

const asStored = { key: (stored: Stored) => stored, write: (stored: Stored) => stored }

const kinds: { readonly [Kind in FieldKind]: FieldRow } = {
  text: { ...asStored, read: (asked) => asked },
  integer: {
    ...asStored,
    read: (asked) => (/^-?\d+$/.test(asked) ? Number(asked) : undefined),
    sum: (millionths) => String(millionths / 1_000_000n),
  },
  decimal: { ...asStored, read: decimalIn, key: (stored) => millionths(String(stored)), sum: decimalText },
  date: {
    read: instantIn,
    key: (stored) => Date.parse(String(stored)),
    write: (stored, form) => {
      const instant = Date.parse(String(stored))
      return form === 'unix' ? Math.floor(instant / 1_000) : `/Date(${instant}-0000)/`
    },
  },
}

/** Ids are stored in lower case. */
const ids: FieldRow = { ...kinds.text, read: (asked) => asked.toLowerCase() }

export function rowOf(field: string): FieldRow {
  return field === 'Id' ? ids : kinds[kindOfField(field) ?? 'text']
}

/** Returns a function that gives the key of a loan; undefined for a loan without the field. */
export function keyReader(field: LoanField): (loan: Loan) => Key | undefined {
  const { key } = rowOf(field)
  return (loan) => {
    const stored = loan[field]
    return stored === undefined ? undefined : key(stored)
  }
}

/** A loan without a value comes before loans with a value. Texts compare by code units, as the service's collation is unknown. */
export function compareKeys(first: Key | undefined, second: Key | undefined): number {
  if (first === second) return 0
  if (first === undefined) return -1
  if (second === undefined) return 1
  return first > second ? 1 : -1
}

/** A decimal of at most six places; further places may be zeros, as no loan has others. */
function decimalIn(asked: string): Key | undefined {
  const match = /^(-?\d+)(?:\.(\d{1,6})0*)?$/.exec(asked)
  return match ? millionths(`${match[1]}.${match[2] ?? ''}`) : undefined
}

/** A date as partners write it: ISO 8601, a day alone (midnight in UTC), or the service's own `/Date(…)/`. */
function instantIn(asked: string): number | undefined {
  const match = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(asked)
  if (match) return Number(match[1])
  return parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(asked) ? `${asked}T00:00:00Z` : asked)
}
