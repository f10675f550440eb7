/** The names of the lanes: one set of words for the timeline, its diagram and the trace. */
import type { Lane } from '../../core/telling.ts'

/** The lanes from top to bottom. `about` is their tooltip on the page. */
export const lanes: Readonly<Record<Lane, { readonly name: string; readonly about: string }>> = {
  request: { name: 'Your code', about: 'what your code asked for over HTTP' },
  test: { name: 'Test', about: 'what the test did by functions: the clock, the operations team, faults' },
  bank: { name: 'Bank', about: 'accounts, tokens, webhooks' },
  payment: { name: 'Payments', about: 'wires, and what became of them' },
  money: { name: 'Money', about: 'what was reserved, posted and released' },
  push: { name: 'Pushes', about: 'events, and how their pushes ended' },
}

export const laneNames = Object.keys(lanes) as Lane[]

/** Operations that the bank performs on its own, without a call of the function API. */
export const isOfBank = (operation: string): boolean =>
  /^(?:pushes\.(?:begin|end|receive)|faults\.meet|events\.forget)$/.test(operation)
