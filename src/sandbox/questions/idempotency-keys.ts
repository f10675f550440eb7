/** Keys that no request had before, and the header that a service reads them from. (§4) */

import { Inconclusive } from '../service/inconclusive.ts'
import { make, removeMade } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { spareRestriction } from './restrictions.ts'

/** The names under which services read a key; the published one first. */
const usualHeaders = [
  'idempotency-key',
  'x-idempotency-key',
  'x-request-id',
  'request-id',
  'idempotency-id',
  'x-idempotency-id',
  'idempotencykey',
  'x-correlation-id',
  'correlation-id',
  'x-transaction-id',
] as const

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Makes keys that differ, and that hardly ever came in an earlier run: they begin where its second has them begin. */
class Keys {
  readonly #began: number
  #singles: number
  #others: number

  constructor(service: Service) {
    this.#began = service.now()
    this.#singles = Math.floor(this.#began / 1_000)
    this.#others = this.#singles
  }

  ofLength(length: number): string {
    if (length === 1) return sign(this.#singles++)
    const count = this.#others++
    const start = sign(Math.floor(count / SIGNS.length)) + sign(count)
    return `${start}${this.#began.toString(36)}`.padEnd(length, '0').slice(0, length)
  }
}

const sign = (number: number) => SIGNS[number % SIGNS.length] as string

/** Long enough to be new, and hardly ever too long. */
const USUAL_LENGTH = 12

interface Repeated {
  readonly length: number
  /** The status of a repeat, where that is refused instead. */
  readonly refusal?: number
}

/** The header by which a service knows a repeat, and a length of keys that it takes. */
export interface KeyHeader extends Repeated {
  readonly name: string
  /** A header with a key that was not used before. */
  newKey(length?: number): Record<string, string>
}

/** Finds the header, and from then on each request has a key. @throws {Inconclusive} where it is none of the usual ones */
export async function keyHeader(service: Service): Promise<KeyHeader> {
  const keys = new Keys(service)
  try {
    const request = spareRestriction(service)
    const [first, again] = [await make(service, 'restriction', request), await make(service, 'restriction', request)]
    if (first.id === undefined) throw new Inconclusive(`a restriction was answered ${first.status}`)
    if (first.id === again.id) throw new Inconclusive('the same request was not done twice, even without a key')
    const [published, ...others] = usualHeaders
    const found = (await among([published])) ?? (await among(others))
    if (found === undefined) {
      throw new Inconclusive(`no repeat got the first answer again with a key in any of ${usualHeaders.join(', ')}`)
    }
    const newKey = (length = found.length) => ({ [found.name]: keys.ofLength(length) })
    // Of shorter keys there are too few.
    if (found.refusal === undefined && found.length === USUAL_LENGTH) service.session.newKey = newKey
    return { ...found, newKey }
  } finally {
    await removeMade(service)
  }

  async function among(names: readonly string[]): Promise<(Repeated & { readonly name: string }) | undefined> {
    const repeated = await repeatWith(names)
    const [name] = names
    if (repeated === undefined || name === undefined) return undefined
    if (names.length === 1) return { name, ...repeated }
    const middle = Math.ceil(names.length / 2)
    return (await among(names.slice(0, middle))) ?? (await among(names.slice(middle)))
  }

  /** The length of keys with which one of these headers makes a request a repeat; undefined where none does. */
  async function repeatWith(names: readonly string[]): Promise<Repeated | undefined> {
    for (const length of [USUAL_LENGTH, 1]) {
      const key = keys.ofLength(length)
      const headers = Object.fromEntries(names.map((name) => [name, key]))
      const request = spareRestriction(service)
      const first = await make(service, 'restriction', request, headers)
      if (first.id === undefined) continue
      const second = await make(service, 'restriction', request, headers)
      if (second.id === undefined) return { length, refusal: second.status }
      return second.id === first.id ? { length } : undefined
    }
    return undefined
  }
}
