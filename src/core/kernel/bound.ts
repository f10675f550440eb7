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
  return firstFrom(first, size, (number) => instantOf(number) >= now - bound.age)
}

/** The first number from `first` on for which something holds, as it does for all after it; `size` where it holds for none. */
export function firstFrom(first: number, size: number, holds: (number: number) => boolean): number {
  let [from, to] = [first, size]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
