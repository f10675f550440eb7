/**
 * Random orders of pushes, for scenarios with too many orders to try them all. Each push gets a random priority, and the waiting
 * push with the highest priority goes first. This is the probabilistic scheduler of Burckhardt and others (2010), in which each
 * push is a thread with one step. So each order of d pushes that wait together has a probability of 1/d!, regardless of other pushes.
 */
import { combine } from '../../core/kernel/identity.ts'

export class SampledOrder {
  readonly #priorities = new Map<string, number>()

  constructor(private readonly seed: number) {}

  choose(waiting: readonly string[]): number {
    for (const event of waiting)
      if (!this.#priorities.has(event)) this.#priorities.set(event, combine(this.seed, this.#priorities.size))
    const priorityOf = (event: string) => this.#priorities.get(event) ?? 0
    const first = waiting.reduce((best, event) => (priorityOf(event) > priorityOf(best) ? event : best))
    return waiting.indexOf(first)
  }
}

/** The probability that this many random orders show a failure that depends on the order of `depth` pushes. */
export function sureness(samples: number, depth: number): number {
  let orders = 1
  for (let factor = 2; factor <= depth; factor++) orders *= factor
  return 1 - (1 - 1 / orders) ** samples
}
