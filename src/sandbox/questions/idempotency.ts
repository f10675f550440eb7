/** Questions on repeated requests, with the same key or the same clientIdentifier. (§2.3, §4, §8) */
import { idIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { type KeyHeader, keyHeader } from './beforehand.ts'
import { ask, differs, is, type Part, unknown } from './question.ts'
import { blockingNothing } from './restrictions.ts'

const placing = {
  scope: 'create',
  when: 'the service remembers keys, and reads them from one of the usual headers',
} as const

/** The lengths of keys that are tried. */
const [USUAL, LONGEST] = [50, 1_001]

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
  'idempotency.keyLength': ask<'idempotency.keyLength'>({
    ...placing,
    how: 'places restrictions with longer and longer keys, each twice',
    async of(service) {
      const { name, newKey } = await rememberingHeader(service)
      const forgotten: number[] = []
      const accepts = async (length: number) => {
        const [key, body] = [newKey(length), blockingNothing(service)]
        const first = await place(service, key, body)
        // A service that accepts a key but does not remember it makes a second record.
        if (first.isDone && (await place(service, key, body)).id !== first.id) forgotten.push(length)
        return first.isDone
      }
      let last = 0
      if (!(await accepts(USUAL))) last = (await accepts(1)) ? await between(accepts, 1, USUAL) : 0
      else if (!(await accepts(USUAL + 1))) last = USUAL
      else last = (await accepts(LONGEST)) ? LONGEST : await between(accepts, USUAL + 1, LONGEST)
      const [unkept] = forgotten.sort((one, other) => one - other)
      if (unkept !== undefined)
        return differs(`a key of ${unkept} characters was accepted, but a repeat with it made a second record`)
      if (last === LONGEST) return differs(`a key of ${LONGEST} characters was accepted`)
      if (last === 0) return unknown(`even the shortest key in ${name} was refused`)
      return is(last, `a key of ${last} characters was accepted, and one of ${last + 1} was refused`)
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
  'idempotency.otherClientIdentifiers': ask<'idempotency.otherClientIdentifiers'>({
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

/**
 * Finds two neighbours between `accepted` and `refused`, one of which is accepted and the other refused. At the end tries both once more.
 *
 * @returns the accepted one
 * @throws {Inconclusive} if the service accepts a number once and refuses it once
 */
export async function between(
  accepts: (number: number) => Promise<boolean>,
  accepted: number,
  refused: number,
): Promise<number> {
  let [inside, outside] = [accepted, refused]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (await accepts(middle)) inside = middle
    else outside = middle
  }
  for (const [number, isTaken] of [
    [inside, true],
    [outside, false],
  ] as const) {
    if ((await accepts(number)) !== isTaken) throw new Inconclusive(`${number} was accepted once and refused once`)
  }
  return inside
}
