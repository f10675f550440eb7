/** Finds the greatest number that a service accepts. It tries the likely bound first, so that few calls are needed. */
import { Inconclusive } from '../service/inconclusive.ts'

type Accepts = (number: number) => Promise<boolean>

export interface Range {
  /** The likely bound. It is tried first, and then the number after it. */
  readonly preset: number
  readonly least: number
  /** The greatest number that is tried. */
  readonly most: number
}

/**
 * @returns `last`: the greatest accepted number, or null if even `least` is refused; `isOpen`: whether even `most` is accepted
 * @throws {Inconclusive} if the service accepts a number once and refuses it once
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
 * Finds two neighbours between `accepted` and `refused`, one of which is accepted and the other refused. At the end tries both once more.
 *
 * @returns the accepted one
 * @throws {Inconclusive} if the service accepts a number once and refuses it once
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

const contrary = (number: number) => new Inconclusive(`${number} was accepted once and refused once`)
