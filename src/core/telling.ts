/** The timeline's view of a happening: its lane and its sentence. Each folder has a table of them, in happenings.ts. */

/** The part of the timeline to which a happening belongs. */
export type Lane = 'request' | 'payment' | 'money' | 'push' | 'bank'

/** Lane and sentence of one kind of happening. */
export interface Telling<Facts> {
  readonly lane: Lane
  /** Whether something was refused or failed. */
  readonly isRefusal: boolean
  readonly text: (facts: Facts) => string
}

export function telling<Facts>(lane: Lane, text: (facts: Facts) => string): Telling<Facts> {
  return { lane, isRefusal: false, text }
}

/** Like `telling`, for something that was refused or failed. */
export function tellingOfRefusal<Facts>(lane: Lane, text: (facts: Facts) => string): Telling<Facts> {
  return { lane, isRefusal: true, text }
}

/** The first group of a UUID: enough to distinguish the payments of one test. */
export function short(id: string): string {
  return id.slice(0, 8)
}

/** A path whose ids are shortened. */
export function shortened(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)
}
