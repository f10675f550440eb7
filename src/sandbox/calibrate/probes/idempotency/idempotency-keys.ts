/** Keys that no request had before, and the header that a service reads them from. (§4) */
import type { Service } from '../../../service/service.ts'
import type { SpareRestrictions } from '../accounts/spare-restrictions.ts'

/** The names under which services read a key; the published one first. */
export const usualHeaders = [
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

/** Makes keys that differ, and that hardly ever came in an earlier calibration: they begin where its second has them begin. */
export class IdempotencyKeys {
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

/** The header by which a service knows a repeat, and a length of keys that it takes. */
export interface KeyHeader extends Repeated {
  readonly name: string
}

interface Repeated {
  readonly length: number
  /** The status of a repeat, where that is refused instead. */
  readonly refusal?: number
}

/** Finds the header: undefined where it is none of the usual ones. */
export async function headerOf(restrictions: SpareRestrictions, keys: IdempotencyKeys): Promise<KeyHeader | undefined> {
  const [published, ...others] = usualHeaders
  return (await among([published])) ?? (await among(others))

  async function among(names: readonly string[]): Promise<KeyHeader | undefined> {
    const repeated = await repeatWith(names)
    if (repeated === undefined) return undefined
    const [name, ...more] = names
    if (name === undefined || more.length === 0) return name === undefined ? undefined : { name, ...repeated }
    const middle = Math.ceil(names.length / 2)
    return (await among(names.slice(0, middle))) ?? (await among(names.slice(middle)))
  }

  /** The length of keys with which one of these headers makes a request a repeat; undefined where none does. */
  async function repeatWith(names: readonly string[]): Promise<Repeated | undefined> {
    for (const length of [USUAL_LENGTH, 1]) {
      const key = keys.ofLength(length)
      const headers = Object.fromEntries(names.map((name) => [name, key]))
      const request = restrictions.request()
      const first = await restrictions.place(request, headers)
      if (first.id === undefined) continue
      const second = await restrictions.place(request, headers)
      if (second.id === undefined) return { length, refusal: second.status }
      return second.id === first.id ? { length } : undefined
    }
    return undefined
  }
}
