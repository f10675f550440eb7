/** Coverage of behaviour, axis by axis. There is no total, because a percentage on one axis says nothing about another axis. */

import { historyOf } from '../../bank/reports/history.ts'
import type { State } from '../../bank/shell/state/state.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { assumptions } from '../../core/assumptions/catalogue.ts'
import { type FaultKind, faultKinds, requestFaults } from '../../core/faults/fault-kinds.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { keptPushes } from '../../core/webhooks/push-record.ts'
import { type Axis, type Evidence, happenings } from './axis.ts'
import { calendar } from './calendar.ts'
import { callOf, calls } from './calls.ts'
import { beforeAnswer, events, struckPush } from './events.ts'
import { refusals } from './refusals.ts'
import { postings, restrictions } from './refused-money.ts'
import { days, lineOf, pay } from './statements.ts'
import { loans, stepsOfRecords } from './steps.ts'

/** For each fault that needs a line of test code of its own: the line in which it strikes. */
const strikes: { readonly [Kind in FaultKind]?: string } = {
  beforeAnswer,
  expiredToken: struckCall('expiredToken', 'listWires'),
  staleRead: lineOf(pay, struckCall('staleRead', 'listWires')),
  partialRelease: lineOf(
    `bank.faults.inject('partialRelease', { count: 1 })`,
    `for (let times = 0; times < 2; times++) ${pay}`,
    days,
  ),
}

/** Returns a line of test code in which the fault strikes the call. The line catches the error of a call without an answer. */
function struckCall(kind: FaultKind, name: EndpointName): string {
  return lineOf(`bank.faults.inject('${kind}', { endpoint: '${name}', uses: 1 })`, `${callOf(name)}.catch(() => {})`)
}

const isOfRequest = (kind: string) => (requestFaults as readonly string[]).includes(kind)

const faults: Axis = {
  title: 'Faults that struck',
  section: '§7',
  rows: () =>
    Object.fromEntries(
      namesOf(faultKinds).map((name) => {
        const usual = faultKinds[name].strikes === 'push' ? struckPush(name) : struckCall(name, 'createWire')
        return [name, strikes[name] ?? usual]
      }),
    ),
  // Observers, such as explore's, strike requests with faults that the bank itself does not know.
  met: (evidence) => [
    ...evidence.requests.flatMap(({ fault }) => fault ?? []),
    ...[...happenings(evidence, 'fault.struck')].flatMap(({ fault }) => (isOfRequest(fault) ? [] : fault)),
  ],
}

const relied: Axis = {
  title: 'Assumptions on which answers rested',
  section: '§7',
  rows: () => Object.fromEntries(namesOf(assumptions).map((name) => [name, undefined])),
  met: ({ state }) => Object.keys(state.uses),
}

export const axes = {
  calls,
  refusals,
  steps: stepsOfRecords,
  postings,
  restrictions,
  events,
  faults,
  calendar,
  loans,
  assumptions: relied,
} as const satisfies { readonly [name: string]: Axis }

export type AxisName = keyof typeof axes

/** For each axis, the rows that were met, and how often each row was met. */
export type Met = { readonly [Name in AxisName]: { readonly [row: string]: number } }

export function metBy(state: State): Met {
  const history = historyOf(state)
  const evidence: Evidence = {
    state,
    entries: history.flatMap((each) => ('entry' in each ? each.entry : [])),
    requests: history.flatMap((each) => ('exchange' in each ? each.exchange : [])),
    pushes: keptPushes(state.world),
  }
  return eachAxis((axis) => counted(axis.met(evidence)))
}

export const metNothing: Met = eachAxis(() => ({}))

export function metTogether(one: Met, other: Met): Met {
  return eachAxis((_, name) => {
    const both = { ...one[name] }
    for (const [row, count] of Object.entries(other[name] ?? {})) both[row] = (both[row] ?? 0) + count
    return both
  })
}

function eachAxis<Value>(make: (axis: Axis, name: AxisName) => Value): { readonly [Name in AxisName]: Value } {
  return Object.fromEntries(namesOf(axes).map((name) => [name, make(axes[name], name)])) as never
}

function counted(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
