/** The log of a run: its points in order, and a fingerprint that is equal for runs that went the same way. */
import { attempt } from '../../core/kernel/attempt.ts'
import { combine, hashText } from '../../core/kernel/identity.ts'
import type { Instant } from '../../core/kernel/time/instant.ts'
import type { Point, PointKind } from '../changes/change-kinds.ts'

/** After this many calls with the same outcome, further ones are repeats. The second call still shows the effect of repeating. */
const ALIKE = 2

/** Instants in a text. They are left out when calls are compared, because a delay moves all later instants. */
const INSTANT = /\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?/g
/** What else may differ between repeats of a call: a time as a number, or a token. */
const CLOCK = /\b\d{13}\b/g
const TOKEN = /"access_token":"[^"]*"/g

export const withoutInstants = (text: string): string => text.replace(INSTANT, '')

export class RunLog {
  readonly points: { -readonly [Name in keyof Point]: Point[Name] }[] = []
  readonly #counts: { [Kind in PointKind]: number } = { request: 0, push: 0, payment: 0, store: 0 }
  /** How often a call was made with the same outcome. */
  readonly #alike = new Map<string, number>()
  #news = 0
  /** The ways that the partner's code has gone. A way is a call site with the outcome of the call. */
  readonly #ways = new Set<string>()
  #newWayAt: Instant = 0
  #longestPause = 0
  readonly #reached = new Set<string>()
  #announced = ''
  #first = 0
  #second = 1

  constructor(private readonly now: () => Instant) {}

  add(kind: PointKind, label: string, facts: Partial<Point> = {}): number {
    const nth = ++this.#counts[kind]
    if (kind === 'push' || kind === 'payment') this.#noteNews(`${kind} ${nth}`)
    const announced = this.#announced
    this.#announced = ''
    this.points.push({ kind, nth, label, at: this.now(), announced, ...facts })
    return nth
  }

  /** Records that the partner's code got to a place. The next point has its name. */
  reach(name: string): void {
    this.#reached.add(name)
    this.#announced += ` ${name}`
    this.#noteNews(name)
    this.note(name)
  }

  /** The places that the partner's code got to. */
  get reached(): ReadonlySet<string> {
    return this.#reached
  }

  /** While this count stays the same, the partner's code only repeats itself. */
  get news(): number {
    return this.#news
  }

  /** The longest time between two new ways. */
  get longestPause(): number {
    return this.#longestPause
  }

  countOf(kind: PointKind): number {
    return this.#counts[kind]
  }

  /** Adds facts to the fingerprint: what the partner's code caused or learnt. Runs with the same facts go on in the same way. */
  note(...facts: readonly unknown[]): void {
    for (const fact of facts) this.#hash(factText(fact))
  }

  /** Like `note`, for a call. A call that equals two earlier ones is marked as a repeat. */
  noteCall(kind: PointKind, nth: number, facts: readonly unknown[], isOfToken = false): void {
    const text = facts.map(factText).join('\n')
    const timeless = withoutInstants(text)
    this.#hash(text)
    const what = hashText(timeless)
    const key = `${kind} ${timeless.replace(CLOCK, '').replace(TOKEN, '')}`
    const before = this.#alike.get(key) ?? 0
    this.#alike.set(key, before + 1)
    const isRepeat = before >= ALIKE
    const { label, path = key, outcome } = this.mark(kind, nth, isRepeat ? { what, isRepeat } : { what })
    if (!isRepeat) this.#news++
    // Code renews its token for ever, so calls for a token are never a new way.
    if (!isOfToken) this.#noteWay(`${kind} ${label} ${path} ${outcome}`)
  }

  #noteNews(way: string): void {
    this.#news++
    this.#noteWay(way)
  }

  #noteWay(way: string): void {
    if (this.#ways.has(way)) return
    if (this.#ways.size > 0) this.#longestPause = Math.max(this.#longestPause, this.quietFor)
    this.#ways.add(way)
    this.#newWayAt = this.now()
  }

  /** Milliseconds since the partner's code went a way that it had not gone before. */
  get quietFor(): number {
    return this.now() - this.#newWayAt
  }

  mark(kind: PointKind, nth: number, facts: Partial<Point>): Partial<Point> {
    const point = this.points.findLast((each) => each.kind === kind && each.nth === nth)
    return Object.assign(point ?? {}, facts)
  }

  get fingerprint(): string {
    return `${this.points.length}/${this.#first.toString(36)}/${this.#second.toString(36)}`
  }

  /** Different runs practically never agree in both hashes. */
  #hash(text: string): void {
    this.#first = combine(this.#first, hashText(text))
    this.#second = combine(this.#second, hashText(text, 1))
  }
}

function factText(fact: unknown): string {
  if (typeof fact === 'string' || typeof fact === 'number') return String(fact)
  // Calls of a store may hold values that JSON does not know.
  return attempt(() => JSON.stringify(fact) ?? '') ?? String(fact)
}
