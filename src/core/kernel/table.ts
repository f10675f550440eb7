/**
 * An immutable table: records by slot (0, 1, 2 …). Adding or replacing a record gives a new table that shares all but one path of nodes
 * with the old one. So a snapshot of the world costs nothing, and the cost of a change hardly grows with the table (it is log32 of the
 * size). A record keeps its slot for ever: if the oldest records are forgotten, the table begins at a higher slot, and no record moves.
 *
 * The table is a 32-way trie of full leaves, and a `tail` of the newest records, at most 32, which makes adding cheap. A node whose records
 * are all forgotten is `NONE`; in a leaf, a forgotten record is undefined. The shape depends only on the records and the first slot,
 * so equal tables are deeply equal.
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
    /** The slot of the first kept record, which is also the number of forgotten records. */
    readonly first: number,
    /** The number of records ever added; the slot of the next record. */
    readonly size: number,
    private readonly shift: number,
    private readonly root: Node<T>,
    private readonly tail: Leaf<T>,
  ) {}

  static from<T>(records: Iterable<T>, first = 0): Table<T> {
    let table: Table<T> = first === 0 ? Table.empty : Table.of(first, [], first)
    for (const record of records) table = table.add(record)
    return table
  }

  /** Makes a table whose kept records are all in its tail. Its trie has the height that any table of this size has. */
  private static of<T>(first: number, tail: Leaf<T>, size: number): Table<T> {
    const start = tailStartOf(size)
    let shift = BITS
    while (start > 2 ** (shift + BITS)) shift += BITS
    const gone = Array.from<unknown>({ length: size - start - tail.length }) as T[]
    return new Table<T>(first, size, shift, NONE, [...gone, ...tail])
  }

  get(slot: number): T | undefined {
    if (!this.has(slot)) return undefined
    if (slot >= tailStartOf(this.size)) return this.tail[slot & MASK]
    let node: Node<T> = this.root
    for (let level = this.shift; level > 0; level -= BITS) {
      node = node[(slot >>> level) & MASK] as Node<T>
    }
    return node[slot & MASK] as T
  }

  /** Throws if no record is at `slot`: use it only for slots that the world itself handed out. */
  at(slot: number): T {
    this.assertHas(slot, 'read')
    return this.get(slot) as T
  }

  /** Returns a table with `record` in the next free slot, which is the `size` of this table. */
  add(record: T): Table<T> {
    if (this.size - tailStartOf(this.size) < WIDTH) {
      // This uses toSpliced because a spread would reserve memory for more records.
      const tail = this.tail.toSpliced(this.tail.length, 0, record)
      return new Table(this.first, this.size + 1, this.shift, this.root, tail)
    }
    const leafIndex = this.size - WIDTH
    const isFull = leafIndex === 1 << (this.shift + BITS)
    const shift = isFull ? this.shift + BITS : this.shift
    if (this.first === this.size) return new Table(this.first, this.size + 1, shift, NONE, [record])
    const root = isFull ? [this.root as Node<T>] : this.root
    return new Table(this.first, this.size + 1, shift, place(root, shift, leafIndex, this.tail, BITS), [record])
  }

  /** Returns a table in which `slot`, which must exist, holds `record`. */
  set(slot: number, record: T): Table<T> {
    this.assertHas(slot, 'replace')
    if (slot >= tailStartOf(this.size)) {
      const tail = this.tail.slice()
      tail[slot & MASK] = record
      return new Table(this.first, this.size, this.shift, this.root, tail)
    }
    return new Table(this.first, this.size, this.shift, place(this.root, this.shift, slot, record, 0), this.tail)
  }

  update(slot: number, changes: Partial<T>): Table<T> {
    return this.set(slot, { ...this.at(slot), ...changes })
  }

  /** Returns a table without the records before the slot `before`. Their memory is freed when no other table holds them. */
  forget(before: number): Table<T> {
    const first = Math.min(before, this.size)
    if (first <= this.first) return this
    const start = tailStartOf(this.size)
    if (first < start) {
      return new Table(first, this.size, this.shift, without(this.root, this.shift, first), this.tail)
    }
    return Table.of(first, this.tail.slice(first - start), this.size)
  }

  /** The slots at which this table and `before` differ, ascending. Shared nodes are skipped. */
  changesFrom(before: Table<T>): number[] {
    const slots: number[] = []
    const start = tailStartOf(this.size)
    if (this.root === before.root && start === tailStartOf(before.size)) differ(this.tail, before.tail, 0, start, slots)
    else {
      const shift = Math.max(this.shift, before.shift) + BITS
      differ(this.whole(shift), before.whole(shift), shift, 0, slots)
    }
    // A slot that neither table keeps may be `NONE` in one table and undefined in the other. That is no change.
    return this.first + before.first === 0 ? slots : slots.filter((slot) => this.has(slot) || before.has(slot))
  }

  /** Iterates over the records in order of slots, from the slot `from` on. Forgotten records are left out. */
  *from(from: number): Generator<T> {
    for (let slot = Math.max(from, this.first); slot < this.size; slot++) yield this.at(slot)
  }

  [Symbol.iterator](): Generator<T> {
    return this.from(this.first)
  }

  toJSON(): T[] | CutTable<T> {
    return this.first === 0 ? [...this] : { first: this.first, records: [...this] }
  }

  private has(slot: number): boolean {
    return slot >= this.first && slot < this.size
  }

  private assertHas(slot: number, verb: string): void {
    if (this.has(slot)) return
    const kept =
      this.first === 0
        ? `${this.size} records`
        : `records ${this.first} to ${this.size - 1}, and older ones are forgotten`
    throw new RangeError(`Failed to ${verb} slot ${slot}: the table holds ${kept}.`)
  }

  /** Returns the trie with the tail in it, raised to the height `shift`. That height must be greater than the present one. */
  private whole(shift: number): Node<T> {
    let root = this.root
    for (let level = this.shift; level < shift; level += BITS) root = [root as Node<T>]
    return place(root, shift, tailStartOf(this.size), this.tail, BITS)
  }
}

