/** The row of a happening: its lane and its sentence in the timeline, and what it rests on. */
import type { RestsOn } from './assumptions/catalogue.ts'

/** The part of the timeline to which a fact belongs. The lane `test` has what a test does by functions; no happening declares it. */
export type Lane = 'request' | 'test' | 'bank' | 'payment' | 'money' | 'push'

export interface Telling<Facts> {
  readonly lane: Lane
  /** True if the happening is a refusal or a failure. */
  readonly isRefusal: boolean
  readonly text: (facts: Facts) => string
  readonly restsOn: RestsOn<Facts>
}

export function telling<Facts>(
  lane: Lane,
  text: (facts: Facts) => string,
  restsOn: RestsOn<Facts> = [],
): Telling<Facts> {
  return { lane, isRefusal: false, text, restsOn }
}

export function tellingOfRefusal<Facts>(
  lane: Lane,
  text: (facts: Facts) => string,
  restsOn: RestsOn<Facts> = [],
): Telling<Facts> {
  return { lane, isRefusal: true, text, restsOn }
}

/** Returns the first group of a UUID, which is enough to distinguish the payments of one test. */
export function short(id: string): string {
  return id.slice(0, 8)
}

export function shortened(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)
}
