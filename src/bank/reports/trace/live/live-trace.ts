/**
 * The trace of a bank that goes on. It is made once, and then gets longer: the world after each entry is kept as it comes by, so that
 * nothing is done again. The last few moments stay open, as what comes may still belong to them: a request whose answer is under way, a
 * push that ends. Only so many steps are kept.
 */
import { bornWorld } from '../../../../core/birth.ts'
import type { World } from '../../../../core/world.ts'
import { exchangesOf } from '../../../shell/state/exchange.ts'
import { type Journal, journalOf } from '../../../shell/state/journal.ts'
import { type Keep, sizeOf } from '../../../shell/state/log.ts'
import type { State } from '../../../shell/state/shell.ts'
import { usesOf } from '../../assumption-uses.ts'
import { askedIn } from '../asked.ts'
import { paymentOf } from '../payments.ts'
import { findingsOf, type Known, requestOf, told } from '../requests.ts'
import { type Gone, goneOf, momentsOf } from '../sequence.ts'
import { Walk, worldsAlong } from '../steps.ts'
import type { LiveMessage, LiveMore, Step, TracedPayment, TracedRequest } from '../trace-data.ts'
import { withoutFirst } from './left-out.ts'

/** What is followed. */
export interface Followed {
  /** The present: another value as soon as anything was done. */
  readonly state: State
  readonly keeps: Keep
}

/** How much is kept. */
export interface LiveBounds {
  /** So many steps are shown; half as many more before the first ones are left out. */
  readonly steps: number
}

/** Behind so many moments nothing changes any more. */
const OPEN = 8
/** What made so many steps is time that went by, and nothing belongs to it. */
const MANY = 100
/** So many payments are explained at once: it runs the clock ahead. */
const EXPLAINED = 12

/** Where the open end begins. */
interface Mark extends Gone {
  readonly steps: number
  readonly world: World | undefined
  readonly waiting: ReadonlySet<number>
}

export class LiveTrace {
  #walk = new Walk()
  #mark: Mark = { entries: 0, requests: 0, steps: 0, world: undefined, waiting: new Set() }
  /** After the entry of a number, from that before the mark on. */
  readonly #worlds = new Map<number, World>()
  #requests: TracedRequest[] = []
  /** The number of the first request of the list. */
  #firstRequest = 0
  #payments: TracedPayment[] = []
  /** What each payment was when it was told of. */
  #toldOf: unknown[] = []
  #known: Known = { uses: [], findings: [] }
  #knownText = ''
  #missing: string[] = []
  #journalSize = 0
  #left = 0

  constructor(
    private readonly bank: Followed,
    private readonly bounds: LiveBounds,
  ) {
    this.begin()
  }

  /** To be called at each change, at once: the world of that moment is looked at. */
  noticed(): void {
    const { journal, world } = this.bank.state
    const last = sizeOf(journal) - 1
    if (!this.#worlds.has(last)) this.#worlds.set(last, world)
  }

  /** Begins anew, from what the bank keeps. */
  begin(): void {
    const { bank, bounds } = this
    const { state, keeps } = bank
    const gone = goneOf(state, keeps)
    const [entries, requests] = [sizeOf(state.journal), sizeOf(state.requests)]
    this.#walk = new Walk()
    this.#worlds.clear()
    this.#missing = []
    this.#left = 0
    this.#payments = []
    this.#toldOf = []
    const isShort = gone.entries + gone.requests === 0 && Math.max(entries, requests) <= bounds.steps
    const worlds = isShort ? worldsAlong(state, journalOf(state, keeps), this.#missing) : undefined
    if (worlds) {
      for (const [index, world] of worlds.entries()) this.#worlds.set(index - 1, world)
      this.#walk.open(state, bornWorld(state.world.settings))
      this.#firstRequest = 0
      this.#requests = []
      this.#mark = this.#markAt({ entries: 0, requests: 0 })
    } else this.#beginWithPresent(gone)
    this.#journalSize = worlds ? 1 : -1
    this.update()
  }

  /** The sentences of what was last, and the state as it is now: to find that of each step again would take too long. */
  #beginWithPresent(gone: Gone): void {
    const { state } = this.bank
    const [entries, requests] = [sizeOf(state.journal), sizeOf(state.requests)]
    const from = {
      entries: Math.max(gone.entries, entries - this.bounds.steps),
      requests: Math.max(gone.requests, requests - this.bounds.steps),
    }
    for (const moment of momentsOf(state, from)) this.#walk.take(moment, state, () => undefined)
    this.#walk.showPresent(state)
    this.#firstRequest = from.requests
    this.#requests = []
    this.#mark = this.#markAt({ entries, requests })
    this.#worlds.set(entries - 1, state.world)
    this.#missing.push(
      `Of what was before this page followed the bank it shows the last ${this.bounds.steps} entries, without the state at each step.`,
    )
  }

