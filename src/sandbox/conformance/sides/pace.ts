/** The pace of the other side: the time between its calls, which is long because its answers take time. Our clock follows it. */
import type { Call } from '../../recordings/exchange.ts'

type Sent = Pick<Call, 'endpoint' | 'at'>

export class Pace {
  readonly #left: Sent[]
  readonly #first: number | null
  #began: number | null | undefined

  constructor(others: readonly Sent[]) {
    this.#left = [...others]
    this.#first = others[0]?.at ?? null
  }

  /** By how many milliseconds our call is too early, counted from the first call of each side. 0 if it is late, or has no counterpart. */
  latenessOf({ endpoint, at }: Sent): number {
    if (this.#began === undefined) this.#began = at
    const place = this.#left.findIndex((each) => each.endpoint === endpoint)
    const [other] = place < 0 ? [] : this.#left.splice(place, 1)
    const known = [other?.at ?? null, this.#first, at, this.#began]
    if (!known.every((each) => each !== null)) return 0
    const [there, first, here, began] = known as [number, number, number, number]
    return Math.max(Math.round(there - first - (here - began)), 0)
  }
}

export function areEarlier(ours: readonly Sent[], others: readonly Sent[]): boolean {
  const pace = new Pace(others)
  return ours.some((own) => pace.latenessOf(own) > 0)
}
