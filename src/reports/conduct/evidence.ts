/** The evidence in a bank: its request log and its pushes, as one state keeps them. (§4, §6) */
import { takeNotes } from '../../core/assumptions/notes.ts'
import { readingOf } from '../../core/turn.ts'
import { pushRecord } from '../../core/webhooks/push-record.ts'
import type { World } from '../../core/world.ts'
import type { HttpExchange } from '../../shell/exchange.ts'
import type { Evidence } from './finding.ts'

/** What a world and the requests to it tell of the conduct of its partners. */
export function evidenceOf(world: World, exchanges: readonly HttpExchange[]): Evidence {
  const { assume } = readingOf(world, { kind: 'internal' }, takeNotes('conduct'))
  return {
    exchanges,
    pushes: Array.from({ length: world.webhooks.pushes.size }, (_, slot) => pushRecord(world, slot)),
    idempotencyHeader: assume('idempotency.header'),
  }
}
