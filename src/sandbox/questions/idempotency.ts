/** Questions on repeated requests with the same key. (§4) */
import { Inconclusive } from '../service/inconclusive.ts'
import { make, removeMade } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isAccepted } from '../service/traffic.ts'
import { ask, differs, is, type Part } from './question.ts'
import { blockingNothing } from './restrictions.ts'

/** The usual names of the header for idempotency keys. The first is the published one. */
const usualHeaders = [
  ...['idempotency-key', 'x-idempotency-key', 'idempotency-id'],
  ...['request-id', 'x-request-id', 'x-correlation-id'],
]

interface KeyHeader {
  readonly name: string
  /** The status of the answer to a repeated request, if the service refuses repeats. */
  readonly refusal?: number
}

/** A header with a new key, which is long enough to be unique, and short enough for most services. */
const newKey = (service: Service, name: string): Record<string, string> => ({
  [name]: `${Math.floor(service.now()).toString(36)}${service.session.newNumber()}`,
})

const place = (service: Service, headers: Record<string, string>, body = blockingNothing(service)) =>
  make(service, 'restriction', body, headers)

/** Finds the header for keys. @throws {Inconclusive} if no usual header works */
async function keyHeader(service: Service): Promise<KeyHeader> {
  try {
    const request = blockingNothing(service)
    const [first, again] = [await place(service, {}, request), await place(service, {}, request)]
    if (first.id === undefined) throw new Inconclusive(`placing a restriction was answered ${first.status}`)
    if (first.id === again.id)
      throw new Inconclusive('a repeated request was answered with the first record, even without a key')
    for (const name of usualHeaders) {
      const [key, body] = [newKey(service, name), blockingNothing(service)]
      const [one, two] = [await place(service, key, body), await place(service, key, body)]
      if (one.id !== undefined && !isAccepted(two, 'a repeated request')) return { name, refusal: two.status }
      if (one.id !== undefined && two.id === one.id) return { name }
    }
    throw new Inconclusive(
      `no repeated request was answered with the first record, whichever header had the key: ${usualHeaders.join(', ')}. If yours is another, give it to createBank: assume: { 'idempotency.header': … }`,
    )
  } finally {
    await removeMade(service)
  }
}

const repeatOf = ({ name, refusal }: KeyHeader) =>
  `with the same key in ${name}, a repeated request ${refusal === undefined ? 'got the first answer again' : `was answered ${refusal}`}`

export const idempotency = {
  'idempotency.header': ask<'idempotency.header'>({
    scope: 'create',
    how: 'places a restriction twice with the same key, and tries all usual headers for the key',
    async of(service) {
      const header = await service.once(keyHeader)
      return is(header.name, repeatOf(header))
    },
  }),
  'idempotency.changedBody': ask<'idempotency.changedBody'>({
    scope: 'create',
    how: 'places two different restrictions with one key',
    async of(service) {
      const header = await service.once(keyHeader)
      if (header.refusal !== undefined) throw new Inconclusive(repeatOf(header))
      const key = newKey(service, header.name)
      const [first, other] = [await place(service, key), await place(service, key)]
      const seen = `a different body with the same key was answered ${other.status}`
      if (!isAccepted(other, 'a different body with the same key')) return is('refused', seen)
      if (other.id === first.id) return differs(`${seen}, with the first record`)
      return is('processed', `${seen}, with a new record`)
    },
  }),
} satisfies Part
