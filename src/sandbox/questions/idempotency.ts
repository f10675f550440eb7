/** What a service makes of a request that comes again, with its key or its clientIdentifier. (§2.3, §4, §8) */
import { idIn, textIn } from '../service/fields.ts'
import { isRemoved, make, markOf, remove } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { boundaryOf } from './boundary.ts'
import { type KeyHeader, keyHeader } from './idempotency-keys.ts'
import {
  agreesIf,
  ask,
  differs,
  hidden,
  is,
  type OfPart,
  type Questions,
  story,
  unknown,
  type VerdictOn,
} from './question.ts'
import { spareRestriction } from './restrictions.ts'
import { freeQuietNames, registrationFor } from './webhooks/registrations.ts'
import { blockedWires } from './wires/stopping.ts'

const FOUND = 'the header is one of the usual ones, and a key is remembered at all'

export const idempotency: Questions<OfPart<'idempotency'>> = {
  ...story(
    {
      'idempotency.header': FOUND,
      'idempotency.keyLength': FOUND,
      'idempotency.changedBody': FOUND,
      'idempotency.scope': `${FOUND}; a restriction can be changed`,
      'idempotency.underWay': 'the service answers two calls at once',
      'idempotency.refusals': `${FOUND}; a second registration for an event is refused`,
    },
    {
      how: 'places restrictions twice with one key: the same, others, by another call, and both at once',
      scope: 'create',
      needs: ['accountNumber'],
      async *tell(service) {
        const header = await service.once(keyHeader)
        const { name, refusal } = header
        const repeat = `with a key in ${name} a repeat`
        if (refusal !== undefined) {
          const seen = `${repeat} was answered ${refusal}`
          yield { 'idempotency.header': is(name, seen), 'idempotency.scope': differs(seen) }
          const why = unknown(`${seen}, where a first answer could have come again`)
          return yield {
            'idempotency.keyLength': why,
            'idempotency.changedBody': why,
            'idempotency.underWay': why,
            'idempotency.refusals': why,
          }
        }
        yield { 'idempotency.header': is(name, `${repeat} got the first answer again`) }
        yield { 'idempotency.changedBody': await changedBody(service, header) }
        yield { 'idempotency.scope': await otherCall(service, header) }
        yield { 'idempotency.underWay': await bothAtOnce(service, header) }
        yield { 'idempotency.refusals': await refusalAgain(service, header) }
        yield { 'idempotency.keyLength': await longestKey(service, header) }
      },
    },
  ),
  'idempotency.retentionDays': hidden(
    'a key is remembered for days, and none are waited for: assume what you were told',
  ),
  'idempotency.clientIdentifier': blockedWires['idempotency.clientIdentifier'],
  'idempotency.otherClientIdentifiers': ask({
    how: 'asks twice for a transfer of one minor unit from an account to itself, with one clientIdentifier',
    scope: 'money',
    needs: ['accountNumber'],
    when: 'a transfer from an account to itself is recorded, if only as rejected',
    async of(service) {
      const number = service.accountNumber
      const body = {
        debitAccountNumber: number,
        creditAccountNumber: number,
        amount: 1,
        clientIdentifier: markOf(service),
      }
      const [first, second] = [
        await service.ask('transferFunds', { body }),
        await service.ask('transferFunds', { body }),
      ]
      const id = idIn(first.body)
      if (!first.isDone || id === undefined) return unknown(`such a transfer was answered ${first.status}`)
      if (!second.isDone) return differs(`the second transfer was answered ${second.status}`)
      if (id === idIn(second.body)) return is('replayed', 'the second was answered with the first')
      return is('ignored', 'two transfers were recorded')
    },
  }),
}

type OfKey<Name extends string> = Promise<VerdictOn<Extract<OfPart<'idempotency'>, `idempotency.${Name}`>>>

const place = (service: Service, headers: Record<string, string>, body = spareRestriction(service)) =>
  make(service, 'restriction', body, headers)

async function changedBody(service: Service, { newKey }: KeyHeader): OfKey<'changedBody'> {
  const key = newKey()
  const first = await place(service, key)
  const other = await place(service, key)
  const seen = `another body with the same key was answered ${other.status}`
  if (other.id === undefined) return is('refused', seen)
  if (other.id === first.id) return differs(`${seen}, with what the first one made`)
  return is('processed', `${seen}, with a record of its own`)
}

/** Changes a restriction with the body and the key that it was placed with, after it was changed to something else. */
async function otherCall(service: Service, { newKey }: KeyHeader): OfKey<'scope'> {
  const [key, request] = [newKey(), spareRestriction(service)]
  const { id, status } = await place(service, key, request)
  if (id === undefined) return unknown(`a restriction was answered ${status}, without an id`)
  const parameters = { accountNumber: service.accountNumber, id }
  const changed = await service.ask('updateRestriction', { parameters, body: { ...request, notes: 'changed' } })
  if (!changed.isDone) return unknown(`a restriction is changed with ${changed.status}`)
  const back = await service.ask('updateRestriction', { parameters, body: request, headers: key })
  const now = await service.read('getRestriction', parameters)
  const seen = `another call with the same key and body was answered ${back.status}`
  const isDone = back.isDone && textIn(now, 'notes') === request['notes']
  return agreesIf(isDone, `${seen}, and ${isDone ? 'done' : 'not done'}`)
}

async function bothAtOnce(service: Service, { newKey }: KeyHeader): OfKey<'underWay'> {
  const [key, request] = [newKey(), spareRestriction(service)]
  // Neither is left under way, as what it places must be removed.
  const [one, other] = await Promise.allSettled([place(service, key, request), place(service, key, request)])
  if (one.status === 'rejected') throw one.reason
  if (other.status === 'rejected') throw other.reason
  const [first, second] = [one.value, other.value]
  const seen = `two at once were answered ${first.status} and ${second.status}`
  if (first.isDone !== second.isDone) return agreesIf([first.status, second.status].includes(409), seen)
  if (first.id !== second.id) return differs(`${seen}, and both were done`)
  return unknown(`${seen}: the first was done before the second came`)
}

/** Whether a refusal is given again to a repeat whose cause is mended: a registration for an event that has one. */
async function refusalAgain(service: Service, { newKey }: KeyHeader): OfKey<'refusals'> {
  if (service.credentials.partnerId === undefined) return unknown('credentials.partnerId was not given')
  const [name] = await freeQuietNames(service)
  if (name === undefined) return unknown('each name that could be tried has a registration already')
  const key = newKey()
  const register = (headers = {}) => make(service, 'registration', registrationFor(service, name), headers)
  const first = await register()
  if (first.id === undefined) return unknown(`a registration was answered ${first.status}, or has no id`)
  const second = await register(key)
  if (second.isDone) return unknown('a second registration for an event is not refused')
  if (!isRemoved(await remove(service, 'registration', first.id))) {
    return unknown('the first registration could not be removed')
  }
  const third = await register(key)
  const seen = `a registration was refused with ${second.status}; once there was no other, its repeat was answered ${third.status}`
  return agreesIf(third.isDone, seen)
}

const LONGEST_KEY = 1_001

async function longestKey(service: Service, { name, newKey }: KeyHeader): OfKey<'keyLength'> {
  const range = { preset: 50, least: 1, most: LONGEST_KEY }
  const { last, isOpen } = await boundaryOf(async (length) => (await place(service, newKey(length))).isDone, range)
  if (isOpen) return differs(`a key of ${LONGEST_KEY} characters was accepted`)
  if (last === null) return unknown(`not every key in ${name} was accepted`)
  return is(last, `a key of ${last} characters was accepted, one of ${last + 1} refused`)
}
