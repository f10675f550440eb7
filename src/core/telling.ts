/** The lane and the sentence of a happening in the timeline. */

/** The part of the timeline to which a happening belongs. */
export type Lane = 'request' | 'payment' | 'money' | 'push' | 'bank'

export interface Telling<Facts> {
  readonly lane: Lane
  /** True if the happening is a refusal or a failure. */
  readonly isRefusal: boolean
  readonly text: (facts: Facts) => string
}

export function telling<Facts>(lane: Lane, text: (facts: Facts) => string): Telling<Facts> {
  return { lane, isRefusal: false, text }
}

export function tellingOfRefusal<Facts>(lane: Lane, text: (facts: Facts) => string): Telling<Facts> {
  return { lane, isRefusal: true, text }
}

/** Returns the first group of a UUID, which is enough to distinguish the payments of one test. */
export function short(id: string): string {
  return id.slice(0, 8)
}

export function shortened(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)
}
