/** Shards: each machine makes one part of the runs with two changes (pairs), and all runs with one change, from which pairs follow. */
import { UsageError } from '../../core/errors.ts'
import { hashText } from '../../core/kernel/identity.ts'
import { type Change, nameOf } from '../changes/change.ts'

/** The number of clean runs with which each exploration begins, even if it makes only a shard. */
export const CLEAN_RUNS = 2

/** Reads a shard such as `3/8`; without a text, it has all runs. @throws {UsageError} if the text is not a part and a number of parts */
export function shardFrom(text: string | undefined) {
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(text ?? '1/1') ?? []).map(Number)
  if (part < 1 || part > parts) {
    throw new UsageError(`Failed to explore the shard "${text}": it must be a part of a whole, such as "3/8".`)
  }
  return {
    part,
    parts,
    isMine: (changes: readonly Change[]): boolean => {
      const isShared = changes.length < 2 && changes[0]?.kind !== 'sample'
      // The runs that extend a pair belong to the shard of the pair, because no other shard knows of them.
      return isShared || hashText(nameOf(changes.slice(0, 2))) % parts === part - 1
    },
  }
}
