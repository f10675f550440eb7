/**
 * Samples of orders, for where there are too many to try. Each push gets a random priority, and of those that wait the one with the
 * highest goes first (a probabilistic scheduler, as Burckhardt and others described it in 2010, whose threads have one step each). So
 * each order of d pushes that wait together comes with a probability of 1/d!, whatever the others do.
 */
import { combine } from '../../core/kernel/identity.ts'

/** The order of one run, by the seed of its sample. */
export class SampledOrder {
  readonly #priorities = new Map<string, number>()

  constructor(private readonly seed: number) {}

  /** The place of the waiting event that goes first. */
  choose(waiting: readonly string[]): number {
    for (const event of waiting)
      if (!this.#priorities.has(event)) this.#priorities.set(event, combine(this.seed, this.#priorities.size))
    const priorityOf = (event: string) => this.#priorities.get(event) ?? 0
    const first = waiting.reduce((best, event) => (priorityOf(event) > priorityOf(best) ? event : best))
    return waiting.indexOf(first)
  }
}

/** The probability that `samples` samples show a failure that depends on the order of `depth` pushes. */
export function sureness(samples: number, depth: number): number {
  let orders = 1
  for (let factor = 2; factor <= depth; factor++) orders *= factor
  return 1 - (1 - 1 / orders) ** samples
}
