/**
 * The schedule: the operations that are due later, as timers. Timers run by instant, then in the order in which they were set. Many share
 * one instant, such as those of a batch, so the timers of an instant are in one bucket.
 *
 * The buckets are in a treap: a search tree over instants, balanced by a hash of its keys, so that its shape depends only on its contents.
 * To add or remove takes time logarithmic in the number of instants.
 */
import { scramble } from './identity.ts'
import { Table } from './table.ts'
import type { Instant } from './time/instant.ts'

/** An operation that the clock performs at the instant of its bucket. `subject` is the slot of the record that the operation is about. */
export interface Timer {
  readonly operation: string
  readonly subject: number
}

/** The timers of one instant, in the order in which they were set. */
export interface Bucket {
  readonly at: Instant
  readonly timers: Table<Timer>
}

interface Node extends Bucket {
  readonly priority: number
  readonly before: Node | null
  readonly after: Node | null
}

/** An immutable schedule. It iterates over its buckets in order of time. JSON writes them, and `Schedule.from` reads them back. */
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

  first(): Bucket | undefined {
    let node = this.root
    while (node?.before) node = node.before
    return node ?? undefined
  }

  /** A schedule with one more timer, after all others of its instant. */
  set(at: Instant, timer: Timer): Schedule {
    return new Schedule(insert(this.root, at, timer))
  }

  withoutFirst(): Schedule {
    return this.root === null ? this : new Schedule(dropFirst(this.root))
  }

  /** The instants at which the timers of this schedule and of `before` differ, ascending. Shared nodes are skipped. */
  changesFrom(before: Schedule): Instant[] {
    const instants = new Set<Instant>()
    const compare = (node: Node | null, other: Schedule): void => {
      if (node === null) return
      const found = nodeAt(other.root, node.at)
      // Below a node that both trees have, all is the same.
      if (found === node) return
      if (found?.timers !== node.timers) instants.add(node.at)
      compare(node.before, other)
      compare(node.after, other)
    }
    compare(this.root, before)
    compare(before.root, this)
    return [...instants].sort((first, second) => first - second)
  }

  at(at: Instant): Table<Timer> | undefined {
    return nodeAt(this.root, at)?.timers
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

function nodeAt(root: Node | null, at: Instant): Node | null {
  let node = root
  while (node !== null && node.at !== at) node = at < node.at ? node.before : node.after
  return node
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

/** Returns the hash that balances the tree. If two instants have the same hash, the tree is less balanced, but still in order. */
function priorityOf(at: Instant): number {
  return scramble(scramble(at >>> 0) ^ Math.floor(at / 2 ** 32))
}
