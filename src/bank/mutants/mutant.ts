/** What a mutant is: a bank that breaks one promise of the specification and keeps all others. */
import type { Observer } from '../shell/state/observer.ts'
import type { Shell } from '../shell/state/shell.ts'

export interface Mutant {
  readonly section: `§${number}` | `§${number}.${number}`
  /** What the specification says. */
  readonly promise: string
  /** What this bank does in its place. */
  readonly breaks: string
  /** A line of a test that notices it. */
  readonly advice: string
  /** Rows of coverage, `axis: name`, of which a test meets one that meets the promise; one `*` stands for any text. */
  readonly met: readonly string[]
  readonly by: readonly Breach[]
  /** The code that is right in spite of it, so that a suite which stays green need not be blind. */
  readonly harmlessTo?: string
}

/** What breaks the promise at one bank; `broken` counts each time that it shows. */
export type Breach = (broken: () => void, shell: Shell) => Observer

/** From now on this bank breaks the promise. */
export function breakBank(shell: Shell, { by }: Mutant): void {
  let effects = 0
  const broken = () => void effects++
  for (const breach of by) shell.observe(breach(broken, shell))
  shell.observe({ effects: () => effects })
}

/** Whether what a test met has one of the rows. */
export function hasMet({ met }: Pick<Mutant, 'met'>, rows: readonly string[]): boolean {
  return met.some((row) => {
    const parts = row.split('*')
    const [first = '', last = ''] = [parts[0], parts.at(-1)]
    return rows.some((each) => (parts.length === 1 ? each === row : each.startsWith(first) && each.endsWith(last)))
  })
}
