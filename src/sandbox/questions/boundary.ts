/** Boundaries: the greatest number that a service accepts. Likely bounds are tried first, so that few calls find it. */
import { Inconclusive } from '../service/inconclusive.ts'

type Accepts = (number: number) => Promise<boolean>

/** The numbers to try. */
export interface Range {
  /** Tried first, with the number after it. */
  readonly preset: number
  readonly least: number
  /** The greatest that is tried. */
  readonly most: number
}

/**
 * The greatest number that is accepted: null where the least is refused; `isOpen` where the greatest that was tried is accepted.
 *
 * @throws {Inconclusive} where the service says yes once, and once no
 */
export async function boundaryOf(accepts: Accepts, { preset, least, most }: Range) {
  let [inside, outside] = [least, Math.min(preset, most)]
  let isInside = await accepts(outside)
  if (!isInside && (outside === least || !(await accepts(least)))) return { last: null, isOpen: false }
  for (let step = 1; isInside; step *= 2) {
    if (outside === most) return { last: most, isOpen: true }
    inside = outside
    outside = Math.min(inside + step, most)
    isInside = await accepts(outside)
  }
  return { last: await between(accepts, inside, outside), isOpen: false }
}

/**
 * The last accepted number before a refused one, on the way from `accepted` to `refused`. Both are asked for once more.
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
