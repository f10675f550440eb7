/** The lines of the steps, and the filter of steps. */
import { jsonIn } from '../../../../core/kernel/json.ts'
import { dayOf } from '../../day-of.ts'
import { isOfBank, lanes } from '../../lanes.ts'
import type { BankTrace, Step, TracedFact } from '../trace-data.ts'

/** The lines of a step are its facts. For a call of the function API, the first line is the operation. */
export function linesOf(step: Step): TracedFact[] {
  const facts = step.facts.map((fact) => ({ ...fact, text: reasonIn(fact) }))
  if (step.request !== undefined || step.operation === undefined) return facts
  if (isOfBank(step.operation)) {
    return facts.length > 0 ? facts : [{ lane: 'push', text: step.operation, isRefusal: false }]
  }
  const { at, until } = step
  const to =
    until === undefined ? '' : ` to ${dayOf(at) === dayOf(until) ? '' : `${dayOf(until)} `}${until.slice(11, 19)}`
  return [{ lane: 'test', text: `${step.operation}${to}`, isRefusal: false }, ...facts]
}

/** The text of a fact; of a refused request, the messages of its answer in place of its JSON, which the pane of the step shows. */
function reasonIn({ lane, text }: TracedFact): string {
  const [request = '', ...answer] = lane === 'request' ? text.split(/ {2}(?=\{)/) : [text]
  const said = messagesIn(jsonIn(answer.join('  ')))
  return said.length > 0 ? `${request}  ${inOneSentence([...new Set(said)])}` : text
}

/** Says once what all messages begin with: *Failed to originate a wire: amount is required; beneficiary is required.* */
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

/** Lists a step if it contains all words of `query`; the names of lanes are words, too. With `isRefusalsOnly`, only refusals count as lines. */
export interface Filter {
  readonly query: string
  readonly isRefusalsOnly: boolean
}

export const everything: Filter = { query: '', isRefusalsOnly: false }

export interface ListedStep {
  readonly number: number
  readonly lines: readonly TracedFact[]
}

export function stepsShown({ steps, requests }: BankTrace, { query, isRefusalsOnly }: Filter): ListedStep[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const shown: ListedStep[] = []
  for (const [number, step] of steps.entries()) {
    const lines = linesOf(step).filter(({ isRefusal }) => !isRefusalsOnly || isRefusal)
    if (lines.length === 0 && isRefusalsOnly) continue
    if (words.length > 0) {
      // The search includes the bodies, because many ids occur only there.
      const request = step.request === undefined ? '' : JSON.stringify(requests[step.request])
      const told = lines.map(({ lane, text }) => `${lanes[lane].name} ${text}`)
      const text = [step.operation, step.mark, step.outcome, ...told, request].join('\n').toLowerCase()
      if (!words.every((word) => text.includes(word))) continue
    }
    shown.push({ number, lines })
  }
  return shown
}
