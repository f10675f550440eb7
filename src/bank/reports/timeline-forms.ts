/** The forms of the timeline: text, or a diagram. */
import { checkedOptions, isOneOf, isWholeFrom, type OptionRules } from '../../contract/options.ts'
import type { Keep } from '../shell/state/log.ts'
import type { State } from '../shell/state/shell.ts'
import { diagramOf } from './diagram.ts'
import { timelineOf } from './timeline.ts'

/** How the timeline is told. */
export interface TimelineOptions {
  /** `text` for people, the default; or `mermaid`: a sequence diagram, as Markdown renders it. */
  as?: 'text' | 'mermaid' | undefined
  /** Only the last so many facts since the opening of the bank; by default all, and the opening. */
  last?: number | undefined
}

const rules: OptionRules<TimelineOptions> = { as: isOneOf(['text', 'mermaid']), last: isWholeFrom(0) }

const failing = { failed: 'Failed to tell the timeline', advice: 'Write bank.timeline({ last: 10 }), say. (§3)' }

/** @throws {UsageError} where an option cannot be used, with every problem listed */
export function timelineIn(state: State, keep: Keep, options: TimelineOptions): string {
  const { as, last } = checkedOptions<TimelineOptions>(options, rules, failing)
  return (as === 'mermaid' ? diagramOf : timelineOf)(state, keep, last)
}
