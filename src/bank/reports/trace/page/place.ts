/**
 * The step that is shown, and its address: `#step=17`, and `&bank=1` where it is the second of two banks. A page that follows a bank stays
 * at its step; at the last step, it goes along with the bank.
 */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { TraceData } from '../trace-data.ts'

export interface Place {
  readonly step: number
  readonly bank: number
}

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
      // The page shows this place already.
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

/** A failed test and a running bank are shown from the end, two banks from their first difference, anything else from the beginning. */
function firstPlace({ banks, firstDifference, problem }: TraceData, isLive: boolean): Place {
  const size = banks[0]?.steps.length ?? 1
  if (firstDifference !== null) return { step: within(firstDifference, size), bank: 0 }
  return { step: problem === null && !isLive ? 0 : size - 1, bank: 0 }
}

/** The place that an address names, within the steps that there are. */
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

/** Changes what the address bar shows. A frame that may not, as in some viewers of attachments, goes on without. */
export function replaceAddress(address: string): void {
  try {
    history.replaceState(null, '', address)
  } catch {
    // The address stays as it is.
  }
}
