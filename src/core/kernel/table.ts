/**
 * The persistent table: records by slot (0, 1, 2 …), immutable. Adding or replacing a record gives a new table
 * that shares all but one path of nodes with the old one, so that a snapshot of the world costs nothing and the
 * cost of a change does not grow with the table (log32). Records are never removed; a slot is an identity for ever.
 *
 * Shape: a 32-way trie of full leaves, and a `tail` of at most 32 newest records that makes adding cheap.
 * The shape depends on the contents alone, so equal tables are deeply equal.
 */
type Leaf<T> = readonly T[]
type Node<T> = readonly Node<T>[] | Leaf<T>

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1
const NONE: Node<never> = []

/** An immutable sequence of records, addressed by slot. JSON writes it as an array; `Table.from` reads it back. */
export class Table<T> implements Iterable<T> {
  static readonly empty: Table<never> = new Table<never>(0, BITS, [], [])

  private constructor(
    /** How many records the table holds; the slot that the next record gets. */
    readonly size: number,
    private readonly shift: number,
    private readonly root: Node<T>,
    private readonly tail: Leaf<T>,
  ) {}

  /** A table of the given records, in order. */
  static from<T>(records: Iterable<T>): Table<T> {
    let table: Table<T> = Table.empty
    for (const record of records) table = table.add(record)
    return table
  }

  /** The record at `slot`, or undefined where there is none. */
  get(slot: number): T | undefined {
    if (slot < 0 || slot >= this.size) return undefined
    if (slot >= this.tailStart()) return this.tail[slot & MASK]
    let node: Node<T> = this.root
    for (let level = this.shift; level > 0; level -= BITS) {
      node = node[(slot >>> level) & MASK] as Node<T>
    }
    return node[slot & MASK] as T
  }

  /** The record at `slot`, which must be there: for slots that the world itself handed out. */
  at(slot: number): T {
    if (slot < 0 || slot >= this.size) {
      throw new RangeError(`Failed to read slot ${slot}: the table holds ${this.size} records.`)
    }
    return this.get(slot) as T
  }

  /** A table with `record` in the next free slot, which is this table's `size`. */
  add(record: T): Table<T> {
    if (this.size - this.tailStart() < WIDTH) {
      // toSpliced, as a spread would reserve memory for more records.
      return new Table(this.size + 1, this.shift, this.root, this.tail.toSpliced(this.tail.length, 0, record))
    }
    const leafIndex = this.size - WIDTH
    const isFull = leafIndex === 1 << (this.shift + BITS)
    const shift = isFull ? this.shift + BITS : this.shift
    const root = isFull ? [this.root as Node<T>] : this.root
    return new Table(this.size + 1, shift, place(root, shift, leafIndex, this.tail), [record])
  }

  /** A table in which `slot`, which must be there, holds `record`. */
  set(slot: number, record: T): Table<T> {
    if (slot < 0 || slot >= this.size) {
      throw new RangeError(`Failed to replace slot ${slot}: the table holds ${this.size} records.`)
    }
    if (slot >= this.tailStart()) {
      const tail = this.tail.slice()
      tail[slot & MASK] = record
      return new Table(this.size, this.shift, this.root, tail)
    }
    return new Table(this.size, this.shift, replace(this.root, this.shift, slot, record), this.tail)
  }

  /** A table in which some fields of the record at `slot`, which must be there, are changed. */
  update(slot: number, changes: Partial<T>): Table<T> {
    return this.set(slot, { ...this.at(slot), ...changes })
  }

  /** The slots at which this table and `before` differ, ascending. What the two share is not looked at. */
  changesFrom(before: Table<T>): number[] {
    const slots: number[] = []
    const start = this.tailStart()
    if (this.root === before.root && start === before.tailStart()) differ(this.tail, before.tail, 0, start, slots)
    else {
      const shift = Math.max(this.shift, before.shift) + BITS
      differ(this.whole(shift), before.whole(shift), shift, 0, slots)
    }
    return slots
  }

  /** The records in slot order, beginning with slot `from`. */
  *from(from: number): Generator<T> {
    for (let slot = from; slot < this.size; slot++) yield this.at(slot)
  }

  [Symbol.iterator](): Generator<T> {
    return this.from(0)
  }

  /** The records as a plain array: what JSON.stringify writes. */
  toJSON(): T[] {
    return [...this]
  }

  /** A trie of the height `shift`, above that of this table, which holds the tail too. */
  private whole(shift: number): Node<T> {
    let root = this.root
    for (let level = this.shift; level < shift; level += BITS) root = [root as Node<T>]
    return place(root, shift, this.tailStart(), this.tail)
  }

  private tailStart(): number {
    return this.size === 0 ? 0 : ((this.size - 1) >>> BITS) << BITS
  }
}

/** Notes the slots at which two nodes of one place differ; a node may be missing. */
function differ<T>(own: Node<T>, other: Node<T>, level: number, from: number, slots: number[]): void {
  if (own === other) return
  const width = Math.max(own.length, other.length)
  for (let child = 0; child < width; child++) {
    const slot = from + (child << level)
    if (level > 0) differ((own[child] ?? NONE) as Node<T>, (other[child] ?? NONE) as Node<T>, level - BITS, slot, slots)
    else if (own[child] !== other[child] || child >= own.length || child >= other.length) slots.push(slot)
  }
}

/** A copy of the path to the leaf that holds `index`, with the leaf put in. */
function place<T>(node: Node<T>, level: number, index: number, leaf: Leaf<T>): Node<T> {
  const copy = node.slice() as Node<T>[]
  const child = (index >>> level) & MASK
  copy[child] = level === BITS ? leaf : place(copy[child] ?? [], level - BITS, index, leaf)
  return copy
}

/** A copy of the path to `slot`, with the record put in. */
function replace<T>(node: Node<T>, level: number, slot: number, record: T): Node<T> {
  const copy = node.slice() as (Node<T> | T)[]
  const child = (slot >>> level) & MASK
  copy[child] = level === 0 ? record : replace(copy[child] as Node<T>, level - BITS, slot, record)
  return copy as Node<T>
}
