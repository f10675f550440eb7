/** Waits: what the scenario waits for, such as `ask() number 2` or `store.put`, and since when. */
import { formatInstant, HOUR, type Instant } from '../../core/kernel/time/instant.ts'
import type { GivenToParts } from './given-to-parts.ts'

/** A wait that has lasted this long on the bank's clock is reported, because it may never end. */
const HANGS = HOUR

/** The most waits that a message names. */
const MOST_WAITS = 3

export class Waits {
  readonly #open = new Set<{ readonly what: string; readonly since: Instant }>()
  #asks = 0

  constructor(private readonly given: GivenToParts) {}

  /** Returns a function that ends the wait. */
  begin(what: string): () => void {
    const wait = { what, since: this.given.clock.now() }
    this.#open.add(wait)
    return () => void this.#open.delete(wait)
  }

  /** `from`: the line of the scenario that asks. */
  beginAsk(from: string | undefined): () => void {
    return this.begin(`ask() number ${++this.#asks}${from === undefined ? '' : ` (${from})`}`)
  }

  get areLong(): boolean {
    const [first] = this.#open
    return first !== undefined && this.given.clock.now() - first.since >= HANGS
  }

  /** A sentence; empty if nothing waits. */
  get text(): string {
    const { timeZone } = this.given.clock.world.settings
    const all = [...this.#open]
      .slice(0, MOST_WAITS)
      .map(({ what, since }) => `${what} since ${formatInstant(since, timeZone).slice(0, 19).replace('T', ' ')}`)
    return all.length === 0 ? '' : ` It waits for ${all.join(', and for ')}.`
  }
}
