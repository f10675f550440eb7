/** Which steps are listed: those with a line in a chosen lane, with the words that are searched, with a refusal. */
import type { BankTrace } from '../trace-data.ts'
import { type Line, linesOf, type PageLane } from './lanes.ts'

export interface Filter {
  readonly query: string
  /** The lanes that are not shown. */
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

/** What of a request can be searched: its bodies too, as an id often stands in no sentence. */
function textOf(request: unknown): string {
  return request === undefined ? '' : JSON.stringify(request)
}
