/** What a service makes of a request that comes again with its key. (§4, §8) */
import type { Probe, Tell } from '../../probe.ts'
import { whileRestricted } from '../accounts/spare-restrictions.ts'
import { boundaryOf } from '../boundary.ts'
import { textIn } from '../field.ts'
import { headerOf, IdempotencyKeys, type KeyHeader, usualHeaders } from './idempotency-keys.ts'
import { refusalsAgain } from './idempotent-refusals.ts'
import { retention } from './idempotent-retention.ts'
import type { Keyed } from './keyed.ts'

const FOUND = 'the header is one of the usual ones, and a key is remembered at all'

export const idempotencyProbes: readonly Probe[] = [
  {
    name: 'idempotency keys',
    scope: 'create',
    needs: ['accountNumber'],
    how: 'places restrictions twice with one key: the same, others, by another call, both at once, and again after days',
    tells: {
      'idempotency.header': FOUND,
      'idempotency.keyLength': FOUND,
      'idempotency.changedBody': FOUND,
      'idempotency.scope': `${FOUND}; a restriction can be changed`,
      'idempotency.underWay': 'the service answers two calls at once',
      'idempotency.refusals': `${FOUND}; a second registration for an event is refused`,
      'idempotency.retentionDays': `${FOUND}, and forgotten within maxWait`,
    },
    run: (service, tell) =>
      whileRestricted(service, async (restrictions) => {
        const request = restrictions.request()
        const [first, again] = [await restrictions.place(request), await restrictions.place(request)]
        if (first.id === undefined) return unknownOfAll(tell, `a restriction was answered ${first.status}`)
        if (first.id === again.id) return unknownOfAll(tell, 'the same request was not done twice, even without a key')
        const keys = new IdempotencyKeys(service)
        const header = await headerOf(restrictions, keys)
        if (header === undefined) {
          return unknownOfAll(
            tell,
            `no repeat got the first answer again with a key in any of ${usualHeaders.join(', ')}`,
          )
        }
        if (header.refusal !== undefined) {
          const seen = `with a key in ${header.name} a repeat was answered ${header.refusal}`
          tell.is('idempotency.header', header.name, seen)
          tell.differs('idempotency.scope', seen)
          return unknownOfAll(tell, `${seen}, where a first answer could have come again`)
        }
        tell.is('idempotency.header', header.name, `with a key in ${header.name} a repeat got the first answer again`)
        const newKey = (length = header.length) => ({ [header.name]: keys.ofLength(length) })
        await shortly(tell, { service, restrictions, newKey }, header)
        await retention(tell, { service, restrictions, newKey })
      }),
  },
]

function unknownOfAll(tell: Tell, why: string): void {
  for (const id of ['idempotency.header', 'idempotency.keyLength', 'idempotency.changedBody'] as const)
    tell.unknown(id, why)
  for (const id of ['idempotency.scope', 'idempotency.underWay', 'idempotency.refusals'] as const) tell.unknown(id, why)
  tell.unknown('idempotency.retentionDays', why)
}

/** What needs no waiting. */
async function shortly(tell: Tell, keyed: Keyed, { name }: KeyHeader): Promise<void> {
  await changedBody(tell, keyed)
  await otherCall(tell, keyed)
  await bothAtOnce(tell, keyed)
  await refusalsAgain(tell, keyed)
  const { restrictions, newKey } = keyed
  const range = { preset: 50, least: 1, most: 1_001 }
  const { last, isOpen } = await boundaryOf(
    async (length) => (await restrictions.place(restrictions.request(), newKey(length))).isDone,
    range,
  )
  if (isOpen) tell.differs('idempotency.keyLength', `a key of ${range.most} characters was accepted`)
  else if (last === null) tell.unknown('idempotency.keyLength', `not every key in ${name} was accepted`)
  else tell.is('idempotency.keyLength', last, `a key of ${last} characters was accepted, one of ${last + 1} refused`)
}

async function changedBody(tell: Tell, { restrictions, newKey }: Keyed): Promise<void> {
  const key = newKey()
  const first = await restrictions.place(restrictions.request(), key)
  const other = await restrictions.place(restrictions.request(), key)
  const seen = `another body with the same key was answered ${other.status}`
  if (other.id === undefined) tell.is('idempotency.changedBody', 'refused', seen)
  else if (other.id === first.id) tell.differs('idempotency.changedBody', `${seen}, with what the first one made`)
  else tell.is('idempotency.changedBody', 'processed', `${seen}, with a record of its own`)
}

/** Changes a restriction with the body and the key that it was placed with, after it was changed to something else. */
async function otherCall(tell: Tell, { service, restrictions, newKey }: Keyed): Promise<void> {
  const [key, request] = [newKey(), restrictions.request()]
  const { id, status } = await restrictions.place(request, key)
  if (id === undefined) return tell.unknown('idempotency.scope', `a restriction was answered ${status}, without an id`)
  const parameters = { accountNumber: service.accountNumber, id }
  const body = { ...request, notes: 'changed' }
  const changed = await service.ask('updateRestriction', { parameters, body })
  if (!changed.isDone) return tell.unknown('idempotency.scope', `a restriction is changed with ${changed.status}`)
  const back = await service.ask('updateRestriction', { parameters, body: request, headers: key })
  const { body: now } = await service.ask('getRestriction', { parameters })
  const seen = `another call with the same key and body was answered ${back.status}`
  if (back.isDone && textIn(now, 'notes') === request['notes']) tell.agrees('idempotency.scope', `${seen}, and done`)
  else tell.differs('idempotency.scope', `${seen}, and not done`)
}

async function bothAtOnce(tell: Tell, { restrictions, newKey }: Keyed): Promise<void> {
  const [key, request] = [newKey(), restrictions.request()]
  const place = () => restrictions.place(request, key)
  // Neither is left under way, as what it places must be removed.
  const [one, other] = await Promise.allSettled([place(), place()])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  const [first, second] = [one.value, other.value]
  const statuses = `two at once were answered ${first.status} and ${second.status}`
  if (first.isDone !== second.isDone) {
    if ([first.status, second.status].includes(409)) tell.agrees('idempotency.underWay', statuses)
    else tell.differs('idempotency.underWay', statuses)
  } else if (first.id !== second.id) tell.differs('idempotency.underWay', `${statuses}, and both were done`)
  else tell.unknown('idempotency.underWay', `${statuses}: the first was done before the second came`)
}
