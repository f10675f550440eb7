/** A mutant: a bank that breaks one promise of the specification and keeps all others. */
import type { Port } from '../../bank/port.ts'
import type { Layer } from '../../bank/shell/state/layer.ts'

export interface Mutant {
  readonly section: `§${number}` | `§${number}.${number}`
  readonly promise: string
  readonly breaks: string
  /** A line of a test that notices the mutant. */
  readonly advice: string
  /** Rows of coverage, as `axis: name`. A test in which one of them occurs has met the promise. One `*` stands for any text. */
  readonly met: readonly string[]
  /** True if the rows in `met` say too little: a test met the promise only if the mutant also had an effect on the test. */
  readonly isMetByEffect?: true
  readonly by: readonly Breach[]
  /** The kind of code that works right in spite of the mutant. A suite for such code may stay green. */
  readonly harmlessTo?: string
  /** Rows of coverage: harmless only if one of them occurs in each test that met the promise. Absent if always harmless. */
  readonly harmlessWith?: readonly string[]
}

/** Makes the layer that breaks the promise, and calls `broken` each time that it makes the bank behave differently. */
export type Breach = (broken: () => void, port: Port) => Layer

/** Puts the layers of a mutant around a bank. Returns a function that says how often they changed what the bank did. */
export function breakBank(port: Port, { by }: Mutant): () => number {
  let effects = 0
  for (const breach of by) port.use(breach(() => effects++, port))
  return () => effects
}

/** The rows of coverage of an event that reached the partner. */
export const cameTo = (event: string) =>
  ['delivered', 'failed and tried again', 'polled'].map((what) => `events: ${event}: ${what}`)

/** Code may do without the event Sent if another event announces the same payment at the same time. */
export const otherEvents = {
  harmlessTo: 'code that learns of the payment by another event',
  harmlessWith: ['Core.Transaction.Completed', 'Core.Activity.Posted'].flatMap((event) => [
    `events: ${event}: delivered`,
    `events: ${event}: polled`,
  ]),
} as const

/** True if a test met one of the `asked` rows, in which `*` stands for any text. `rows` are those that the test met. */
export function hasMet(asked: readonly string[], rows: readonly string[]): boolean {
  return asked.some((row) => {
    const parts = row.split('*')
    const [first = '', last = ''] = [parts[0], parts.at(-1)]
    return rows.some((each) => (parts.length === 1 ? each === row : each.startsWith(first) && each.endsWith(last)))
  })
}
