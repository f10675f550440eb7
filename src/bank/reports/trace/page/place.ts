/**
 * The selected step, and its address: `#step=17`, with `&bank=1` for the second of two banks. A page that follows a bank stays at the
 * selected step. But if that is the last step, the page goes on to each new last step.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { TraceData } from '../trace-data.ts'

export interface Place {
  readonly step: number
  readonly bank: number
}

/** @param left - the number of steps left out at the beginning; undefined if the page follows no bank */
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
      // This render uses `now`, which is the new place already.
      setPlace(now)
    }
  }
  useEffect(() => {
    const address = `#step=${now.step}${now.bank === 0 ? '' : `&bank=${now.bank}`}`
    if (location.hash !== address) replaceAddress(address)
  }, [now])
  useEffect(() => {
    const follow = () => setPlace((present) => placeIn(location.hash, sizes) ?? present)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [sizes])
  return [now, setPlace] as const
}

/** The page opens at the first difference of two banks, at the end of a failed test or running bank, or else at the start. */
function firstPlace({ banks, firstDifference, problem }: TraceData, isLive: boolean): Place {
  const size = banks[0]?.steps.length ?? 1
  if (firstDifference !== null) return { step: within(firstDifference, size), bank: 0 }
  return { step: problem === null && !isLive ? 0 : size - 1, bank: 0 }
}

/** The step of a bank in which two banks differ first; null if they do not differ. */
export const differenceIn = ({ firstDifference, besideDifference }: TraceData, bank: number): number | null =>
  bank === 0 ? firstDifference : (besideDifference ?? null)

/** Undefined if the address names no place. */
function placeIn(hash: string, sizes: readonly number[]): Place | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const step = Number(parameters.get('step') ?? Number.NaN)
  if (!Number.isInteger(step)) return undefined
  const asked = Number(parameters.get('bank') ?? 0)
  const bank = asked in sizes ? asked : 0
  return { step: within(step, sizes[bank] ?? 1), bank }
}

export function within(step: number, size: number): number {
  return Math.max(0, Math.min(step, size - 1))
}

export function replaceAddress(address: string): void {
  try {
    history.replaceState(null, '', address)
  } catch {
    // Some viewers show the page in a frame that may not change its address.
  }
}
