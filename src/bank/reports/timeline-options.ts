/** How a timeline is told, checked before anything is. */
import { checkedOptions, isOneOf, isWholeFrom, type OptionRules } from '../../contract/options.ts'

/** How the timeline is told. */
export interface TimelineOptions {
  /** `text` for people, the default; or `mermaid`: a sequence diagram, as Markdown renders it. */
  as?: 'text' | 'mermaid' | undefined
  /** Only the last so many facts since the opening of the bank; by default all, and the opening. */
  last?: number | undefined
}

const rules: OptionRules<TimelineOptions> = { as: isOneOf(['text', 'mermaid']), last: isWholeFrom(0) }

/** @throws {UsageError} where an option cannot be used, with every problem listed */
export function timelineOptionsFrom(given: unknown): TimelineOptions {
  return checkedOptions(given, rules, {
    failed: 'Failed to tell the timeline',
    advice: 'Write bank.timeline({ last: 10 }), say. (§3)',
  })
}
