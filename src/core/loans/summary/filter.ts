/** Filters of the loan summary: whether a loan's values match the parameters. (§4 call 9) */
import { parseTimestamp } from '../../kernel/time/instant.ts'
import { isLoanDate, isLoanDecimal, isLoanInteger, type Loan, type LoanField } from '../loan.ts'
import type { Ask, Condition } from './convention.ts'
import { compareDecimals, exactDecimal, withoutLastZeros } from './exact-decimal.ts'
import { compareKeys } from './order.ts'

/** A filter with the value of its parameter. */
export interface Filter extends Ask {
  readonly asked: string
}

type Value = string | number
type Matches = (held: Value) => boolean

/** A function that says whether a loan passes the filters, which are read once and not for each loan. */
export function filterOf(filters: readonly Filter[]): (loan: Loan) => boolean {
  const passes = filters.map(passOf)
  return (loan) => passes.every((pass) => pass(loan))
}

/** A loan without the field passes only an empty `is` filter. */
function passOf({ field, condition, asked }: Filter): (loan: Loan) => boolean {
  if (asked === '' && condition === 'is') return (loan) => loan[field] === undefined
  const kind = valueKindOf(field)
  const matches = asked === '' && !ofAnyText.has(condition) ? () => false : matchers[condition](kind, asked)
  return (loan) => {
    const stored = loan[field]
    return stored !== undefined && matches(kind.held(stored))
  }
}

/** The empty text is part of every text; comparisons with it match no loan. */
const ofAnyText: ReadonlySet<Condition> = new Set(['startsWith', 'endsWith', 'contains'])

/** A kind of field: how to read the parameter, how to read a loan's value into the same form, and how to compare two. */
interface Kind {
  /** Undefined for a text that is no such value: then no loan matches. */
  readonly read: (asked: string) => Value | undefined
  readonly held: (stored: Value) => Value
  readonly compare: (first: Value, second: Value) => number
}

const texts: Kind = { read: (asked) => asked, held: (stored) => stored, compare: compareKeys }
const ids: Kind = { ...texts, read: (asked) => asked.toLowerCase() }
const integers: Kind = { ...texts, read: (asked) => (/^-?\d+$/.test(asked) ? Number(asked) : undefined) }
const dates: Kind = { read: dateOf, held: (stored) => Date.parse(String(stored)), compare: compareKeys }
const decimals: Kind = {
  read: exactDecimal,
  held: (stored) => withoutLastZeros(String(stored)),
  compare: (first, second) => compareDecimals(String(first), String(second)),
}

function valueKindOf(field: LoanField): Kind {
  if (isLoanDecimal(field)) return decimals
  if (isLoanInteger(field)) return integers
  if (isLoanDate(field)) return dates
  return field === 'Id' ? ids : texts
}

const matchers: { readonly [Name in Condition]: (kind: Kind, asked: string) => Matches } = {
  is: comparing((difference) => difference === 0),
  isAbove: comparing((difference) => difference > 0),
  isAtLeast: comparing((difference) => difference >= 0),
  isBelow: comparing((difference) => difference < 0),
  isAtMost: comparing((difference) => difference <= 0),
  startsWith: searching((held, part) => held.startsWith(part)),
  endsWith: searching((held, part) => held.endsWith(part)),
  contains: searching((held, part) => held.includes(part)),
  isBetween: (kind, asked) => {
    const [least, most] = listOf(asked).map(kind.read)
    if (least === undefined || most === undefined) return () => false
    return (held) => kind.compare(held, least) >= 0 && kind.compare(held, most) <= 0
  },
  isIn: (kind, asked) => {
    const wanted = new Set(listOf(asked).map(kind.read))
    return (held) => wanted.has(held)
  },
}

function comparing(isWanted: (difference: number) => boolean): (kind: Kind, asked: string) => Matches {
  return (kind, asked) => {
    const wanted = kind.read(asked)
    return (held) => wanted !== undefined && isWanted(kind.compare(held, wanted))
  }
}

/** A search for a part of a text that ignores case. */
function searching(isFound: (held: string, part: string) => boolean): (kind: Kind, asked: string) => Matches {
  return (_, asked) => {
    const part = asked.toUpperCase()
    return (held) => isFound(String(held).toUpperCase(), part)
  }
}

/** The values of a comma-separated list. */
function listOf(asked: string): string[] {
  return asked
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A date as partners write it: ISO 8601, a day alone (midnight in UTC), or the service's own `/Date(…)/`. */
function dateOf(text: string): number | undefined {
  const match = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/.exec(text)
  if (match) return Number(match[1])
  return parseTimestamp(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)
}
