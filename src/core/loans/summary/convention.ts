/**
 * What a parameter's name asks for. A field's name asks for just that value; the framework behind the loan service knows more by what
 * stands before or behind the name: `FICOGreaterThan`, `>FICO`, `Programs`. Looked up, so that a long name costs no more than its
 * length. (§4 call 9)
 */
import { fieldNamed, isLoanText, type LoanField } from '../loan.ts'

/** How a loan's value must stand to what the parameter says. */
export type Condition =
  | 'is'
  | 'isAbove'
  | 'isAtLeast'
  | 'isBelow'
  | 'isAtMost'
  | 'startsWith'
  | 'endsWith'
  | 'contains'
  | 'isBetween'
  | 'isIn'

/** What a name asks for. */
export interface Ask {
  readonly field: LoanField
  readonly condition: Condition
}

// As the framework documents the signs: `>FICO` is at least and `FICO>` above, `<FICO` is below and `FICO<` at most.
const before: readonly (readonly [mark: string, Condition])[] = [
  ['>', 'isAtLeast'],
  ['<', 'isBelow'],
]

const behind: readonly (readonly [mark: string, Condition])[] = [
  ['>', 'isAbove'],
  ['<', 'isAtMost'],
  ['greaterthanorequalto', 'isAtLeast'],
  ['greaterthan', 'isAbove'],
  ['lessthanorequalto', 'isAtMost'],
  ['lessthan', 'isBelow'],
  ['startswith', 'startsWith'],
  ['endswith', 'endsWith'],
  ['contains', 'contains'],
  ['between', 'isBetween'],
  ['in', 'isIn'],
]

/** What the name of a field asks for, in whichever case; undefined of a name that is none. */
export function exactAsk(name: string): Ask | undefined {
  const field = fieldNamed(name)
  return field && { field, condition: 'is' }
}

/** What a name asks for by the framework's conventions; undefined where it knows no such name. */
export function conventionalAsk(name: string): Ask | undefined {
  const exact = exactAsk(name)
  if (exact) return exact
  const lower = name.toLowerCase()
  const plural = fieldOf(lower)
  if (plural !== undefined) return { field: plural, condition: 'isIn' }
  const asks = [
    ...before.flatMap(([mark, condition]) =>
      lower.startsWith(mark) ? askOf(lower.slice(mark.length), condition) : [],
    ),
    ...behind.flatMap(([mark, condition]) =>
      lower.endsWith(mark) ? askOf(lower.slice(0, -mark.length), condition) : [],
    ),
  ]
  return asks[0]
}

/** Only a text begins, ends or holds another. */
function askOf(name: string, condition: Condition): Ask[] {
  const field = fieldOf(name)
  if (field === undefined || (ofTexts.has(condition) && !isLoanText(field))) return []
  return [{ field, condition }]
}

const ofTexts: ReadonlySet<Condition> = new Set(['startsWith', 'endsWith', 'contains'])

/** A field by its name or its plural. */
function fieldOf(name: string): LoanField | undefined {
  return fieldNamed(name) ?? (name.endsWith('s') ? fieldNamed(name.slice(0, -1)) : undefined)
}