  #markAt({ entries, requests }: Gone): Mark {
    const { steps, world, follower } = this.#walk
    return { entries, requests, steps: steps.length, world, waiting: follower.waiting }
  }

  /** Comes up to date. @returns what is new; undefined where nothing is */
  update(): LiveMessage | undefined {
    const { state, keeps } = this.bank
    const gone = goneOf(state, keeps)
    if (gone.entries > this.#mark.entries || gone.requests > Math.max(this.#mark.requests, this.#firstRequest)) {
      // More was done at once than the bank keeps.
      this.begin()
      return this.whole()
    }
    const before = this.#walk.steps.slice(this.#mark.steps)
    const start = this.#mark.steps
    this.#goOn(state)
    const from = start + firstDifference(before, this.#walk.steps.slice(start))
    const { isOther, requests } = this.#updateRequests(state)
    const accounts = this.#walk.follower.accounts
    const payments = this.#updatePayments(state.world)
    const journal = this.#updateJournal(state)
    if (this.#trim()) return this.whole()
    if (isOther) return this.whole()
    const steps = this.#walk.steps.slice(from)
    if (steps.length + payments.length + requests[1].length === 0 && from === start + before.length) return undefined
    return { kind: 'more', from, steps, requests, accounts: [...accounts], payments, journal }
  }

  /** Everything. */
  whole(): LiveMessage {
    const { state, keeps } = this.bank
    const { settings } = state.world
    const isWhole = this.#journalSize >= 0
    return {
      kind: 'whole',
      left: this.#left,
      bank: {
        title: `A bank with seed ${settings.seed}`,
        seed: settings.seed,
        timeZone: settings.timeZone,
        missing: this.#missing,
        steps: this.#walk.steps,
        requests: this.#requests,
        ...told(this.#known),
        accounts: this.#walk.follower.accounts,
        payments: this.#payments,
        journal: isWhole ? (askedIn(journalOf(state, keeps)) ?? []).slice(0, this.#journalSize) : null,
      },
    }
  }

  /** Tells the open end again, and moves the mark on. */
  #goOn(state: State): void {
    const walk = this.#walk
    const { steps, world, waiting, ...from } = this.#mark
    walk.steps.length = steps
    walk.world = world
    walk.follower.backTo(waiting)
    const moments = momentsOf(state, from)
    let { entries, requests } = from
    for (const [index, moment] of moments.entries()) {
      const { exchange, request } = moment
      const length = walk.steps.length
      const number = request === undefined ? undefined : from.requests + request - this.#firstRequest
      walk.take({ ...moment, request: number }, state, (entry) => this.#worlds.get(entry))
      entries = Math.max(entries, (moment.entries.at(-1)?.number ?? -1) + 1)
      if (exchange) requests += 1
      const isSettled = index < moments.length - OPEN || walk.steps.length - length > MANY
      if (isSettled) this.#mark = this.#markAt({ entries, requests })
    }
    for (const entry of this.#worlds.keys()) if (entry < this.#mark.entries - 1) this.#worlds.delete(entry)
  }

  #updateRequests({ requests, ...rest }: State): { isOther: boolean; requests: [number, TracedRequest[]] } {
    const state = { ...rest, requests }
    const { keeps } = this.bank
    const exchanges = exchangesOf(requests, keeps, state.world.now)
    const gone = sizeOf(requests) - exchanges.length
    const isFew = exchanges.length <= this.bounds.steps
    const known = { uses: usesOf(state), findings: isFew ? findingsOf(state, keeps, []) : [] }
    const text = JSON.stringify(known)
    const isOther = text !== this.#knownText
    this.#known = known
    this.#knownText = text
    const from = isOther ? 0 : this.#requests.length
    const old = this.#requests.splice(from)
    const size = sizeOf(requests)
    for (let number = this.#firstRequest + from; number < size; number++) {
      const exchange = exchanges[number - gone]
      const last = old[number - this.#firstRequest - from]
      // What the bank keeps no more is still shown, without what nobody can find out about it again.
      if (exchange) this.#requests.push(requestOf(exchange, known))
      else if (last) this.#requests.push({ ...last, assumptions: [], findings: [] })
    }
    return { isOther, requests: [from, this.#requests.slice(from)] }
  }

  #updatePayments(world: World): [number, TracedPayment][] {
    let left = EXPLAINED
    const changed: [number, TracedPayment][] = []
    for (const [index, payment] of this.#walk.follower.payments.entries()) {
      const record = world.wires.payments.at(payment.slot)
      if (this.#toldOf[index] === record) continue
      this.#toldOf[index] = record
      const told = paymentOf(world, payment, left-- > 0)
      this.#payments[index] = told
      changed.push([index, told])
    }
    return changed
  }

  #updateJournal(state: State): LiveMore['journal'] {
    if (this.#journalSize < 0) return null
    const journal = journalOf(state, this.bank.keeps)
    const from = this.#journalSize
    this.#journalSize = journal.length
    return [from, askedIn(journal.slice(from) as unknown as Journal) ?? []]
  }

  /** Leaves the first steps out where there are too many. */
  #trim(): boolean {
    const { steps } = this.bounds
    const walk = this.#walk
    if (walk.steps.length <= steps * 1.5) return false
    const count = Math.min(walk.steps.length - steps, this.#mark.steps)
    if (count < 2) return false
    const kept = withoutFirst({ steps: walk.steps, requests: this.#requests }, count)
    walk.steps.splice(0, walk.steps.length, ...kept.steps)
    this.#firstRequest += this.#requests.length - kept.requests.length
    this.#requests = [...kept.requests]
    this.#mark = { ...this.#mark, steps: this.#mark.steps - count + 1 }
    this.#left += count - 1
    this.#journalSize = -1
    this.#missing = [
      `${this.#left} earlier steps are left out: a page that follows a bank shows about the last ${steps}.`,
    ]
    return true
  }
}

/** The place of the first step that is not as it was. */
function firstDifference(before: readonly Step[], after: readonly Step[]): number {
  const size = Math.min(before.length, after.length)
  for (let index = 0; index < size; index++) {
    if (JSON.stringify(before[index]) !== JSON.stringify(after[index])) return index
  }
  return size
}
