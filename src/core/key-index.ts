/**
 * The persistent index from a text to a slot, for texts that cannot be turned back into their slot: idempotency keys,
 * clientIdentifiers, tokens, loan ids. UUIDs and account numbers are permutations of theirs and need none (identity.ts).
 *
 * A hash trie, 16 ways at each level; keys are added or pointed elsewhere, never removed.
 */
import { hashText } from './hash.ts'

interface Entry {
  readonly key: string
  readonly slot: number
}
type Branch = readonly (Branch | Entry | undefined)[]

const BITS = 4
const MASK = (1 << BITS) - 1

/** An immutable map from texts to slots. JSON writes its entries; `KeyIndex.from` reads them back. */
export class KeyIndex implements Iterable<readonly [string, number]> {
  static readonly empty: KeyIndex = new KeyIndex([])

  private constructor(private readonly root: Branch) {}

  /** An index of the given entries; of two with one key the later stands. */
  static from(entries: Iterable<readonly [string, number]>): KeyIndex {
    let index = KeyIndex.empty
    for (const [key, slot] of entries) index = index.set(key, slot)
    return index
  }

  /** The slot that `key` points to, or undefined. */
  get(key: string): number | undefined {
    let node: Branch | Entry | undefined = this.root
    for (let depth = 0; isBranch(node); depth++) node = node[digit(key, depth)]
    return node?.key === key ? node.slot : undefined
  }

  /** An index in which `key` points to `slot`. */
  set(key: string, slot: number): KeyIndex {
    return new KeyIndex(insert(this.root, 0, { key, slot }))
  }

  *[Symbol.iterator](): Generator<readonly [string, number]> {
    yield* entriesOf(this.root)
  }

  /** The entries, in an order that depends on the keys alone. */
  toJSON(): (readonly [string, number])[] {
    return [...this]
  }
}

function insert(branch: Branch, depth: number, entry: Entry): Branch {
  const copy = Array.from({ length: MASK + 1 }, (_, index) => branch[index])
  const index = digit(entry.key, depth)
  const there = copy[index]
  if (there === undefined || (!isBranch(there) && there.key === entry.key)) copy[index] = entry
  else copy[index] = insert(isBranch(there) ? there : insert([], depth + 1, there), depth + 1, entry)
  return copy
}

/** The hash digit that decides at `depth`; every eight levels the key is hashed afresh, so that no two keys collide for ever. */
function digit(key: string, depth: number): number {
  return (hashText(key, depth >>> 3) >>> ((depth & 7) * BITS)) & MASK
}

function isBranch(node: Branch | Entry | undefined): node is Branch {
  return Array.isArray(node)
}

function* entriesOf(branch: Branch): Generator<readonly [string, number]> {
  for (const node of branch) {
    if (isBranch(node)) yield* entriesOf(node)
    else if (node !== undefined) yield [node.key, node.slot]
  }
}
