/**
 * The trace of a running bank, made anew for each message from the last entries and requests. The world after each entry is kept, so that
 * no operation has to be performed a second time.
 */
import { bornWorld } from '../../../core/birth.ts'
import type { World } from '../../../core/world.ts'
import { journalOf } from '../../shell/state/journal.ts'
import type { State } from '../../shell/state/state.ts'
import { keptFrom, type Start } from '../history.ts'
import { bankTraceOf } from './bank-trace.ts'
import { inForceOf } from './in-force.ts'
import { type Moment, momentsOf } from './moments.ts'
import { Walk, worldsAlong } from './steps.ts'
import type { LiveMessage } from './trace-data.ts'

/** By the name of a moment (a request or an entry): the number of its first step. A moment has the same name in every trace of the bank. */
type Places = ReadonlyMap<string, number>

export class LiveTrace {
  /** The world after each entry, by the number of the entry. -1 stands for the opening. */
  readonly #worlds = new Map<number, World>()
  readonly #opened: readonly string[]
  /** The places in the last trace, and the number of steps that were left out of that trace. */
  #places: Places = new Map()
  #left = 0

  /** @param most - the greatest number of entries, and of requests, in a trace */
  constructor(
    private readonly bank: { readonly state: State },
    private readonly title: string,
    private readonly most: number,
  ) {
    this.#opened = this.#open()
  }

  /** If the trace shows the whole journal, replays it to find all earlier worlds. If not, only the present world is known. */
  #open(): string[] {
    const { state } = this.bank
    const { entries, requests } = this.#start()
    if (entries + requests > 0) {
      this.noticed()
      return [
        `Of what happened before this page was opened, only the last ${this.most} entries are shown, without the state at each step.`,
      ]
    }
    const missing: string[] = []
    const worlds = worldsAlong(state, journalOf(state), missing) ?? []
    for (const [index, world] of worlds.entries()) this.#worlds.set(index - 1, world)
    return missing
  }

  /** Keeps the present world. The caller calls this right after each change. */
  noticed(): void {
    const { journal, world } = this.bank.state
    const last = journal.size - 1
    if (this.#worlds.has(last)) return
    this.#worlds.set(last, world)
    this.#worlds.delete(last - this.most - 1)
  }

  whole(): LiveMessage {
    const { state } = this.bank
    const from = this.#start()
    const isWhole = from.entries + from.requests === 0
    const walk = new Walk()
    if (isWhole) walk.open(state, bornWorld(state.world.settings))
    else walk.show(this.#worlds.get(from.entries - 1), state)
    const places = new Map<string, number>()
    for (const moment of momentsOf(state, from)) {
      places.set(nameOf(moment, from), walk.steps.length)
      walk.take(moment, state, (entry) => this.#worlds.get(entry))
    }
    this.#left = this.#leftOut(places)
    this.#places = places
    const left = `${this.#left} earlier steps are left out: a page that follows a bank shows its last ${this.most} entries.`
    const missing = [...this.#opened, ...(this.#left > 0 ? [left] : [])]
    const journal = isWhole ? journalOf(state) : null
    const bank = bankTraceOf(this.title, state, { walk, journal, missing }, from.requests)
    return { left: this.#left, bank, inForce: inForceOf(state.world) }
  }

  #start(): Start {
    const { state } = this.bank
    const { journal, requests } = state
    return keptFrom(state, { entries: journal.size - this.most, requests: requests.size - this.most })
  }

  /** Returns how many steps are left out now. As this number grows, a page lowers the number of its step, and so stays at that step. */
  #leftOut(places: Places): number {
    for (const [name, place] of places) {
      const before = this.#places.get(name)
      if (before !== undefined) return this.#left + before - place
    }
    return this.#left
  }
}

function nameOf({ request, entries }: Moment, { requests }: Start): string {
  return request === undefined ? `entry ${entries[0]?.number}` : `request ${requests + request}`
}
