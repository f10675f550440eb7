/** A mutant: a bank that breaks one promise of the specification and keeps all others. */
import type { Observer } from '../shell/state/observer.ts'
import type { Shell } from '../shell/state/shell.ts'

export interface Mutant {
  readonly section: `§${number}` | `§${number}.${number}`
  readonly promise: string
  readonly breaks: string
  /** A line of a test that notices the mutant. */
  readonly advice: string
  /** Rows of coverage, `axis: name`: a test that meets one of them meets the promise; one `*` stands for any text. */
  readonly met: readonly string[]
  /** Rows tell too little: a test met the promise only where the mutant had an effect. */
  readonly isMetByEffect?: true
  readonly by: readonly Breach[]
  /** The kind of code that is right in spite of it: a suite for such code that stays green need not be blind. */
  readonly harmlessTo?: string
  /** Rows of coverage: it is harmless only to tests of which each met one of these, too; absent where it always is. */
  readonly harmlessWith?: readonly string[]
}

/** Makes the observer that breaks the promise at one bank; it calls `broken` each time that the breach shows. */
export type Breach = (broken: () => void, shell: Shell) => Observer

export function breakBank(shell: Shell, { by }: Mutant): void {
  let effects = 0
  const broken = () => void effects++
  for (const breach of by) shell.observe(breach(broken, shell))
  shell.observe({ effects: () => effects })
}

/** The rows of an event that came to the partner. */
export const cameTo = (event: string) =>
  ['delivered', 'failed and tried again', 'polled'].map((what) => `events: ${event}: ${what}`)

/** Code that another event tells of the same payment at the same time may do without Sent. */
export const toldBesides = {
  harmlessTo: 'code that learns of the payment by another event',
  harmlessWith: ['Core.Transaction.Completed', 'Core.Activity.Posted'].flatMap((event) => [
    `events: ${event}: delivered`,
    `events: ${event}: polled`,
  ]),
} as const

/** Whether one of these rows, in which `*` may stand for any text, is among those that a test met. */
export function hasMet(asked: readonly string[], rows: readonly string[]): boolean {
  return asked.some((row) => {
    const parts = row.split('*')
    const [first = '', last = ''] = [parts[0], parts.at(-1)]
    return rows.some((each) => (parts.length === 1 ? each === row : each.startsWith(first) && each.endsWith(last)))
  })
}
