/** The first difference between a failing run and the clean one, apart from the changes of the run. */
import type { Bank } from '../../bank/bank.ts'

interface Step {
  readonly at: string
  readonly what: string
  readonly outcome: string
  /** Whether a change of the run made its outcome. */
  readonly isStruck: boolean
}

/** The first difference, as a line of each run; empty where there is none. */
export function firstDifference(run: Bank, clean: Bank): string[] {
  const [own, others] = [stepsOf(run), stepsOf(clean)]
  const length = Math.max(own.length, others.length)
  for (let index = 0; index < length; index++) {
    const [here, there] = [own[index], others[index]]
    if (!here || !there || !isAlike(here, there)) return [`here   ${stepText(here)}`, `clean  ${stepText(there)}`]
  }
  return []
}

/** Ids differ from run to run; a step that a change struck is known already. */
function isAlike(one: Step, other: Step): boolean {
  const nameless = ({ what }: Step) => what.replace(/[\da-f]{8}-[\da-f-]{27}/gi, '')
  return nameless(one) === nameless(other) && (one.isStruck || other.isStruck || one.outcome === other.outcome)
}

function stepText(step: Step | undefined): string {
  return step ? `${step.at.slice(0, 10)} ${step.at.slice(11, 19)}  ${step.what} ${step.outcome}` : 'nothing more'
}

function stepsOf(bank: Bank): Step[] {
  const requests = bank.requests.map(
    ({ at, method, url, status, fault }): Step => ({
      at,
      what: `${method} ${new URL(url).pathname}`,
      outcome: status === 0 ? 'no answer' : `${status}`,
      isStruck: fault !== undefined,
    }),
  )
  const pushes = bank.pushes.map(
    ({ at, notification: { eventName }, outcome }): Step => ({
      at,
      what: `push of ${eventName}`,
      outcome,
      isStruck: false,
    }),
  )
  return [...requests, ...pushes].sort((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)))
}
