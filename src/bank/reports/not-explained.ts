/** The refusal to explain an id that has no explanation: it names the kind of record that has the id, and where to look. */
import { findSubledger } from '../../core/accounts/lookup.ts'
import { slotOfUuid } from '../../core/kernel/identity.ts'
import { isRejection, type Rejection, reject } from '../../core/rejection.ts'
import { streams } from '../../core/streams.ts'
import type { Reading } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'

interface Kind {
  readonly stream: number
  readonly size: (world: World) => number
  readonly what: string
  readonly look: string
}

const kinds: readonly Kind[] = [
  {
    stream: streams.event,
    size: ({ webhooks }) => webhooks.events.size,
    what: 'an event',
    look: 'Read bank.webhooks.getEvent(id), and explain the payment that its resources name',
  },
  {
    stream: streams.registration,
    size: ({ webhooks }) => webhooks.registrations.size,
    what: 'a webhook registration',
    look: 'Read bank.webhooks.get(id)',
  },
  {
    stream: streams.push,
    size: ({ webhooks }) => webhooks.pushes.size,
    what: 'a push',
    look: 'Find it in bank.pushes, and explain the payment that its notification names',
  },
  {
    stream: streams.restriction,
    size: ({ accounts }) => accounts.restrictions.size,
    what: 'a restriction',
    look: 'Explain the transaction that it blocks',
  },
  {
    stream: streams.hold,
    size: ({ accounts }) => accounts.holds.size,
    what: 'a hold',
    look: 'Read bank.holds.get(id)',
  },
  {
    stream: streams.fault,
    size: ({ faults }) => faults.injected.size,
    what: 'a fault',
    look: 'Find it in bank.faults.list()',
  },
]

export function notExplained(reading: Reading, id: string): Rejection {
  const { world } = reading
  const { seed } = world.settings
  const known = kinds.find(
    ({ stream, size }) => (slotOfUuid(seed, stream, id) ?? Number.POSITIVE_INFINITY) < size(world),
  )
  const isAccount = !isRejection(findSubledger(reading, id, 'explain'))
  const isPartner = world.access.partners.size > 0 && [...world.access.partners].some((partner) => partner.id === id)
  const account = isAccount
    ? ['the number of an account', 'Read bank.accounts.get(number), or explain one of its transactions']
    : undefined
  const partner = isPartner ? ['the id of a partner', 'Read bank.partners.get(id)'] : undefined
  const [what, look] = (known && [`the id of ${known.what}`, known.look]) ?? account ?? partner ?? []
  const fact = what === undefined ? 'no payment, transaction or loan has this id' : `this is ${what}`
  return reject(
    'payment_not_found',
    `Failed to explain "${id}": ${fact}, and payments, transactions and loans are explained. ${look ?? 'Take the id from the answer that created it, or from bank.wires.list()'}. (§3)`,
  )
}
