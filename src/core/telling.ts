/** How a happening is told: its lane in the timeline, and its sentence. Each folder has a table of them, in happenings.ts. */

/** Where a fact belongs: what came over HTTP, what became of payments, of money, of pushes; and the bank's other books. */
export type Lane = 'request' | 'payment' | 'money' | 'push' | 'bank'

/** How one kind of happening is told, out of its facts. */
export interface Telling<Facts> {
  readonly lane: Lane
  /** Whether something was refused or failed. */
  readonly isRefusal: boolean
  readonly text: (facts: Facts) => string
}

export function telling<Facts>(lane: Lane, text: (facts: Facts) => string): Telling<Facts> {
  return { lane, isRefusal: false, text }
}

/** Like `telling`, of something that was refused or failed. */
export function tellingOfRefusal<Facts>(lane: Lane, text: (facts: Facts) => string): Telling<Facts> {
  return { lane, isRefusal: true, text }
}

/** The first group of a UUID: enough to tell payments of one test apart. */
export function short(id: string): string {
  return id.slice(0, 8)
}

/** A path whose ids are shortened. */
export function shortened(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, short)
}
