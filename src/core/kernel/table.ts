/**
 * An immutable table: records by slot (0, 1, 2 …). Adding or replacing a record gives a new table that shares all but one path of nodes
 * with the old one. So a snapshot of the world costs nothing, and the cost of a change hardly grows with the table (it is log32 of the
 * size). A record keeps its slot for ever: if the oldest records are forgotten, the table begins at a higher slot, and no record moves.
 *
 * The table is a 32-way trie of full leaves, and a `tail` of the newest records, at most 32, which makes adding cheap. The place of a record
 * in them is its slot less the first slot. So the shape depends only on the records, and equal tables are deeply equal.
 */
type Leaf<T> = readonly T[]
type Node<T> = readonly Node<T>[] | Leaf<T>

const BITS = 5
const WIDTH = 1 << BITS
const MASK = WIDTH - 1
const NONE: Node<never> = []

/** An immutable sequence of records, addressed by slot. JSON writes it as an array, or as `{ first, records }` if older records are forgotten. */
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
    let table: Table<T> = first === 0 ? Table.empty : new Table<T>(first, first, BITS, NONE, [])
    for (const record of records) table = table.add(record)
    return table
  }

  get(slot: number): T | undefined {
    if (!this.has(slot)) return undefined
    const place = slot - this.first
    if (place >= this.tailStart) return this.tail[place & MASK]
    let node: Node<T> = this.root
    for (let level = this.shift; level > 0; level -= BITS) {
      node = node[(place >>> level) & MASK] as Node<T>
    }
    return node[place & MASK] as T
  }

  /** Throws if no record is at `slot`: use it only for slots that the world itself handed out. */
  at(slot: number): T {
    this.assertHas(slot, 'read')
    return this.get(slot) as T
  }

  /** Returns a table with `record` in the next free slot, which is the `size` of this table. */
  add(record: T): Table<T> {
    const { first, size, tailStart } = this
    const count = size - first
    if (count - tailStart < WIDTH) {
      // This uses toSpliced because a spread would reserve memory for more records.
      const tail = this.tail.toSpliced(this.tail.length, 0, record)
      return new Table(first, size + 1, this.shift, this.root, tail)
    }
    const isFull = tailStart === 1 << (this.shift + BITS)
    const shift = isFull ? this.shift + BITS : this.shift
    const root = isFull ? [this.root as Node<T>] : this.root
    return new Table(first, size + 1, shift, put(root, shift, tailStart, this.tail, BITS), [record])
  }

  /** Returns a table in which `slot`, which must exist, holds `record`. */
  set(slot: number, record: T): Table<T> {
    this.assertHas(slot, 'replace')
    const place = slot - this.first
    if (place >= this.tailStart) {
      const tail = this.tail.slice()
      tail[place & MASK] = record
      return new Table(this.first, this.size, this.shift, this.root, tail)
    }
    return new Table(this.first, this.size, this.shift, put(this.root, this.shift, place, record, 0), this.tail)
  }

  update(slot: number, changes: Partial<T>): Table<T> {
    return this.set(slot, { ...this.at(slot), ...changes })
  }

  /** Returns a table without the records before the slot `before`. It takes time in proportion to the records that stay. */
  forget(before: number): Table<T> {
    const first = Math.min(before, this.size)
    return first <= this.first ? this : Table.from(this.from(first), first)
  }

  /** The slots at which this table and `before` differ, ascending. Shared nodes are skipped. */
  changesFrom(before: Table<T>): number[] {
    const slots: number[] = []
    if (this.first !== before.first) {
      const last = Math.max(this.size, before.size)
      for (let slot = Math.min(this.first, before.first); slot < last; slot++) {
        if (this.get(slot) !== before.get(slot)) slots.push(slot)
      }
      return slots
    }
    if (this.root === before.root && this.tailStart === before.tailStart)
      differ(this.tail, before.tail, 0, this.first + this.tailStart, slots)
    else {
      const shift = Math.max(this.shift, before.shift) + BITS
      differ(this.whole(shift), before.whole(shift), shift, this.first, slots)
    }
    return slots
  }

  /** Iterates over the records in order of slots, from the slot `from` on. Forgotten records are left out. */
  *from(from: number): Generator<T> {
    for (let slot = Math.max(from, this.first); slot < this.size; slot++) yield this.at(slot)
  }

  [Symbol.iterator](): Generator<T> {
    return this.from(this.first)
  }

  toJSON(): T[] | { first: number; records: T[] } {
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

  /** The place of the first record of the tail. */
  private get tailStart(): number {
    return this.size === this.first ? 0 : ((this.size - this.first - 1) >>> BITS) << BITS
  }

  /** Returns the trie with the tail in it, raised to the height `shift`. That height must be greater than the present one. */
  private whole(shift: number): Node<T> {
    let root = this.root
    for (let level = this.shift; level < shift; level += BITS) root = [root as Node<T>]
    return put(root, shift, this.tailStart, this.tail, BITS)
  }
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

/** Copies the path to `place`, and puts `item` at its end: a leaf that begins with this place if `at` is `BITS`, a record if `at` is 0. */
function put<T>(node: Node<T>, level: number, place: number, item: Leaf<T> | T, at: number): Node<T> {
  const copy = node.slice() as (Node<T> | T)[]
  const child = (place >>> level) & MASK
  copy[child] = level === at ? item : put((copy[child] ?? NONE) as Node<T>, level - BITS, place, item, at)
  return copy as Node<T>
}
