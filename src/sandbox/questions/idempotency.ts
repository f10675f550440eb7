/** Questions on repeated requests, with the same key or the same clientIdentifier. (§2.3, §4, §8) */
import { idIn, textIn } from '../service/fields.ts'
import { make, markOf, surelyRemove } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { type KeyHeader, keyHeader } from './beforehand.ts'
import { boundaryOf } from './boundary.ts'
import { agreesIf, ask, differs, hidden, is, type Part, type Question, unknown, type VerdictOn } from './question.ts'
import { blockingNothing } from './restrictions.ts'
import { freeQuietNames, registrationFor } from './webhooks/registering.ts'

const FOUND = 'the service remembers keys, and reads them from one of the usual headers'

const LONGEST_KEY = 1_001

type KeyId = `idempotency.${'keyLength' | 'changedBody' | 'scope' | 'underWay' | 'refusals'}`

const placing = { scope: 'create', when: FOUND } as const

/** A question that needs to know the header for keys. */
const keyed = <Id extends KeyId>(question: {
  readonly how: string
  readonly when?: string
  of(service: Service, header: KeyHeader): Promise<VerdictOn<Id>>
  /** The verdict for a service that refuses repeats; by default `unknown`. */
  refusing?(seen: string): VerdictOn<Id>
}): Question<Id> =>
  ask({
    ...placing,
    ...question,
    async of(service) {
      const header = await service.once(keyHeader)
      const { of, refusing = unknown } = question
      return header.refusal === undefined ? await of(service, header) : refusing(repeatOf(header))
    },
  })

const repeatOf = ({ name, refusal }: KeyHeader) =>
  `with the same key in ${name}, a repeated request ${refusal === undefined ? 'got the first answer again' : `was answered ${refusal}`}`

const place = (service: Service, headers: Record<string, string>, body = blockingNothing(service)) =>
  make(service, 'restriction', body, headers)