/** The slot of the first record of the tail of a table of this size. */
function tailStartOf(size: number): number {
  return size === 0 ? 0 : ((size - 1) >>> BITS) << BITS
}

/** Collects the slots at which two nodes in the same place differ. A missing node is `NONE`. */
function differ<T>(own: Node<T>, other: Node<T>, level: number, from: number, slots: number[]): void {
  if (own === other) return
  const width = Math.max(own.length, other.length)
  for (let child = 0; child < width; child++) {
    const slot = from + (child << level)
    if (level > 0) differ((own[child] ?? NONE) as Node<T>, (other[child] ?? NONE) as Node<T>, level - BITS, slot, slots)
    else if (own[child] !== other[child] || child >= own.length || child >= other.length) slots.push(slot)
  }
}

/** Copies the path to `slot`, and puts `item` at its end: a leaf that begins with this slot if `at` is `BITS`, a record if `at` is 0. */
function place<T>(node: Node<T>, level: number, slot: number, item: Leaf<T> | T, at: number): Node<T> {
  const copy = node.slice() as (Node<T> | T)[]
  const child = (slot >>> level) & MASK
  // If earlier nodes are forgotten, `NONE` takes their places.
  while (copy.length < child) copy.push(NONE)
  copy[child] = level === at ? item : place((copy[child] ?? NONE) as Node<T>, level - BITS, slot, item, at)
  return copy as Node<T>
}

/** Copies the path to the slot `first`, without the nodes and records before it. */
function without<T>(node: Node<T>, level: number, first: number): Node<T> {
  const child = (first >>> level) & MASK
  const copy = node.slice() as (Node<T> | T | undefined)[]
  copy.fill(level === 0 ? undefined : NONE, 0, child)
  const isWhole = (first & (2 ** level - 1)) === 0
  if (!isWhole) copy[child] = without(copy[child] as Node<T>, level - BITS, first)
  return copy as Node<T>
}
