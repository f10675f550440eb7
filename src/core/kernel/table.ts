/**
 * The persistent table: records by slot (0, 1, 2 …), immutable. Adding or replacing a record gives a new table
 * that shares all but one path of nodes with the old one, so that a snapshot of the world costs nothing and the
 * cost of a change does not grow with the table (log32). A slot is an identity for ever: the oldest records may be forgotten, which
 * moves the beginning of the table and no slot.
 *
 * Shape: a 32-way trie of full leaves, and a `tail` of at most 32 newest records that makes adding cheap. A node that lies wholly before
 * the beginning is `NONE`; such a record in a leaf is undefined. The shape depends on the contents and the beginning alone, so equal tables
 * are deeply equal.
 */
type Leaf<T> = readonly T[]
type Node<T> = readonly Node<T>[] | Leaf<T>

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1
const NONE: Node<never> = []

/** The JSON of a table whose oldest records are forgotten: the slot of the first kept record, and the kept records. */
export interface CutTable<T> {
  readonly first: number
  readonly records: readonly T[]
}

/** An immutable sequence of records, addressed by slot. JSON writes it as an array, or as a `CutTable`; `Table.from` reads it back. */
export class Table<T> implements Iterable<T> {
  static readonly empty: Table<never> = new Table<never>(0, 0, BITS, NONE, [])

  private constructor(
    /** The slot of the first kept record; as many records are forgotten. */
    readonly first: number,
    /** The number of records ever added; the slot of the next record. */
    readonly size: number,
    private readonly shift: number,
    private readonly root: Node<T>,
    private readonly tail: Leaf<T>,
  ) {}

  /** A table of the given records, in order, from the slot `first`. */
  static from<T>(records: Iterable<T>, first = 0): Table<T> {
    let table: Table<T> = first === 0 ? Table.empty : Table.of(first, [], first)
    for (const record of records) table = table.add(record)
    return table
  }

  /** A table whose records are all in its tail. Its trie is as high as any table of this size needs. */
  private static of<T>(first: number, tail: Leaf<T>, size: number): Table<T> {
    const start = tailStartOf(size)
    let shift = BITS
    while (start > 2 ** (shift + BITS)) shift += BITS
    const gone = Array.from<unknown>({ length: size - start - tail.length }) as T[]
    return new Table<T>(first, size, shift, NONE, [...gone, ...tail])
  }

  /** The record at `slot`, or undefined. */
  get(slot: number): T | undefined {
    if (slot < this.first || slot >= this.size) return undefined
    if (slot >= this.tailStart()) return this.tail[slot & MASK]
    let node: Node<T> = this.root
    for (let level = this.shift; level > 0; level -= BITS) {
      node = node[(slot >>> level) & MASK] as Node<T>
    }
    return node[slot & MASK] as T
  }

  /** The record at `slot`, which must be there: for slots that the world itself handed out. */
  at(slot: number): T {
    if (slot < this.first || slot >= this.size) {
      throw new RangeError(`Failed to read slot ${slot}: the table holds ${this.extent()}.`)
    }
    return this.get(slot) as T
  }

  /** A table with `record` in the next free slot, which is this table's `size`. */
  add(record: T): Table<T> {
    if (this.size - this.tailStart() < WIDTH) {
      // toSpliced, as a spread would reserve memory for more records.
      const tail = this.tail.toSpliced(this.tail.length, 0, record)
      return new Table(this.first, this.size + 1, this.shift, this.root, tail)
    }
    const leafIndex = this.size - WIDTH
    const isFull = leafIndex === 1 << (this.shift + BITS)
    const shift = isFull ? this.shift + BITS : this.shift
    if (this.first === this.size) return new Table(this.first, this.size + 1, shift, NONE, [record])
    const root = isFull ? [this.root as Node<T>] : this.root
    return new Table(this.first, this.size + 1, shift, place(root, shift, leafIndex, this.tail), [record])
  }

