/**
 * The schedule of due operations. Timers are operations with a due time, in a total order: by instant, then by
 * the sequence in which they were set. Many timers share one instant (a batch, a review), so they lie in one bucket.
 *
 * A treap over instants: a search tree balanced by a hash of its keys, so its shape depends on the contents alone.
 * Persistent, as everything in the world is; setting and taking cost the logarithm of the distinct instants.
 */
import { scramble } from './identity.ts'
import { Table } from './table.ts'
import type { Instant } from './time/instant.ts'

/** An operation that runs by itself when the clock reaches its bucket's instant. `subject` is a slot of its kind's table. */
export interface Timer {
  readonly operation: string
  readonly subject: number
}

/** Everything due at one instant, in the order in which it was set. */
export interface Bucket {
  readonly at: Instant
  readonly timers: Table<Timer>
}

interface Node extends Bucket {
  readonly priority: number
  readonly before: Node | null
  readonly after: Node | null
}

/** An immutable agenda. Iterating gives its buckets in time order; JSON writes them, `Schedule.from` reads them back. */
export class Schedule implements Iterable<Bucket> {
  static readonly empty: Schedule = new Schedule(null)

  private constructor(private readonly root: Node | null) {}

  static from(buckets: Iterable<{ readonly at: Instant; readonly timers: Iterable<Timer> }>): Schedule {
    let schedule = Schedule.empty
    for (const { at, timers } of buckets) {
      for (const timer of timers) schedule = schedule.set(at, timer)
    }
    return schedule
  }

  /** The earliest bucket, or undefined when nothing is due. */
  first(): Bucket | undefined {
    let node = this.root
    while (node?.before) node = node.before
    return node ?? undefined
  }

  /** A schedule with one more timer, after all others of its instant. */
  set(at: Instant, timer: Timer): Schedule {
    return new Schedule(insert(this.root, at, timer))
  }

  /** A schedule without its earliest bucket. */
  withoutFirst(): Schedule {
    return this.root === null ? this : new Schedule(dropFirst(this.root))
  }

  /** The instants at which the timers of this schedule and of `before` differ, ascending. Shared nodes are skipped. */
  changesFrom(before: Schedule): Instant[] {
    const instants: Instant[] = []
    differ(this.root, before.root, instants)
    return instants
  }

  /** The timers at an instant, or undefined. */
  at(at: Instant): Table<Timer> | undefined {
    let node = this.root
    while (node !== null && node.at !== at) node = at < node.at ? node.before : node.after
    return node?.timers
  }

  *[Symbol.iterator](): Generator<Bucket> {
    yield* inOrder(this.root)
  }

  toJSON(): { at: Instant; timers: Table<Timer> }[] {
    return [...this].map(({ at, timers }) => ({ at, timers }))
  }
}

function insert(node: Node | null, at: Instant, timer: Timer): Node {
  if (node === null) {
    return { at, timers: Table.from([timer]), priority: priorityOf(at), before: null, after: null }
  }
  if (at === node.at) return { ...node, timers: node.timers.add(timer) }
  if (at < node.at) {
    const before = insert(node.before, at, timer)
    if (before.priority <= node.priority) return { ...node, before }
    return { ...before, after: { ...node, before: before.after } }
  }
  const after = insert(node.after, at, timer)
  if (after.priority <= node.priority) return { ...node, after }
  return { ...after, before: { ...node, after: after.before } }
}

function differ(own: Node | null, other: Node | null, instants: Instant[]): void {
  if (own === other) return
  // The root of both together is the one that comes first by priority; the other tree is split there.
  const root = own === null || (other !== null && other.priority > own.priority) ? (other as Node) : own
  const [ownBefore, ownHere, ownAfter] = split(own, root.at)
  const [otherBefore, otherHere, otherAfter] = split(other, root.at)
  differ(ownBefore, otherBefore, instants)
  if (ownHere !== otherHere) instants.push(root.at)
  differ(ownAfter, otherAfter, instants)
}

/** The parts of a tree before, at and after an instant. */
function split(node: Node | null, at: Instant): readonly [Node | null, Table<Timer> | undefined, Node | null] {
  if (node === null) return [null, undefined, null]
  if (node.at === at) return [node.before, node.timers, node.after]
  if (at < node.at) {
    const [before, here, after] = split(node.before, at)
    return [before, here, { ...node, before: after }]
  }
  const [before, here, after] = split(node.after, at)
  return [{ ...node, after: before }, here, after]
}

function dropFirst(node: Node): Node | null {
  return node.before === null ? node.after : { ...node, before: dropFirst(node.before) }
}

function* inOrder(node: Node | null): Generator<Bucket> {
  if (node === null) return
  yield* inOrder(node.before)
  yield node
  yield* inOrder(node.after)
}

/** No two instants within 2^53 share this priority often enough to matter: ties only cost balance, not order. */
function priorityOf(at: Instant): number {
  return scramble(scramble(at >>> 0) ^ Math.floor(at / 2 ** 32))
}
