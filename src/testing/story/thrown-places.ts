/** Where the receivers of a failed test threw: the timeline tells only what. */
import type { Bank } from '../../bank/bank.ts'
import { placeOf } from '../../bank/shell/state/thrown.ts'

/** So many of the last ones stand in a message. */
const LAST = 3

/** A paragraph with the place of each error that a handler of this bank threw; empty where none did, or the message has it already. */
export function placesOfThrown(bank: Bank, message: string): string {
  const lines = new Set<string>()
  for (let index = bank.pushes.length - 1; index >= 0 && lines.size < LAST; index--) {
    const push = bank.pushes[index]
    const place = push && placeOf(push.thrown)
    if (place && !message.includes(place)) lines.add(`- ${push.failure}, thrown at ${place}`)
  }
  return lines.size === 0 ? '' : ['Thrown by handlers of pushes, the last first:', ...lines].join('\n')
}
