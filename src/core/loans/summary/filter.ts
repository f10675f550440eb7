/**
 * Filters of the loan summary. A parameter with the name of a field asks for an equal value. In the framework behind the loan service,
 * marks before or after the name ask for other conditions: `FICOGreaterThan`, `>FICO`, `Programs`. Reading a name takes time linear in its
 * length. (§4 call 9)
 */
import type { AssumptionValues } from '../../assumptions/catalogue.ts'
import { fieldNamed, type Loan, type LoanField } from '../loan.ts'
import { compareKeys, type Key, keyReader, rowOf } from './field.ts'

export interface Filter {
  readonly field: LoanField
  readonly condition: keyof typeof conditions
  readonly asked: string
}

/** How the value of a loan must compare with the value of the parameter. */
interface Condition {
  /** The forms of the parameter's name, in which `_` stands for the name of the field. */
  readonly marks: readonly string[]
  readonly testFor: (field: LoanField, asked: string) => (held: Key) => boolean
  /** The condition applies only to text fields. */
  readonly isOfTexts?: true
  /** The parameter is a list. An empty list is ignored. */
  readonly isOfLists?: true
  /** Only loans without the field pass. */
  readonly isWithout?: true
}

/** Words that may stand before the field or behind it. */
const around = (...words: readonly string[]) => words.flatMap((word) => [`_${word}`, `${word}_`])

/** As the framework documents, `>FICO` means at least, `FICO>` above, `<FICO` below, and `FICO<` at most. */
// biome-ignore format: read it as a table
const conditions = {
  is: comparing([], (difference) => difference === 0),
  isNot: comparing(['_!', '<>_', '_notequalto'], (difference) => difference !== 0),
  isAbove: comparing(['_>', 'begin_', '_olderthan', ...around('greaterthan', 'above', 'beyond', 'over', 'after')], (difference) => difference > 0),
  isAtLeast: comparing(['>_', 'onorafter_', 'since_', 'start_', 'min_', 'minimum_', ...around('greaterthanorequalto', 'from', 'higher')], (difference) => difference >= 0),
  isBelow: comparing(['<_', 'behind_', '_youngerthan', ...around('lessthan', 'below', 'under', 'lower', 'before')], (difference) => difference < 0),
  isAtMost: comparing(['_<', 'onorbefore_', 'end_', 'stop_', 'to_', 'until_', 'max_', 'maximum_', ...around('lessthanorequalto')], (difference) => difference <= 0),
  startsWith: searching(['_startswith'], (part) => (held) => held.startsWith(part)),
  endsWith: searching(['_endswith'], (part) => (held) => held.endsWith(part)),
  contains: searching(['_contains'], (part) => (held) => held.includes(part)),
  isLike: searching(around('like'), (pattern) => (held) => isLike(held, pattern)),
  isBetween: listing(around('between'), ([least, most]) => {
    if (least === undefined || most === undefined) return () => false
    return (held) => compareKeys(held, least) >= 0 && compareKeys(held, most) <= 0
  }),
  isIn: listing(['_in', '_ids'], (wanted) => {
    const keys = new Set(wanted)
    return (held) => keys.has(held)
  }),
  isNull: { marks: ['_isnull'], testFor: () => () => false, isWithout: true },
  isNotNull: { marks: ['_isnotnull'], testFor: () => () => true },
} satisfies Readonly<Record<string, Condition>>

/** A condition that compares a value with the parameter. If the parameter is empty, no loan passes. */
function comparing(marks: readonly string[], isWanted: (difference: number) => boolean): Condition {
  return {
    marks,
    testFor: (field, asked) => {
      const wanted = asked === '' ? undefined : rowOf(field).read(asked)
      return (held) => wanted !== undefined && isWanted(compareKeys(held, wanted))
    },
  }
}

/** Whether a text matches a pattern of SQL: `%` stands for any letters, `_` for one. The search goes back only to the last `%`. */
function isLike(text: string, pattern: string): boolean {
  let [at, place, from, back] = [0, 0, -1, 0]
  while (at < text.length) {
    if (pattern[place] === '%') [from, back] = [place++, at]
    else if (pattern[place] === '_' || pattern[place] === text[at]) [at, place] = [at + 1, place + 1]
    else if (from >= 0) [at, place] = [++back, from + 1]
    else return false
  }
  return /^%*$/.test(pattern.slice(place))
}

/** A condition on a text, without regard to case. The empty text is part of every text. */
function searching(marks: readonly string[], findOf: (part: string) => (held: string) => boolean): Condition {
  return {
    marks,
    isOfTexts: true,
    testFor: (_, asked) => {
      const isFound = findOf(asked.toUpperCase())
      return (held) => isFound(String(held).toUpperCase())
    },
  }
}

/** A condition on the values of a comma-separated list. */
function listing(
  marks: readonly string[],
  testOf: (wanted: readonly (Key | undefined)[]) => (held: Key) => boolean,
): Condition {
  return {
    marks,
    isOfLists: true,
    testFor: (field, asked) => {
      const items = asked.split(',').map((item) => item.trim())
      return testOf(items.filter((item) => item !== '').map(rowOf(field).read))
    },
  }
}

/** Reads a parameter as a filter; undefined if it has no effect. `Term=` finds loans without the field, unless `kind` is `exact`. */
export function filterFrom(name: string, asked: string, kind: AssumptionValues['loans.filters']): Filter | undefined {
  const field = fieldNamed(name)
  const exact = field && ({ field, condition: 'is' } as const)
  const ask = kind === 'exact' ? exact : (exact ?? conventionalAsk(name.toLowerCase()))
  if (ask === undefined) return undefined
  const { isOfLists }: Condition = conditions[ask.condition]
  return asked === '' && (kind === 'exact' || isOfLists) ? undefined : { ...ask, asked }
}

/** Reads a name with marks. A plural without a mark asks for any value of a list. */
function conventionalAsk(name: string): Omit<Filter, 'asked'> | undefined {
  const plural = fieldOf(name)
  if (plural !== undefined) return { field: plural, condition: 'isIn' }
  for (const [condition, { marks, isOfTexts }] of Object.entries<Condition>(conditions)) {
    for (const mark of marks) {
      const [before = '', behind = ''] = mark.split('_')
      if (!name.startsWith(before) || !name.endsWith(behind)) continue
      const field = fieldOf(name.slice(before.length, name.length - behind.length))
      if (field !== undefined && (rowOf(field).isText || !isOfTexts)) {
        return { field, condition: condition as Filter['condition'] }
      }
    }
  }
  return undefined
}

function fieldOf(name: string): LoanField | undefined {
  return fieldNamed(name) ?? (name.endsWith('s') ? fieldNamed(name.slice(0, -1)) : undefined)
}

/** Returns a predicate for loans that pass every filter. Each filter is read once, not once for each loan. */
export function passing(filters: readonly Filter[]): (loan: Loan) => boolean {
  const passes = filters.map(passOf)
  return (loan) => passes.every((pass) => pass(loan))
}

/** Returns a predicate for one filter. A loan without the field passes only `isNull`, and `is` with an empty value. */
function passOf({ field, condition, asked }: Filter): (loan: Loan) => boolean {
  const { isWithout }: Condition = conditions[condition]
  if (isWithout || (asked === '' && condition === 'is')) return (loan) => loan[field] === undefined
  const [keyOf, test] = [keyReader(field), conditions[condition].testFor(field, asked)]
  return (loan) => {
    const key = keyOf(loan)
    return key !== undefined && test(key)
  }
}
