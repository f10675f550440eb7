/** The lanes of the page, which facts of the timeline belong to each, and which steps are listed. */
import type { BankTrace, Step, TracedFact } from '../trace-data.ts'

/** `partner` has the calls of your code over HTTP, `api` those of the test by functions. */
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

export interface Line extends Omit<TracedFact, 'lane'> {
  readonly lane: PageLane
}

/** The lines of a step: the facts of the timeline; before them the operation that was called, where that was no request. */
export function linesOf(step: Step): Line[] {
  const facts = step.facts.map((fact): Line => ({ ...fact, lane: laneOfFact[fact.lane] }))
  if (step.request !== undefined || step.operation === undefined) return facts
  if (ofTheBank.test(step.operation)) {
    return facts.length > 0 ? facts : [{ lane: 'pushes', text: step.operation, isRefusal: false }]
  }
  const to = step.until === undefined ? '' : ` to ${step.until.slice(11, 19)}`
  return [{ lane: 'api', text: `${step.operation}${to}`, isRefusal: false }, ...facts]
}

/** A step is listed where it has a line in a shown lane, all words of the search, and, where only refusals are wanted, a refusal. */
export interface Filter {
  readonly query: string
  readonly hidden: ReadonlySet<PageLane>
  readonly isRefusalsOnly: boolean
}

export const everything: Filter = { query: '', hidden: new Set(), isRefusalsOnly: false }

export interface ListedStep {
  readonly number: number
  readonly lines: readonly Line[]
}

export function stepsShown({ steps, requests }: BankTrace, { query, hidden, isRefusalsOnly }: Filter): ListedStep[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown: ListedStep[] = []
  for (const [number, step] of steps.entries()) {
    const all = linesOf(step)
    const lines = all.filter(({ lane, isRefusal }) => !hidden.has(lane) && (!isRefusalsOnly || isRefusal))
    if (lines.length === 0 && (all.length > 0 || isRefusalsOnly)) continue
    if (words.length > 0) {
      const request = step.request === undefined ? undefined : requests[step.request]
      const text = [step.operation, step.mark, step.outcome, ...lines.map((line) => line.text), textOf(request)]
        .join('\n')
        .toLowerCase()
      if (!words.every((word) => text.includes(word))) continue
    }
    shown.push({ number, lines })
  }
  return shown
}

/** The text of a request that is searched: its bodies too, as many ids stand in no sentence. */
function textOf(request: unknown): string {
  return request === undefined ? '' : JSON.stringify(request)
}
