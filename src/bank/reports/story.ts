/** The story of a bank, as text or as a diagram. */
import type { Keep } from '../shell/state/log.ts'
import type { State } from '../shell/state/shell.ts'
import { diagramOf } from './diagram.ts'
import { timelineOf } from './timeline.ts'
import { type TimelineOptions, timelineOptionsFrom } from './timeline-options.ts'

/** @throws {UsageError} where an option cannot be used */
export function storyOf(state: State, keep: Keep, options: TimelineOptions): string {
  const { as, last } = timelineOptionsFrom(options)
  return (as === 'mermaid' ? diagramOf : timelineOf)(state, keep, last)
}