export const idempotency = {
  'idempotency.header': ask({
    ...placing,
    how: 'places a restriction twice with the same key, and tries all usual headers for the key',
    async of(service) {
      const header = await service.once(keyHeader)
      return is(header.name, repeatOf(header))
    },
  }),
  'idempotency.keyLength': keyed({
    how: 'places restrictions with longer and longer keys, each twice',
    async of(service, { name, newKey }) {
      const range = { preset: 50, least: 1, most: LONGEST_KEY }
      const forgotten: number[] = []
      const accepts = async (length: number) => {
        const [key, body] = [newKey(length), blockingNothing(service)]
        const first = await place(service, key, body)
        // A service that accepts a key but does not remember it makes a second record.
        if (first.isDone && (await place(service, key, body)).id !== first.id) forgotten.push(length)
        return first.isDone
      }
      const { last, isOpen } = await boundaryOf(accepts, range)
      const [unkept] = forgotten.sort((one, other) => one - other)
      if (unkept !== undefined)
        return differs(`a key of ${unkept} characters was accepted, but a repeat with it made a second record`)
      if (isOpen) return differs(`a key of ${LONGEST_KEY} characters was accepted`)
      if (last === null) return unknown(`even the shortest key in ${name} was refused`)
      return is(last, `a key of ${last} characters was accepted, and one of ${last + 1} was refused`)
    },
  }),
  'idempotency.changedBody': keyed({
    how: 'places two different restrictions with one key',
    async of(service, { newKey }) {
      const key = newKey()
      const [first, other] = [await place(service, key), await place(service, key)]
      const seen = `a different body with the same key was answered ${other.status}`
      if (other.id === undefined) return is('refused', seen)
      if (other.id === first.id) return differs(`${seen}, with the first record`)
      return is('processed', `${seen}, with a new record`)
    },
  }),
  'idempotency.scope': keyed({
    how: 'places a restriction with a key, changes the restriction, and changes it back; the last request has the body and the key of the first',
    when: `${FOUND}; a restriction can be changed`,
    async of(service, { newKey }) {
      const [key, request] = [newKey(), blockingNothing(service)]
      const { id } = await place(service, key, request)
      const parameters = { accountNumber: service.accountNumber, id }
      const changed = await service.ask('updateRestriction', { parameters, body: { ...request, notes: 'changed' } })
      if (!changed.isDone) return unknown(`changing a restriction was answered ${changed.status}`)
      const readAs = async (notes: unknown) => {
        const read = async () => textIn(await service.read('getRestriction', parameters), 'notes')
        return (await service.untilShown(read, (now) => now === notes)) === notes
      }
      if (!(await readAs('changed'))) return unknown('no read shows that a restriction was changed')
      const back = await service.ask('updateRestriction', { parameters, body: request, headers: key })
      const isDone = back.isDone && (await readAs(request['notes']))
      const seen = `another call with the same key and body was answered ${back.status}`
      return agreesIf(isDone, `${seen}, and it ${isDone ? 'changed' : 'did not change'} the restriction`)
    },
    refusing: differs,
  }),
  'idempotency.underWay': keyed({
    how: 'sends the same request for a restriction twice at the same time, with one key',
    when: 'the service works on two calls at the same time',
    async of(service, { newKey }) {
      const [key, request] = [newKey(), blockingNothing(service)]
      const both = [place(service, key, request), place(service, key, request)] as const
      // Waits for both, because both records must be removed.
      await Promise.allSettled(both)
      const [first, second] = await Promise.all(both)
      const seen = `two requests at the same time were answered ${first.status} and ${second.status}`
      if (first.isDone !== second.isDone) return agreesIf([first.status, second.status].includes(409), seen)
      if (first.id !== second.id) return differs(`${seen}, and each placed a restriction`)
      return unknown(`${seen}: perhaps the first had ended before the second came`)
    },
  }),
  'idempotency.refusals': keyed({
    how: 'registers twice for an event; if the second registration is refused, removes the first and repeats the second request with its key',
    when: `${FOUND}; a second registration for an event is refused`,
    async of(service, { newKey }) {
      const [name] = await freeQuietNames(service)
      if (name === undefined) return unknown('each event name that could be tried has a registration already')
      const [key, body] = [newKey(), registrationFor(service, name)]
      const register = (headers = {}) => make(service, 'registration', body, headers)
      const first = await register()
      if (first.id === undefined)
        return unknown(`a first registration was answered ${first.status}, or the answer has no id`)
      const second = await register(key)
      if (second.isDone) return unknown('a second registration for an event is not refused')
      await surelyRemove(service, 'registration', first.id)
      const third = await register(key)
      const seen = `a second registration was refused with ${second.status}; after the first was removed, a repeated request was answered ${third.status}`
      return agreesIf(third.isDone, seen)
    },
  }),
  'idempotency.retentionDays': hidden(
    'a service remembers keys for days, and calibrate does not wait that long: assume what your bank told you',
  ),
  'idempotency.otherClientIdentifiers': ask({
    ...placing,
    how: 'requests the same transfer of one minor unit from an account to itself twice, with one clientIdentifier',
    scope: 'money',
    when: 'a transfer from an account to itself is recorded, even if only as rejected',
    async of(service) {
      const { accountNumber: number } = service
      const accounts = { debitAccountNumber: number, creditAccountNumber: number }
      const body = { ...accounts, amount: 1, clientIdentifier: markOf(service) }
      const first = await service.ask('transferFunds', { body })
      const second = await service.ask('transferFunds', { body })
      const seen = `two transfers with one clientIdentifier were answered ${first.status} and ${second.status}`
      const id = idIn(first.body)
      if (!first.isDone || id === undefined) return unknown(seen)
      if (!second.isDone) return differs(seen)
      if (id === idIn(second.body)) return is('replayed', `${seen}, with the same record`)
      return is('ignored', `${seen}, with different records`)
    },
  }),
} satisfies Part
