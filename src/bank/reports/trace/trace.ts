/** The trace of a bank: one HTML file that shows step by step what happened, and the state after each step. */

import { checkedOptions, isOneOf, isText, type OptionRules, rule } from '../../../contract/options.ts'
import type { World } from '../../../core/world.ts'
import { isBank } from '../../shell/state/is-bank.ts'
import type { Keep } from '../../shell/state/log.ts'
import { type Snapshot, stateFrom } from '../../shell/state/snapshot.ts'
import type { State } from '../../shell/state/state.ts'
import { bankTraceOf } from './bank-trace.ts'
import { htmlOf } from './html.ts'
import { stepsOf } from './steps.ts'
import type { BankTrace, Step, TraceData } from './trace-data.ts'

/** How the trace of a bank is made. */
export interface TraceOptions {
  /** `html`, the default: a page; `json`: what the page shows, for machines, as `vostro/report.schema.json` describes it. */
  as?: 'html' | 'json' | undefined
  /** Stands on top of the page, such as the full name of the test; by default `A bank with seed 1`, say. */
  title?: string | undefined
  /** What went wrong, such as the message of the test that failed: stands on top of the page. */
  problem?: string | undefined
  /** Another bank, shown beside this one with their first difference marked: that of the run that went well, say. */
  beside?: { readonly snapshot: () => Snapshot; readonly world: World } | undefined
  /** The title of the other bank; by default `beside`. */
  besideTitle?: string | undefined
  /** Injected changes that no request and no operation shows, such as the order of pushes: each a sentence. */
  marks?: readonly string[] | undefined
}

const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')

const rules: OptionRules<TraceOptions> = {
  as: isOneOf(['html', 'json']),
  title: isText,
  problem: isText,
  beside: rule(isBank, 'must be a bank'),
  besideTitle: isText,
  marks: rule(isListOfTexts, 'must be a list of texts'),
}

const failing = { failed: 'Failed to make the trace', advice: "Write bank.trace({ title: 'pays once' }), say. (§3)" }

/** @throws {UsageError} where an option cannot be used, with every problem listed */
export async function traceOf(state: State, keep: Keep, options: TraceOptions): Promise<string> {
  const data = traceDataOf(state, keep, options)
  return options.as === 'json' ? JSON.stringify({ form: 'vostro-trace-1', ...data }) : await htmlOf(data)
}

/** The same as a page that follows the bank, as long as it comes from a server; `follow` is the URL of the messages about changes. */
export async function followingTraceOf(
  state: State,
  keep: Keep,
  { follow, ...options }: TraceOptions & { readonly follow: string },
): Promise<string> {
  return await htmlOf({ ...traceDataOf(state, keep, options), follow })
}

/** A page without data of a bank: all of it comes from the address that it follows. */
export async function emptyFollowingTrace(follow: string): Promise<string> {
  return await htmlOf({ title: 'Trace', problem: null, marks: [], banks: [], firstDifference: null, follow })
}

function traceDataOf(state: State, keep: Keep, options: TraceOptions): TraceData {
  const { title, problem = null, beside, besideTitle = 'beside', marks = [] } = checkedOptions(options, rules, failing)
  const name = title ?? `A bank with seed ${state.world.settings.seed}`
  const bank = bankTraceOf(name, state, keep, stepsOf(state, keep))
  if (!beside) return { title: name, problem, marks, banks: [bank], firstDifference: null }
  const other = stateFrom(beside.snapshot(), beside.world.settings, {})
  const banks = [bank, bankTraceOf(besideTitle, other, {}, stepsOf(other, {}))] as const
  return { title: name, problem, marks, banks, firstDifference: firstDifferenceOf(...banks) }
}

function firstDifferenceOf(one: BankTrace, other: BankTrace): number | null {
  const length = Math.max(one.steps.length, other.steps.length)
  for (let index = 0; index < length; index++) {
    if (printOf(one.steps[index]) !== printOf(other.steps[index])) return index
  }
  return null
}

/** A step as text, without ids: those of new records differ as soon as the banks do. */
function printOf(step: Step | undefined): string | undefined {
  if (!step) return undefined
  const { at, operation, outcome, facts, mark } = step
  const texts = facts.map(({ text }) => text.replace(/\b[\da-f]{8}(?:-[\da-f-]{27})?\b/g, 'id'))
  return [at, operation, outcome, mark, ...texts].join('\n')
}
