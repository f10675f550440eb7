/** The lanes of the page, the facts of the timeline in each lane, and the filter of steps. */
import { jsonIn } from '../../../../core/kernel/json.ts'
import type { BankTrace, Step, TracedFact } from '../trace-data.ts'

/** The lane `partner` has the calls over HTTP, and the lane `api` has the calls of the function API. */
export type PageLane = 'partner' | 'api' | 'bank' | 'money' | 'pushes'

/** The lanes from top to bottom. `about` is their tooltip. */
export const lanes: Readonly<Record<PageLane, { readonly name: string; readonly about: string }>> = {
  partner: { name: 'Partner', about: 'what your code asked for over HTTP' },
  api: { name: 'API', about: 'what the test did by functions: the clock, the operations team, faults' },
  bank: { name: 'Bank', about: 'payments, accounts, tokens, webhooks' },
  money: { name: 'Money', about: 'what was reserved, posted and released' },
  pushes: { name: 'Pushes', about: 'events, and how their pushes ended' },
}

export const laneNames = Object.keys(lanes) as PageLane[]

const laneOfFact: Readonly<Record<TracedFact['lane'], PageLane>> = {
  request: 'partner',
  bank: 'bank',
  payment: 'bank',
  money: 'money',
  push: 'pushes',
}

/** Operations that the bank performs on its own, without a call of the function API. */
const ofTheBank = /^(?:pushes\.(?:begin|end|receive)|faults\.meet|events\.forget)$/

export interface Line extends Omit<TracedFact, 'lane'> {
  readonly lane: PageLane
}

/** The lines of a step are its facts. For a call of the function API, the first line is the operation. */
export function linesOf(step: Step): Line[] {
  const facts = step.facts.map((fact): Line => ({ ...fact, text: reasonIn(fact), lane: laneOfFact[fact.lane] }))
  if (step.request !== undefined || step.operation === undefined) return facts
  if (ofTheBank.test(step.operation)) {
    return facts.length > 0 ? facts : [{ lane: 'pushes', text: step.operation, isRefusal: false }]
  }
  const to = step.until === undefined ? '' : ` to ${step.until.slice(11, 19)}`
  return [{ lane: 'api', text: `${step.operation}${to}`, isRefusal: false }, ...facts]
}

/** The text of a fact; of a refused request, the messages of its answer in place of its JSON, which the pane of the step shows. */
function reasonIn({ lane, text }: TracedFact): string {
  const [request = '', ...answer] = lane === 'request' ? text.split(/ {2}(?=\{)/) : [text]
  const said = messagesIn(jsonIn(answer.join('  ')))
  return said.length > 0 ? `${request}  ${inOneSentence([...new Set(said)])}` : text
}

/** Says once what all messages begin with: *Failed to originate an outbound wire: amount is required; beneficiary is required.* */
function inOneSentence(messages: readonly string[]): string {
  const start = /^[^:]*: /.exec(messages[0] ?? '')?.[0]
  if (start === undefined || !messages.every((message) => message.startsWith(start))) return messages.join(' ')
  return `${start}${messages.map((message) => message.slice(start.length).replace(/\.$/, '')).join('; ')}.`
}

function messagesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    if (typeof each === 'string') return /^(?:message|error_description)$/i.test(name) ? [each] : []
    return messagesIn(each)
  })
}

/** Lists a step if it has a line in a shown lane and contains all words of `query`. With `isRefusalsOnly`, only refusals count as lines. */
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

/** The search includes the bodies, because many ids occur only there. */
function textOf(request: unknown): string {
  return request === undefined ? '' : JSON.stringify(request)
}
