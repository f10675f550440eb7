/** Snapshots that a test has written to: with the checksum of what they hold now, so that what else is checked is seen. */
// The source itself, as nobody else can seal a snapshot.
import { checksumOf } from '../../src/bank/shell/state/snapshot.ts'

/** What JSON.parse gave of a snapshot, and somebody changed, as if a bank had written it so. */
export function sealed<State extends object>(state: State): State {
  const { checksum: _, ...content } = state as State & { checksum?: unknown }
  return { checksum: checksumOf(content), ...content } as unknown as State
}
