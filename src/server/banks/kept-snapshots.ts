/** Snapshots that stay in the server: a client restores one by its id, and need not send it. Only the newest hundred are kept. */
import type { Snapshot } from '../../bank/shell/state/snapshot.ts'

const MOST = 100

export class KeptSnapshots {
  readonly #snapshots = new Map<string, Snapshot>()
  #next = 1

  /** Returns the id of the snapshot. */
  keep(snapshot: Snapshot): string {
    const id = String(this.#next++)
    this.#snapshots.set(id, snapshot)
    const [oldest] = this.#snapshots.keys()
    if (this.#snapshots.size > MOST && oldest !== undefined) this.#snapshots.delete(oldest)
    return id
  }

  find(id: string): Snapshot | undefined {
    return this.#snapshots.get(id)
  }

  /** Oldest first. */
  get ids(): string[] {
    return [...this.#snapshots.keys()]
  }
}
