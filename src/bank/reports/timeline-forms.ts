/** The forms of the timeline: text, or a Mermaid diagram whose participants are the lanes. */
import { checkedOptions, isOneOf, isWholeFrom, type OptionRules } from '../../contract/options.ts'
import type { Lane } from '../../core/telling.ts'
import type { State } from '../shell/state/state.ts'
import { dayOf } from './day-of.ts'
import { laneNames, lanes } from './lanes.ts'
import { type Fact, factsOf, timelineOf } from './timeline.ts'

/** How the timeline is written. */
export interface TimelineOptions {
  /** `text`, the default, or `mermaid`: a sequence diagram for Markdown. */
  as?: 'text' | 'mermaid' | undefined
  /** How many facts to show: only the last ones, without the opening of the bank. By default, all facts and the opening are shown. */
  last?: number | undefined
}

const rules: OptionRules<TimelineOptions> = { as: isOneOf(['text', 'mermaid']), last: isWholeFrom(0) }

const failing = {
  failed: 'Failed to write the timeline',
  advice: 'Write bank.timeline({ last: 10 }), for example.',
}

/** @throws {UsageError} if an option cannot be used; the message lists every problem */
export function timelineIn(state: State, options: TimelineOptions): string {
  const { as, last } = checkedOptions<TimelineOptions>(options, rules, failing)
  return (as === 'mermaid' ? diagramOf : timelineOf)(state, last)
}

function diagramOf(state: State, last?: number): string {
  const lines = ['sequenceDiagram', ...laneNames.map((lane) => `  participant ${lane} as ${lanes[lane].name}`)]
  let time = ''
  for (const fact of factsOf(state, last)) {
    const now = `${dayOf(fact.at)} ${fact.at.slice(11, 19)}`
    if (now !== time) lines.push(`  Note over request,push: ${escaped(now)}`)
    time = now
    lines.push(`  ${arrowOf(fact)}: ${escaped(fact.text)}`)
  }
  return lines.join('\n')
}

function arrowOf({ lane, isRefusal }: Fact): string {
  const [from, to] = ways[lane]
  return `${from}${isRefusal ? '-x' : '->>'}${to}`
}

const ways: Readonly<Record<Lane, readonly [from: string, to: string]>> = {
  request: ['request', 'bank'],
  test: ['test', 'bank'],
  bank: ['bank', 'bank'],
  payment: ['bank', 'payment'],
  money: ['payment', 'money'],
  push: ['bank', 'push'],
}

/** In Mermaid a semicolon ends a statement, and a number sign begins an entity. */
function escaped(text: string): string {
  return text.replace(/[#;]/g, (sign) => `#${sign.charCodeAt(0)};`).replace(/\s+/g, ' ')
}
