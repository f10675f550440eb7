/** Wires that a restriction is to stop: whether it did, and what becomes of those that were asked for after it was seen to. (§2.8) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import { type WireRecord, wireIn } from '../../wire-records.ts'
import { readUntil, withdraw } from './reading.ts'

const isEnded = ({ status }: WireRecord) => ['Completed', 'Rejected', 'Canceled'].includes(String(status))

/**
 * How long a wire took to be Rejected, in milliseconds. It is withdrawn where it is not.
 *
 * @throws {Inconclusive} where it was not, or not within maxWait
 */
export async function rejected(service: Service, id: string): Promise<number> {
  try {
    const { record, at } = await readUntil(service, id, isEnded)
    const { status } = record
    if (status === 'Rejected') {
      service.untrack(id)
      return at
    }
    throw new Inconclusive(`a wire that a restriction should have stopped is ${String(status)}`)
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    await settled(service, [id], 0)
    throw new Inconclusive(
      `no larger wire is asked for before a restriction is seen to stop the smallest: ${error.message}`,
    )
  }
}

/** Lets the service reject wires, in the time that it takes, and withdraws those that it has not: as far as it can be done. */
export async function settled(service: Service, ids: readonly string[], review: number): Promise<void> {
  try {
    if (ids.length > 0 && review <= service.waitLeft) await service.wait(review)
    for (const id of ids) {
      const { body } = await service.ask('getWire', { parameters: { id } })
      const record = wireIn(body)
      if (record?.['status'] === 'Rejected') service.untrack(id)
      else if (record === undefined || !isEnded(record)) await withdraw(service, id)
    }
  } catch (error) {
    // A wire that could not be withdrawn stays a leftover.
    if (!(error instanceof Inconclusive)) throw error
  }
}
