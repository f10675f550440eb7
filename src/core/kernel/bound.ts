/** Bounds on how many items of a sequence are kept: by number or by virtual age. */
import type { Instant } from './time/instant.ts'

/** The newest `count` items, or the items of the last `age` milliseconds. */
export type Bound = { readonly count: number } | { readonly age: number }

/** A sequence of items in order of time, numbered from `first` to `size - 1`. */
interface Sequence {
  readonly first: number
  readonly size: number
  readonly instantOf: (number: number) => Instant
}

export function firstWithin({ first, size, instantOf }: Sequence, bound: Bound, now: Instant): number {
  if ('count' in bound) return Math.max(first, size - bound.count)
  return firstFrom(first, size, (number) => instantOf(number) >= now - bound.age)
}

/** Returns the first number from `first` on for which `holds` is true; `size` if there is none. From there on, `holds` must stay true. */
export function firstFrom(first: number, size: number, holds: (number: number) => boolean): number {
  let [from, to] = [first, size]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (holds(middle)) to = middle
    else from = middle + 1
  }
  return from
}
