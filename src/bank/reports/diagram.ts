/**
 * The diagram: the timeline as a Mermaid sequence diagram, for a pull request or a document. The lanes of the timeline are its
 * participants.
 */
import type { Lane } from '../../core/telling.ts'
import type { Keep } from '../shell/state/log.ts'
import type { State } from '../shell/state/shell.ts'
import { dayOf } from './day-of.ts'
import { type Fact, factsOf } from './timeline.ts'

export function diagramOf(state: State, keep: Keep, last?: number): string {
  const lines = [
    'sequenceDiagram',
    '  participant partner as Your code',
    '  participant bank as The bank',
    '  participant payment as Payments',
    '  participant money as Money',
    '  participant push as Your webhook',
  ]
  let time = ''
  for (const fact of factsOf(state, keep, last)) {
    const now = `${dayOf(fact.at)} ${fact.at.slice(11, 19)}`
    if (now !== time) lines.push(`  Note over partner,push: ${escaped(now)}`)
    time = now
    lines.push(`  ${arrowOf(fact)}: ${escaped(fact.text)}`)
  }
  return lines.join('\n')
}

/** From whom to whom a fact goes; a refusal ends in a cross. */
function arrowOf({ lane, isRefusal }: Fact): string {
  const [from, to] = ways[lane]
  return `${from}${isRefusal ? '-x' : '->>'}${to}`
}

const ways: Readonly<Record<Lane, readonly [from: string, to: string]>> = {
  request: ['partner', 'bank'],
  bank: ['bank', 'bank'],
  payment: ['bank', 'payment'],
  money: ['payment', 'money'],
  push: ['bank', 'push'],
}

/** Mermaid ends a statement at a semicolon and begins an entity with a number sign. */
function escaped(text: string): string {
  return text.replace(/[#;]/g, (sign) => `#${sign.charCodeAt(0)};`).replace(/\s+/g, ' ')
}
