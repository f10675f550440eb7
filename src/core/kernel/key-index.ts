/**
 * An immutable index from a text to a slot, for texts from which the slot cannot be computed: idempotency keys, clientIdentifiers, tokens,
 * loan ids. UUIDs and account numbers are permutations of their slots and need no index (identity.ts).
 *
 * It is a hash trie with 16 branches at each level. A key can be added, and can be set to another slot, but is never removed.
 */
import { hashText } from './identity.ts'

interface Entry {
  readonly key: string
  readonly slot: number
}
type Branch = readonly (Branch | Entry | undefined)[]
type Hash = number

const BITS = 4
const MASK = (1 << BITS) - 1
const EMPTY: Branch = Array.from({ length: MASK + 1 }, () => undefined)

/** An immutable map from texts to slots. JSON writes its entries; `KeyIndex.from` reads them back. */
export class KeyIndex implements Iterable<readonly [string, number]> {
  static readonly empty: KeyIndex = new KeyIndex(EMPTY)

  private constructor(private readonly root: Branch) {}

  /** If two entries have the same key, the later one is kept. */
  static from(entries: Iterable<readonly [string, number]>): KeyIndex {
    let index = KeyIndex.empty
    for (const [key, slot] of entries) index = index.set(key, slot)
    return index
  }

  get(key: string): number | undefined {
    let node: Branch | Entry | undefined = this.root
    let hash = 0
    for (let depth = 0; isBranch(node); depth++) {
      hash = hashAt(key, depth, hash)
      node = node[digit(hash, depth)]
    }
    return node?.key === key ? node.slot : undefined
  }

  set(key: string, slot: number): KeyIndex {
    return new KeyIndex(insert(this.root, 0, { key, slot }, 0))
  }

  /** The keys that do not have the same slot in this index and in `before`. Shared nodes are skipped. */
  changesFrom(before: KeyIndex): string[] {
    const keys = new Set<string>()
    differ(this.root, before.root, keys)
    return [...keys].filter((key) => this.get(key) !== before.get(key))
  }

  *[Symbol.iterator](): Generator<readonly [string, number]> {
    yield* entriesOf(this.root)
  }

  /** The entries, in an order that depends on the keys alone. */
  toJSON(): (readonly [string, number])[] {
    return [...this]
  }
}

function insert(branch: Branch, depth: number, entry: Entry, above: Hash): Branch {
  const hash = hashAt(entry.key, depth, above)
  const index = digit(hash, depth)
  const there = branch[index]
  const copy = branch.slice()
  if (there === undefined || (!isBranch(there) && there.key === entry.key)) copy[index] = entry
  else {
    const below = depth + 1
    const child = isBranch(there) ? there : insert(EMPTY, below, there, hashText(there.key, below >>> 3))
    copy[index] = insert(child, below, entry, hash)
  }
  return copy
}

/**
 * Returns the hash whose digit decides at `depth`; `above` is the hash of the level above. Every eight levels the key is hashed anew, so
 * that two keys cannot collide at all levels.
 */
function hashAt(key: string, depth: number, above: Hash): Hash {
  return (depth & 7) === 0 ? hashText(key, depth >>> 3) : above
}

function digit(hash: Hash, depth: number): number {
  return (hash >>> ((depth & 7) * BITS)) & MASK
}

function isBranch(node: Branch | Entry | undefined): node is Branch {
  return Array.isArray(node)
}

/** Collects the keys of the entries that two nodes in the same place do not share. */
function differ(own: Branch | Entry | undefined, other: Branch | Entry | undefined, keys: Set<string>): void {
  if (own === other) return
  if (isBranch(own) && isBranch(other)) {
    for (let index = 0; index <= MASK; index++) differ(own[index], other[index], keys)
    return
  }
  for (const node of [own, other]) {
    if (isBranch(node)) for (const [key] of entriesOf(node)) keys.add(key)
    else if (node !== undefined) keys.add(node.key)
  }
}

function* entriesOf(branch: Branch): Generator<readonly [string, number]> {
  for (const node of branch) {
    if (isBranch(node)) yield* entriesOf(node)
    else if (node !== undefined) yield [node.key, node.slot]
  }
}
