/** Finds the first difference of two banks: at best one that no fault decided, and that is not of time alone. Trace and `explore` show it. */
import { keptPushes } from '../../../core/webhooks/push-record.ts'
import type { KeptExchange } from '../../shell/state/exchange.ts'
import type { State } from '../../shell/state/state.ts'
import { toldSteps } from './steps.ts'

/** A request or a push that has ended, or another fact. */
interface Event {
  /** The number of its step in the trace. */
  readonly step: number
  readonly at: string
  readonly what: string
  readonly outcome: string
  /** True if a fault decided the outcome. */
  readonly isStruck: boolean
}

interface Difference {
  /** Its step in the trace of each bank; if a bank has nothing more, the step after its last one. */
  readonly steps: readonly [number, number]
  readonly events: readonly [Event | undefined, Event | undefined]
}

/** Undefined if the banks do not differ. Where each request and push is the same, other facts may differ. */
export function firstDifferenceOf(one: State, other: State): Difference | undefined {
  const [own, others] = [eventsOf(one), eventsOf(other)]
  for (const [kind, isSame] of [
    ['calls', isAlike],
    ['calls', isEqual],
    ['facts', isAlike],
  ] as const)
    for (let index = 0; index < Math.max(own[kind].length, others[kind].length); index++) {
      const [here, there] = [own[kind][index], others[kind][index]]
      if (here && there && isSame(here, there)) continue
      return { steps: [here?.step ?? own.size, there?.step ?? others.size], events: [here, there] }
    }
  return undefined
}

/** Two lines, one for each run; empty if the runs do not differ. */
export function differenceLines(run: State, clean: State): string[] {
  const found = firstDifferenceOf(run, clean)
  return found ? [`here   ${textOf(found.events[0])}`, `clean  ${textOf(found.events[1])}`] : []
}

/** True if two events are the same apart from their ids, and apart from an outcome that a fault decided. */
function isAlike(one: Event, other: Event): boolean {
  const nameless = ({ what }: Event) => what.replace(/\b[\da-f]{8}(?:-[\da-f-]{27})?\b/gi, '')
  return nameless(one) === nameless(other) && (one.isStruck || other.isStruck || one.outcome === other.outcome)
}

const isEqual = (one: Event, other: Event) => one.at === other.at && one.outcome === other.outcome

function textOf(event: Event | undefined): string {
  return event
    ? `${event.at.slice(0, 10)} ${event.at.slice(11, 19)}  ${event.what} ${event.outcome}`.trimEnd()
    : 'nothing more'
}

/** `size` is the number of steps. */
function eventsOf(
  state: State,
): { readonly [Kind in 'calls' | 'facts']: readonly Event[] } & { readonly size: number } {
  const outcomes = new Map(keptPushes(state.world).map(({ id, outcome }) => [id, outcome]))
  const steps = toldSteps(state)
  const calls = steps.flatMap(({ exchange, facts }, step): Event[] => [
    ...(exchange ? [{ step, ...eventOf(exchange) }] : []),
    ...facts.flatMap(({ happening }): Event[] => {
      const outcome = happening && 'pushId' in happening ? outcomes.get(happening.pushId) : undefined
      if (!outcome || !happening || !('eventName' in happening)) return []
      return [{ step, at: happening.at, what: `push of ${happening.eventName}`, outcome, isStruck: false }]
    }),
  ])
  const facts = steps.flatMap((told, step) =>
    told.facts.map(({ at, text }): Event => ({ step, at, what: text, outcome: '', isStruck: false })),
  )
  return { calls, facts, size: steps.length }
}

function eventOf({ at, method, url, status, fault }: KeptExchange): Omit<Event, 'step'> {
  const outcome = status === 0 ? 'no answer' : `${status}`
  return { at, what: `${method} ${new URL(url).pathname}`, outcome, isStruck: fault !== undefined }
}
