/** Finds the first difference between a failing run and the clean run: at best one that no fault decided, and that is not of time alone. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { historyOf } from '../../bank/reports/history.ts'
import type { Happening } from '../../core/happening.ts'

interface Step {
  readonly at: string
  readonly what: string
  readonly outcome: string
  /** True if a fault decided the outcome. */
  readonly isStruck: boolean
}

/** Two lines, one for each run; empty if the runs do not differ. */
export function firstDifference(run: Bank, clean: Bank): string[] {
  const [own, others] = [stepsOf(run), stepsOf(clean)]
  const length = Math.max(own.length, others.length)
  for (const isSame of [isAlike, isEqual])
    for (let index = 0; index < length; index++) {
      const [here, there] = [own[index], others[index]]
      if (!here || !there || !isSame(here, there)) return [`here   ${stepText(here)}`, `clean  ${stepText(there)}`]
    }
  return []
}

/** True if two steps are the same apart from their ids, and apart from an outcome that a fault decided. */
function isAlike(one: Step, other: Step): boolean {
  const nameless = ({ what }: Step) => what.replace(/[\da-f]{8}-[\da-f-]{27}/gi, '')
  return nameless(one) === nameless(other) && (one.isStruck || other.isStruck || one.outcome === other.outcome)
}

const isEqual = (one: Step, other: Step) => one.at === other.at && one.outcome === other.outcome

function stepText(step: Step | undefined): string {
  return step ? `${step.at.slice(0, 10)} ${step.at.slice(11, 19)}  ${step.what} ${step.outcome}` : 'nothing more'
}

/** Requests, and pushes that have ended, in the order of the timeline. */
function stepsOf(bank: Bank): Step[] {
  const { state } = portOf(bank)
  const outcomes = new Map(bank.pushes.map(({ id, outcome }) => [id, outcome]))
  const stepsOfPush = (happening: Happening): Step[] => {
    const outcome = 'pushId' in happening ? outcomes.get(happening.pushId) : undefined
    if (outcome === undefined || !('eventName' in happening)) return []
    return [{ at: happening.at, what: `push of ${happening.eventName}`, outcome, isStruck: false }]
  }
  return historyOf(state).flatMap((each) => {
    if ('entry' in each) return each.entry.happenings.flatMap(stepsOfPush)
    const { at, method, url, status, fault } = each.exchange
    const outcome = status === 0 ? 'no answer' : `${status}`
    return [{ at, what: `${method} ${new URL(url).pathname}`, outcome, isStruck: fault !== undefined }]
  })
}