  /** A table in which `slot`, which must be there, holds `record`. */
  set(slot: number, record: T): Table<T> {
    if (slot < this.first || slot >= this.size) {
      throw new RangeError(`Failed to replace slot ${slot}: the table holds ${this.extent()}.`)
    }
    if (slot >= this.tailStart()) {
      const tail = this.tail.slice()
      tail[slot & MASK] = record
      return new Table(this.first, this.size, this.shift, this.root, tail)
    }
    return new Table(this.first, this.size, this.shift, replace(this.root, this.shift, slot, record), this.tail)
  }

  /** A table in which some fields of the record at `slot`, which must be there, are changed. */
  update(slot: number, changes: Partial<T>): Table<T> {
    return this.set(slot, { ...this.at(slot), ...changes })
  }

  /** A table without the records before the slot `before`. Their memory is free once no other table holds them. */
  forget(before: number): Table<T> {
    const first = Math.min(before, this.size)
    if (first <= this.first) return this
    const start = this.tailStart()
    if (first < start) {
      return new Table(first, this.size, this.shift, without(this.root, this.shift, first), this.tail)
    }
    return Table.of(first, this.tail.slice(first - start), this.size)
  }

  /** The slots at which this table and `before` differ, ascending. Shared nodes are skipped. */
  changesFrom(before: Table<T>): number[] {
    const slots: number[] = []
    const start = this.tailStart()
    if (this.root === before.root && start === before.tailStart()) differ(this.tail, before.tail, 0, start, slots)
    else {
      const shift = Math.max(this.shift, before.shift) + BITS
      differ(this.whole(shift), before.whole(shift), shift, 0, slots)
    }
    // Slots that neither table keeps may still differ in form (`NONE`, undefined): no change.
    return this.first + before.first === 0 ? slots : slots.filter((slot) => this.has(slot) || before.has(slot))
  }

  /** The records in slot order, from the slot `from`, or from the first kept one. */
  *from(from: number): Generator<T> {
    for (let slot = Math.max(from, this.first); slot < this.size; slot++) yield this.at(slot)
  }

  [Symbol.iterator](): Generator<T> {
    return this.from(this.first)
  }

  /** What JSON.stringify writes: the records as a plain array; with the slot of the first, where that is not 0. */
  toJSON(): T[] | CutTable<T> {
    return this.first === 0 ? [...this] : { first: this.first, records: [...this] }
  }

  private has(slot: number): boolean {
    return slot >= this.first && slot < this.size
  }

  /** The kept records, for a message. */
  private extent(): string {
    if (this.first === 0) return `${this.size} records`
    return `those from ${this.first} to ${this.size - 1}, and older ones are forgotten`
  }

  /** A trie of the greater height `shift`, with the tail in it. */
  private whole(shift: number): Node<T> {
    let root = this.root
    for (let level = this.shift; level < shift; level += BITS) root = [root as Node<T>]
    return place(root, shift, this.tailStart(), this.tail)
  }

  private tailStart(): number {
    return tailStartOf(this.size)
  }
}

/** The slot of the first record of the tail of a table of this size. */
function tailStartOf(size: number): number {
  return size === 0 ? 0 : ((size - 1) >>> BITS) << BITS
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
  // The nodes before it may be forgotten.
  while (copy.length < child) copy.push(NONE)
  copy[child] = level === BITS ? leaf : place(copy[child] ?? NONE, level - BITS, index, leaf)
  return copy
}

/** A copy of the path to the slot `first`, without the nodes and records before it. */
function without<T>(node: Node<T>, level: number, first: number): Node<T> {
  const child = (first >>> level) & MASK
  const copy = node.slice() as (Node<T> | T | undefined)[]
  copy.fill(level === 0 ? undefined : NONE, 0, child)
  const isWhole = (first & (2 ** level - 1)) === 0
  if (!isWhole) copy[child] = without(copy[child] as Node<T>, level - BITS, first)
  return copy as Node<T>
}

/** A copy of the path to `slot`, with the record put in. */
function replace<T>(node: Node<T>, level: number, slot: number, record: T): Node<T> {
  const copy = node.slice() as (Node<T> | T)[]
  const child = (slot >>> level) & MASK
  copy[child] = level === 0 ? record : replace(copy[child] as Node<T>, level - BITS, slot, record)
  return copy as Node<T>
}
