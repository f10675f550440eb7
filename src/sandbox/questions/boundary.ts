/** Where something ceases to be accepted: found in few calls, as a few bounds are likelier than others. */
import { Inconclusive } from '../service/inconclusive.ts'

type Accepts = (number: number) => Promise<boolean>

/** What to try. */
export interface Range {
  /** Tried first, with the number after it. */
  readonly preset: number
  readonly least: number
  /** The greatest that is tried. */
  readonly most: number
}

/** The greatest that is accepted: null where not even the least is, `isOpen` where the greatest that was tried is, too. */
export interface Boundary {
  readonly last: number | null
  readonly isOpen: boolean
}

/** @throws {Inconclusive} where the service says yes once, and once no */
export async function boundaryOf(accepts: Accepts, { preset, least, most }: Range): Promise<Boundary> {
  const first = Math.min(preset, most)
  if (!(await accepts(first))) {
    const isNone = first === least || !(await accepts(least))
    return { last: isNone ? null : await between(accepts, least, first), isOpen: false }
  }
  let low = first
  for (let step = 1; low < most; step *= 2) {
    const high = Math.min(low + step, most)
    if (!(await accepts(high))) return { last: await between(accepts, low, high), isOpen: false }
    low = high
  }
  return { last: most, isOpen: true }
}

/**
 * The accepted number next to which one is refused, on the way from `accepted` to `refused`. Both are asked for once more.
 *
 * @throws {Inconclusive} where the service says yes once, and once no
 */
export async function between(accepts: Accepts, accepted: number, refused: number): Promise<number> {
  let [inside, outside] = [accepted, refused]
  while (Math.abs(outside - inside) > 1) {
    const middle = Math.floor((inside + outside) / 2)
    if (await accepts(middle)) inside = middle
    else outside = middle
  }
  if (!(await accepts(inside))) throw contrary(inside)
  if (await accepts(outside)) throw contrary(outside)
  return inside
}

const contrary = (number: number) => new Inconclusive(`${number} was accepted once, and once refused`)
