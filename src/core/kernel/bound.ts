/** Bounds: how much is kept of what is in the order of its times, by count or by virtual age. */
import type { Instant } from './time/instant.ts'

/** The newest so many, or those that are no older than so many milliseconds. */
export type Bound = { readonly count: number } | { readonly age: number }

/** A sequence of numbered items, from the first that is there to before `size`, each with its time. */
interface Sequence {
  readonly first: number
  readonly size: number
  readonly instantOf: (number: number) => Instant
}

/** The number of the first item that is within a bound. */
export function firstWithin({ first, size, instantOf }: Sequence, bound: Bound, now: Instant): number {
  if ('count' in bound) return Math.max(first, size - bound.count)
  // Items are in the order of their times.
  let [from, to] = [first, size]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (instantOf(middle) < now - bound.age) from = middle + 1
    else to = middle
  }
  return from
}
