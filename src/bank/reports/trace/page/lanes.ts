/** The lanes of the page, and which facts of the timeline belong to each. */
import type { Step, TracedFact } from '../trace-data.ts'

/** `partner` is what your code asked over HTTP, `api` what the test asked by functions. */
export type PageLane = 'partner' | 'api' | 'bank' | 'money' | 'pushes'

/** In the order in which they stand; `about` is what each shows. */
export const lanes: Readonly<Record<PageLane, { readonly name: string; readonly about: string }>> = {
  partner: { name: 'Partner', about: 'what your code asked over HTTP' },
  api: { name: 'API', about: 'what the test asked by functions: the clock, the desk, faults' },
  bank: { name: 'Bank', about: 'payments, accounts, tokens, webhooks' },
  money: { name: 'Money', about: 'what was reserved, posted and released' },
  pushes: { name: 'Pushes', about: 'events, and what became of their pushes' },
}

export const laneNames = Object.keys(lanes) as PageLane[]

const laneOfFact: Readonly<Record<TracedFact['lane'], PageLane>> = {
  request: 'partner',
  bank: 'bank',
  payment: 'bank',
  money: 'money',
  push: 'pushes',
}

/** Operations that the bank does by itself, without a call. */
const ofTheBank = /^(?:pushes\.(?:begin|end|receive)|faults\.meet|events\.forget)$/

/** One line of a step. */
export interface Line {
  readonly lane: PageLane
  readonly text: string
  readonly isRefusal: boolean
  readonly payment: number | undefined
}

/** The lines of a step: the facts of the timeline; before them what was called, where that was no request. */
export function linesOf(step: Step): Line[] {
  const facts = step.facts.map(
    ({ lane, text, isRefusal, payment }): Line => ({ lane: laneOfFact[lane], text, isRefusal, payment }),
  )
  if (step.request !== undefined || step.operation === undefined) return facts
  if (ofTheBank.test(step.operation)) {
    return facts.length > 0 ? facts : [{ lane: 'pushes', text: step.operation, isRefusal: false, payment: undefined }]
  }
  const to = step.until === undefined ? '' : ` to ${step.until.slice(11, 19)}`
  const called: Line = { lane: 'api', text: `${step.operation}${to}`, isRefusal: false, payment: undefined }
  return [called, ...facts]
}
