/** The story of a run: what happened at its bank, line by line. A failure has it as its `timeline`, and a failing test prints it. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { factsOf, linesOf } from '../../bank/reports/timeline.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import type { ExploreOptions, Failure } from '../scenario.ts'

/** Returns a function that tells the story of the bank of a run, without what had happened at the given bank before any run. */
export function storyTeller(given: ExploreOptions['bank']): (bank: Bank) => string {
  const factsIn = (bank: Bank) => factsOf(portOf(bank).state)
  const before = isBank(given) ? factsIn(given).length : 0
  return (bank) => linesOf(factsIn(bank).slice(before))
}

export const storyOf = ({ run, timeline }: Failure): string => `The story of ${run}:\n${timeline}`
