/** Bounds of a sequence in order of time: how many items are kept, by count or by virtual age. */
import type { Instant } from './time/instant.ts'

/** The newest `count` items, or the items of the last `age` milliseconds. */
export type Bound = { readonly count: number } | { readonly age: number }

/** A sequence of items with a time each, numbered from `first` to below `size`. */
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

/** The first number from `first` on for which `holds` is true, or `size`. It must stay true for all after it. */
export function firstFrom(first: number, size: number, holds: (number: number) => boolean): number {
  let [from, to] = [first, size]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
