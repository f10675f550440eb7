/** The timeline of a run: what happened at its bank, line by line. A failure has it as its `timeline`, and a failing test prints it. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { factsOf, linesOf } from '../../bank/reports/timeline.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import type { ExploreOptions, Failure } from '../types.ts'

/** Returns a function that tells the timeline of the bank of a run, without what had happened at the given bank before any run. */
export function timelineOfRun(given: ExploreOptions['bank']): (bank: Bank) => string {
  const factsIn = (bank: Bank) => factsOf(portOf(bank).state)
  const before = isBank(given) ? factsIn(given).length : 0
  return (bank) => linesOf(factsIn(bank).slice(before))
}

export const timelineText = ({ run, timeline }: Failure): string => `The timeline of ${run}:\n${timeline}`
