/** Where something stops to hold: the greatest number that is accepted, in few calls. */
import { Inconclusive } from '../../service/inconclusive.ts'

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

/**
 * Asks whether numbers are accepted, until the greatest is known. The two that decide are asked for once more.
 *
 * @throws {Inconclusive} where the service says yes once, and once no
 */
export async function boundaryOf(
  isAccepted: (number: number) => Promise<boolean>,
  { preset, least, most }: Range,
): Promise<Boundary> {
  const first = Math.min(preset, most)
  let [low, high] = [least, first]
  if (await isAccepted(first)) {
    low = first
    for (let step = 1; ; step *= 2) {
      if (low === most) return { last: most, isOpen: true }
      high = Math.min(low + step, most)
      if (!(await isAccepted(high))) break
      low = high
    }
  } else if (first === least || !(await isAccepted(least))) return { last: null, isOpen: false }
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (await isAccepted(middle)) low = middle
    else high = middle
  }
  if (!(await isAccepted(low))) throw contrary(low)
  if (await isAccepted(high)) throw contrary(high)
  return { last: low, isOpen: false }
}

const contrary = (number: number) => new Inconclusive(`${number} was accepted once, and once refused`)
