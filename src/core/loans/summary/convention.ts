/**
 * The conventions of parameter names. A field's name filters for an equal value; the framework behind the loan service adds prefixes and
 * suffixes: `FICOGreaterThan`, `>FICO`, `Programs`. Reading a name takes time linear in its length. (§4 call 9)
 */
import { fieldNamed, isLoanText, type LoanField } from '../loan.ts'

/** How a loan's value must compare with the parameter's. */
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

/** The filter that a parameter's name stands for. */
export interface Ask {
  readonly field: LoanField
  readonly condition: Condition
}

/** The marks that stand before or behind a name. The framework documents: `>FICO` is at least, `FICO>` is above, `<FICO` is below, `FICO<` is at most. */
const marks: readonly (readonly [mark: string, place: 'before' | 'behind', Condition])[] = [
  ['>', 'before', 'isAtLeast'],
  ['<', 'before', 'isBelow'],
  ['>', 'behind', 'isAbove'],
  ['<', 'behind', 'isAtMost'],
  ['greaterthanorequalto', 'behind', 'isAtLeast'],
  ['greaterthan', 'behind', 'isAbove'],
  ['lessthanorequalto', 'behind', 'isAtMost'],
  ['lessthan', 'behind', 'isBelow'],
  ['startswith', 'behind', 'startsWith'],
  ['endswith', 'behind', 'endsWith'],
  ['contains', 'behind', 'contains'],
  ['between', 'behind', 'isBetween'],
  ['in', 'behind', 'isIn'],
]

/** The filter for an equal value, where the name is that of a field, in any case; else undefined. */
export function exactAsk(name: string): Ask | undefined {
  const field = fieldNamed(name)
  return field && { field, condition: 'is' }
}

/** The filter that a name stands for by the framework's conventions; undefined for an unknown name. */
export function conventionalAsk(name: string): Ask | undefined {
  const exact = exactAsk(name)
  if (exact) return exact
  const lower = name.toLowerCase()
  const plural = fieldOf(lower)
  if (plural !== undefined) return { field: plural, condition: 'isIn' }
  for (const [mark, place, condition] of marks) {
    if (!(place === 'before' ? lower.startsWith(mark) : lower.endsWith(mark))) continue
    const field = fieldOf(place === 'before' ? lower.slice(mark.length) : lower.slice(0, -mark.length))
    // Conditions on parts of a text apply to text fields only.
    if (field !== undefined && (isLoanText(field) || !ofTexts.has(condition))) return { field, condition }
  }
  return undefined
}

const ofTexts: ReadonlySet<Condition> = new Set(['startsWith', 'endsWith', 'contains'])

/** A field by its name or its plural. */
function fieldOf(name: string): LoanField | undefined {
  return fieldNamed(name) ?? (name.endsWith('s') ? fieldNamed(name.slice(0, -1)) : undefined)
}
