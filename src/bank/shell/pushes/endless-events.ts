/**
 * A chain of events: handlers cause events, whose handlers cause further events, all at one instant. A receiver that causes an event for
 * each event would go on without end, and no time limit would end it, because a chain takes no turn of the event loop.
 */
import { slotOfUuid } from '../../../core/kernel/identity.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import { streams } from '../../../core/streams.ts'
import type { World } from '../../../core/world.ts'

/** A chain that passes both limits counts as endless: one event may cause many at once, and a few may follow each other for long. */
const MOST_CAUSED = 2_000
const MOST_STEPS = 6

/** At most this many handlers run inside each other, each of whose requests waits for the next. */
const MOST_NESTED = 1_500

export class Chain {
  #originals = 0
  #caused = 0
  #steps = 0
  /** Events from this slot on belong to the next step of the chain. */
  #until: number
  isEndless = false

  /** `size`: how many events the bank had when the chain began. */
  constructor(
    readonly at: Instant,
    private readonly size: number,
  ) {
    this.#until = size
  }

  /** The chain that begins now. An endless chain stays: its last events still wait, and would go on. */
  next({ now, webhooks }: World): Chain {
    return this.isEndless ? this : new Chain(now, webhooks.events.size)
  }

  /** How many events the handlers have caused for each event with which the chain began. */
  get length(): number {
    return Math.floor(this.#caused / Math.max(this.#originals, 1))
  }

  /** Adds the push of an event, whose handler will run inside `depth` others. Returns the chain to which the event belongs. */
  with(world: World, eventId: string, depth: number): Chain {
    if (this.at !== world.now && !this.isEndless) return this.next(world).with(world, eventId, depth)
    const slot = slotOfUuid(world.settings.seed, streams.event, eventId) as number
    if (slot < this.size) this.#originals++
    else this.#caused++
    if (slot >= this.#until) {
      this.#steps++
      this.#until = world.webhooks.events.size
    }
    this.isEndless ||= depth > MOST_NESTED || (this.length > MOST_CAUSED && this.#steps > MOST_STEPS)
    return this
  }
}
