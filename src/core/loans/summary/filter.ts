/**
 * Filters of the loan summary. A field's name filters for an equal value; the framework behind the loan service adds marks before and
 * behind it: `FICOGreaterThan`, `>FICO`, `Programs`. Reading a name takes time linear in its length. (§4 call 9)
 */
import type { AssumptionValues } from '../../assumptions/catalogue.ts'
import { fieldNamed, type Loan, type LoanField } from '../loan.ts'
import { compareKeys, type Key, keyReader, rowOf } from './field.ts'

/** A filter with the value of its parameter. */
export interface Filter {
  readonly field: LoanField
  readonly condition: keyof typeof conditions
  readonly asked: string
}

/** How a loan's value must compare with the parameter's. */
interface Condition {
  /** What the name of a parameter adds to that of the field, for which `_` stands. */
  readonly marks: readonly string[]
  readonly testFor: (field: LoanField, asked: string) => (held: Key) => boolean
  /** Whether it is about a part of a text. */
  readonly isOfTexts?: true
  /** Whether the parameter is a list, which has no meaning where it is empty. */
  readonly isOfLists?: true
}

/** The framework documents: `>FICO` is at least, `FICO>` is above, `<FICO` is below, `FICO<` is at most. */
const conditions = {
  is: comparing([], (difference) => difference === 0),
  isAbove: comparing(['_>', '_greaterthan'], (difference) => difference > 0),
  isAtLeast: comparing(['>_', '_greaterthanorequalto'], (difference) => difference >= 0),
  isBelow: comparing(['<_', '_lessthan'], (difference) => difference < 0),
  isAtMost: comparing(['_<', '_lessthanorequalto'], (difference) => difference <= 0),
  startsWith: searching('_startswith', (held, part) => held.startsWith(part)),
  endsWith: searching('_endswith', (held, part) => held.endsWith(part)),
  contains: searching('_contains', (held, part) => held.includes(part)),
  isBetween: listing('_between', ([least, most]) => {
    if (least === undefined || most === undefined) return () => false
    return (held) => compareKeys(held, least) >= 0 && compareKeys(held, most) <= 0
  }),
  isIn: listing('_in', (wanted) => {
    const keys = new Set(wanted)
    return (held) => keys.has(held)
  }),
}

/** A comparison. No loan compares with an empty parameter. */
function comparing(marks: readonly string[], isWanted: (difference: number) => boolean): Condition {
  return {
    marks,
    testFor: (field, asked) => {
      const wanted = asked === '' ? undefined : rowOf(field).read(asked)
      return (held) => wanted !== undefined && isWanted(compareKeys(held, wanted))
    },
  }
}

/** A search for a part of a text that ignores case. The empty text is part of every text. */
function searching(mark: string, isFound: (held: string, part: string) => boolean): Condition {
  return {
    marks: [mark],
    isOfTexts: true,
    testFor: (_, asked) => {
      const part = asked.toUpperCase()
      return (held) => isFound(String(held).toUpperCase(), part)
    },
  }
}

/** A condition on the values of a comma-separated list. */
function listing(mark: string, testOf: (wanted: readonly (Key | undefined)[]) => (held: Key) => boolean): Condition {
  return {
    marks: [mark],
    isOfLists: true,
    testFor: (field, asked) => {
      const items = asked.split(',').map((item) => item.trim())
      return testOf(items.filter((item) => item !== '').map(rowOf(field).read))
    },
  }
}

/** The filter that a parameter stands for; undefined where it has no effect. An empty value finds loans without the field. */
export function filterFrom(name: string, asked: string, kind: AssumptionValues['loans.filters']): Filter | undefined {
  const field = fieldNamed(name)
  const exact = field && ({ field, condition: 'is' } as const)
  const ask = kind === 'exact' ? exact : (exact ?? conventionalAsk(name.toLowerCase()))
  if (ask === undefined) return undefined
  const { isOfLists }: Condition = conditions[ask.condition]
  return asked === '' && (kind === 'exact' || isOfLists) ? undefined : { ...ask, asked }
}

/** The filter of a name with a mark. A plural alone asks for one of a list. */
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

/** A field by its name or its plural. */
function fieldOf(name: string): LoanField | undefined {
  return fieldNamed(name) ?? (name.endsWith('s') ? fieldNamed(name.slice(0, -1)) : undefined)
}

/** A function that says whether a loan passes the filters, which are read once and not for each loan. */
export function passing(filters: readonly Filter[]): (loan: Loan) => boolean {
  const passes = filters.map(passOf)
  return (loan) => passes.every((pass) => pass(loan))
}

/** A loan without the field passes only an empty `is` filter. */
function passOf({ field, condition, asked }: Filter): (loan: Loan) => boolean {
  if (asked === '' && condition === 'is') return (loan) => loan[field] === undefined
  const [keyOf, test] = [keyReader(field), conditions[condition].testFor(field, asked)]
  return (loan) => {
    const key = keyOf(loan)
    return key !== undefined && test(key)
  }
}
