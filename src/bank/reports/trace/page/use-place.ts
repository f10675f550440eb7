/** The step that is looked at; where the page follows a bank, it stays with its step, or goes along with the end. */
import { useRef, useState } from 'preact/hooks'
import type { TraceData } from '../trace-data.ts'
import { type Place, placeIn, within } from './address.ts'

/** @param left - how many steps were left out at the beginning, where the page follows a bank */
export function usePlace(data: TraceData, sizes: readonly number[], left?: number) {
  const [place, setPlace] = useState<Place>(() => placeIn(location.hash, sizes) ?? firstPlace(data, left !== undefined))
  const last = useRef({ sizes, left })
  const before = last.current
  let now = place
  if (before.sizes !== sizes || before.left !== left) {
    last.current = { sizes, left }
    const size = sizes[place.bank] ?? 1
    const wasAtEnd = place.step >= (before.sizes[place.bank] ?? 1) - 1
    const step = wasAtEnd ? size - 1 : within(place.step - ((left ?? 0) - (before.left ?? 0)), size)
    if (step !== place.step) {
      now = { ...place, step }
      // What is drawn now has it already.
      setPlace(now)
    }
  }
  return [now, setPlace] as const
}

/** A test that failed is looked at from its end, and so is a bank that goes on; two banks where they part, any other from its beginning. */
function firstPlace({ banks, firstDifference, problem }: TraceData, isLive: boolean): Place {
  const size = banks[0]?.steps.length ?? 1
  if (firstDifference !== null) return { step: within(firstDifference, size), bank: 0 }
  return { step: problem === null && !isLive ? 0 : size - 1, bank: 0 }
}
