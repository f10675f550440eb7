/** The last facts of the timeline, as they stand below the message of a failure. They begin where the set-up of the test ended. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import type { Start } from '../../bank/reports/history.ts'
import { factOfFailure, factsOf, linesOf } from '../../bank/reports/timeline.ts'
import type { State } from '../../bank/shell/state/state.ts'

/** What stands above the facts of each message. */
export const HAS_ALL = 'bank.timeline() has all'

/** How many facts of the timeline a message shows: enough to see the cause, but no wall of text. */
const LAST_FACTS = 12

/** The state of a bank when the own code of its test began. */
const setUps = new WeakMap<Bank, State>()

/** Notes that the fixtures and hooks of a test have ended. From then on, messages leave out what they did. */
export function endSetUp(bank: Bank): void {
  setUps.set(bank, portOf(bank).state)
}

/** Where the set-up of the test ended. Undefined if there was none, or if it is no longer a part of the history, as after a reset. */
function endOfSetUp(bank: Bank, { journal, requests }: State): Start | undefined {
  const setUp = setUps.get(bank)
  const end = { entries: setUp?.journal.size ?? 0, requests: setUp?.requests.size ?? 0 }
  if (end.entries + end.requests === 0 || end.requests > requests.size) return undefined
  return journal.get(end.entries - 1) === setUp?.journal.get(end.entries - 1) ? end : undefined
}

export function lastFacts(bank: Bank): string {
  const { state } = portOf(bank)
  const setUp = endOfSetUp(bank, state)
  const facts = factsOf(state, LAST_FACTS, setUp)
  const since = setUp && facts.length < LAST_FACTS ? 'since the set-up' : ''
  if (facts.length > 0)
    return `What happened ${since || 'last'} (${HAS_ALL}):\n${linesOf([...facts, factOfFailure(bank.clock.now)])}`
  return since ? `Nothing has happened ${since} (${HAS_ALL}).` : 'Nothing has happened in this bank yet.'
}
