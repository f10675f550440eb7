/** Questions on repeated requests with the same key. (§4) */
import { Inconclusive } from '../service/inconclusive.ts'
import { make } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { type KeyHeader, keyHeader } from './beforehand.ts'
import { ask, differs, is, type Part } from './question.ts'
import { blockingNothing } from './restrictions.ts'

const placing = {
  scope: 'create',
  when: 'the service remembers keys, and reads them from one of the usual headers',
} as const

const repeatOf = ({ name, refusal }: KeyHeader) =>
  `with the same key in ${name}, a repeated request ${refusal === undefined ? 'got the first answer again' : `was answered ${refusal}`}`

/** @throws {Inconclusive} if the service refuses repeats instead of giving its first answer again */
async function rememberingHeader(service: Service): Promise<KeyHeader> {
  const header = await service.once(keyHeader)
  if (header.refusal !== undefined) throw new Inconclusive(repeatOf(header))
  return header
}

const place = (service: Service, headers: Record<string, string>, body = blockingNothing(service)) =>
  make(service, 'restriction', body, headers)

export const idempotency = {
  'idempotency.header': ask<'idempotency.header'>({
    ...placing,
    how: 'places a restriction twice with the same key, and tries all usual headers for the key',
    async of(service) {
      const header = await service.once(keyHeader)
      return is(header.name, repeatOf(header))
    },
  }),
  'idempotency.changedBody': ask<'idempotency.changedBody'>({
    ...placing,
    how: 'places two different restrictions with one key',
    async of(service) {
      const key = (await rememberingHeader(service)).newKey()
      const [first, other] = [await place(service, key), await place(service, key)]
      const seen = `a different body with the same key was answered ${other.status}`
      if (other.id === undefined) return is('refused', seen)
      if (other.id === first.id) return differs(`${seen}, with the first record`)
      return is('processed', `${seen}, with a new record`)
    },
  }),
} satisfies Part
