/** How a trace is made, checked before anything is. */

import { checkedOptions, isText, type OptionRules, rule } from '../../../contract/options.ts'
import type { World } from '../../../core/world.ts'
import { isBank } from '../../shell/state/is-bank.ts'
import type { Snapshot } from '../../shell/state/snapshot.ts'

/** A bank that is shown beside another. */
interface TracedBank {
  readonly snapshot: () => Snapshot
  readonly world: World
}

/** How the trace of a bank is made. */
export interface TraceOptions {
  /** Stands on top of the page, such as the full name of the test; by default `A bank with seed 1`, say. */
  title?: string | undefined
  /** What went wrong, such as the message of the test that failed: stands on top of the page. */
  problem?: string | undefined
  /** Another bank, shown beside this one and aligned at the first difference: that of the run that went well, say. */
  beside?: TracedBank | undefined
  /** What the other bank is called; by default `beside`. */
  besideTitle?: string | undefined
  /** What was injected and stands in no request and no operation, such as the order of pushes: each a sentence. */
  marks?: readonly string[] | undefined
}

const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')

const rules: OptionRules<TraceOptions> = {
  title: isText,
  problem: isText,
  beside: rule(isBank, 'must be a bank'),
  besideTitle: isText,
  marks: rule(isListOfTexts, 'must be a list of texts'),
}

/** @throws {UsageError} where an option cannot be used, with every problem listed */
export function traceOptionsFrom(given: unknown): TraceOptions {
  return checkedOptions(given, rules, {
    failed: 'Failed to make the trace',
    advice: "Write bank.trace({ title: 'pays once' }), say. (§3)",
  })
}
