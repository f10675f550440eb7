/** The time that passes between the calls of the other side, as answers take time there: our clock moves by it, too. */
import type { Call } from './side.ts'

type Sent = Pick<Call, 'endpoint' | 'at'>

export class Pace {
  readonly #left: Sent[]
  readonly #first: number | null
  #began: number | null | undefined

  constructor(others: readonly Sent[]) {
    this.#left = [...others]
    this.#first = others[0]?.at ?? null
  }

  /** How many milliseconds earlier our call is sent than the same one there, each counted from its side's first call; at least 0; 0 if unknown. */
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

/** Whether calls of ours were sent earlier than the same ones there. */
export function areEarlier(ours: readonly Sent[], others: readonly Sent[]): boolean {
  const pace = new Pace(others)
  return ours.some((own) => pace.latenessOf(own) > 0)
}
