/** Refuses to explain an id that is no payment, transaction or loan. Names the kind of record that has the id, and where to look. */
import { findSubledger } from '../../core/accounts/lookup.ts'
import { slotOfUuid } from '../../core/kernel/identity.ts'
import { isRejection, type Rejection, reject } from '../../core/rejection.ts'
import { streams } from '../../core/streams.ts'
import type { Reading } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'

type ReasonKind = readonly [has: (reading: Reading, id: string) => boolean, what: string, look: string]

const inTable =
  (stream: keyof typeof streams, tableOf: (world: World) => { readonly size: number }): ReasonKind[0] =>
  ({ world }, id) =>
    (slotOfUuid(world.settings.seed, streams[stream], id) ?? Number.POSITIVE_INFINITY) < tableOf(world).size

// biome-ignore format: read it as a table
const kinds: readonly ReasonKind[] = [
  [inTable('event', ({ webhooks }) => webhooks.events), 'the id of an event',
    'Read bank.webhooks.getEvent(id), and explain the payment that its resources name'],
  [inTable('registration', ({ webhooks }) => webhooks.registrations), 'the id of a webhook registration', 'Read bank.webhooks.get(id)'],
  [inTable('push', ({ webhooks }) => webhooks.pushes), 'the id of a push',
    'Find it in bank.pushes, and explain the payment that its notification names'],
  [inTable('restriction', ({ accounts }) => accounts.restrictions), 'the id of a restriction', 'Explain the transaction that it blocks'],
  [inTable('hold', ({ accounts }) => accounts.holds), 'the id of a hold', 'Read bank.holds.get(id)'],
  [inTable('fault', ({ faults }) => faults.injected), 'the id of a fault', 'Find it in bank.faults.list()'],
  [(reading, id) => !isRejection(findSubledger(reading, id, 'explain')), 'the number of an account',
    'Read bank.accounts.get(number), or explain one of its transactions'],
  [({ world }, given) => [...world.access.partners].some(({ id }) => id === given), 'the id of a partner', 'Read bank.partners.get(id)'],
]

const unknown = 'Take the id from the answer that created it, or from bank.wires.list()'

export function notExplained(reading: Reading, id: string): Rejection {
  const [, what, look = unknown] = kinds.find(([has]) => has(reading, id)) ?? []
  const fact = what === undefined ? 'no payment, transaction or loan has this id' : `this is ${what}`
  return reject(
    'payment_not_found',
    `Failed to explain "${id}": ${fact}, and only payments, transactions and loans are explained. ${look}. (§3)`,
  )
}
