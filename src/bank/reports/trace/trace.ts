/** The trace of a bank: an HTML file, or JSON, with each step of what happened and the state after it. */

import { checkedOptions, isOneOf, isText, type OptionRules, rule } from '../../../contract/options.ts'
import type { World } from '../../../core/world.ts'
import { isBank } from '../../shell/state/is-bank.ts'
import { type Snapshot, stateFrom } from '../../shell/state/snapshot.ts'
import type { State } from '../../shell/state/state.ts'
import { bankTraceOf } from './bank-trace.ts'
import { firstDifferenceOf } from './first-difference.ts'
import { htmlOf } from './html.ts'
import { stepsOf } from './steps.ts'
import type { BankTrace, Step, TraceData } from './trace-data.ts'

/** The options of a trace. */
export interface TraceOptions {
  /** `html`, the default, is a page. `json` is the data of the page, for machines: `vostro/report.schema.json` describes it. */
  as?: 'html' | 'json' | undefined
  /** The heading of the page, such as the full name of the test. By default it names the seed: `A bank with seed 1`. */
  title?: string | undefined
  /** What went wrong, such as the message of the failed test. It is shown below the heading, and as the last step. */
  problem?: string | undefined
  /** The file of the test, with the line that failed: `test/pay.test.ts:27`. Steps that this file made name their lines. */
  place?: string | undefined
  /** A second bank to compare with, such as the bank of a run that passed. The page marks the first difference. */
  beside?: { readonly snapshot: () => Snapshot; readonly world: World } | undefined
  /** The title of the second bank. By default it is `beside`. */
  besideTitle?: string | undefined
  /** A sentence for each injected change that no request or operation shows, such as the order of pushes. */
  marks?: readonly string[] | undefined
}

const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')

const rules: OptionRules<TraceOptions> = {
  as: isOneOf(['html', 'json']),
  title: isText,
  problem: isText,
  place: isText,
  beside: rule(isBank, 'must be a bank'),
  besideTitle: isText,
  marks: rule(isListOfTexts, 'must be a list of texts'),
}

const failing = {
  failed: 'Failed to make the trace',
  advice: "For example, write bank.trace({ title: 'pays once' }).",
}

/** @throws {UsageError} if an option cannot be used; the message lists every problem */
export async function traceOf(state: State, options: TraceOptions): Promise<string> {
  const data = traceDataOf(state, options)
  return options.as === 'json' ? JSON.stringify({ form: 'vostro-trace-1', ...data }) : htmlOf(data)
}

/** Returns the trace as a page that follows the bank while the bank is served. `follow` is the URL of the messages about changes. */
export async function followingTraceOf(
  state: State,
  { follow, ...options }: TraceOptions & { readonly follow: string },
): Promise<string> {
  return htmlOf({ ...traceDataOf(state, options), follow })
}

/** Returns a page without data: it gets all data from the URL that it follows. */
export async function emptyFollowingTrace(follow: string): Promise<string> {
  return htmlOf({ title: 'Trace', problem: null, marks: [], banks: [], firstDifference: null, follow })
}

function traceDataOf(state: State, options: TraceOptions): TraceData {
  const {
    title,
    problem = null,
    place,
    beside,
    besideTitle = 'beside',
    marks = [],
  } = checkedOptions(options, rules, failing)
  const name = title ?? `A bank with seed ${state.world.settings.seed}`
  const bank = bankTraceOf(name, state, stepsOf(state, place?.replace(/:\d+$/, '')))
  const failed = problem === null ? [] : [failedStep(bank, problem, place)]
  const told = { ...bank, steps: [...bank.steps, ...failed] }
  const head = { title: name, problem, ...(place === undefined ? {} : { place }), marks }
  if (!beside) return { ...head, banks: [told], firstDifference: null }
  const other = stateFrom(beside.snapshot(), beside.world.settings, {})
  const besides = bankTraceOf(besideTitle, other, stepsOf(other))
  const [firstDifference = null, besideDifference] = firstDifferenceOf(state, other)?.steps ?? []
  return {
    ...head,
    banks: [told, besides],
    firstDifference,
    ...(besideDifference === undefined ? {} : { besideDifference }),
  }
}

/** The last step of a test that failed: the failure, which changed nothing in the bank. */
function failedStep({ steps }: BankTrace, problem: string, place: string | undefined): Step {
  const last = steps.at(-1)
  const text = `failed: ${problem.trim().split('\n', 1)}`
  return {
    at: last?.until ?? last?.at ?? '',
    ...(place === undefined ? {} : { place: place.split(/[/\\]/).at(-1) as string }),
    facts: [{ lane: 'test', isRefusal: true, text }],
    changes: [],
    state: {},
  }
}
