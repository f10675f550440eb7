/** Bounds the length of errors: lists the first problems, and counts the rest. A list of megabytes would take seconds to make. */
import type { Problem } from '../core/rejection.ts'

/** At most this many problems or names are listed. */
const MOST = 20
/** A longer name is cut off. */
const LONGEST = 100

export function problemsFrom<Item>(items: readonly Item[], problemWith: (item: Item) => Problem): Problem[] {
  const told = items.slice(0, MOST).map(problemWith)
  const more = items.length - told.length
  return more === 0 ? told : [...told, { path: '…', message: `and ${more} more`, more }]
}

export function quoted(names: readonly string[]): string {
  const told = names.slice(0, MOST).map((name) => (name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name))
  const more = names.length - told.length
  return `${told.join(', ')}${more === 0 ? '' : ` and ${more} more`}`
}

/** `Failed to open an account: 2 of its inputs cannot be used.`, with a line for each problem. */
export function cannotBeUsed(failed: string, of: string, problems: readonly Problem[], whole = 'the whole'): string {
  const number = problems.reduce((sum, { more = 1 }) => sum + more, 0)
  const lines = problems.map(
    ({ path, message }) => `\n  ${path === '' ? whole : path}${of === 'inputs' ? '' : ':'} ${message}`,
  )
  return `${failed}: ${number} of its ${of} cannot be used.${lines.join('')}`
}
