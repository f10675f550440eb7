/** Questions on repeated requests, with the same key or the same clientIdentifier. (§2.3, §4, §8) */
import { idIn } from '../service/fields.ts'
import { make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { type KeyHeader, keyHeader } from './beforehand.ts'
import { boundaryOf } from './boundary.ts'
import { ask, differs, is, type Part, type Question, unknown, type VerdictOn } from './question.ts'
import { blockingNothing } from './restrictions.ts'

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
