/** Says in a sentence what came of a call. */
import { type FaultKind, faultKinds } from '../../../../../core/faults/fault-kinds.ts'
import { capital, day, time as timeOf } from '../parts.tsx'
import type { View } from '../view.ts'
import type { Outcome } from './use-calls.ts'

interface Answer {
  readonly id?: string
  readonly now?: string
  readonly fault?: FaultKind
  readonly happened?: readonly object[]
}

/** How many facts a sentence has at most. */
const MOST = 3

export function resultOf({ call, given, value, step }: Outcome, view: View): string {
  const { id = '', now = '', fault, happened } = { ...(value as Answer) }
  const { operationId: name, summary } = call
  if (name === 'keepSnapshot') return `Snapshot ${id} is kept.`
  if (name === 'openBank' || name === 'forkBank') return `Bank ${id} is open: it is in the list of banks.`
  const time = `It is ${day(now)} ${timeOf(now)}`
  if (name === 'resetBank') return `${time} again.`
  if (name === 'restoreSnapshot') return `Snapshot ${(given.body as Answer).id} is restored. ${time} again.`
  const facts = factsSince(step, view)
  if (happened) return `${time}. ${capital(facts || `${happened.length || 'no'} things happened`)}.`
  const waits =
    fault && faultKinds[fault].strikes === 'request' ? ' It waits for a request of your code: Pay is none.' : ''
  return facts ? `${capital(facts)}.${waits}` : `Done: ${summary}`
}

/** What the steps since the call say of payments, or else of all. */
function factsSince(step: number, { bank, live }: View): string {
  const made = bank.steps.slice(Math.max(step - (live?.left ?? 0), 0))
  const all = made.flatMap((each) => (each.request === undefined ? each.facts : []))
  const ofPayments = all.filter(({ lane }) => lane === 'payment')
  const told = ofPayments.length > 0 ? ofPayments : all
  // Of each payment the last fact counts.
  const facts = [...new Map(told.map(({ payment, text }) => [payment ?? text, text])).values()]
  return facts.slice(0, MOST).join('; ') + (facts.length > MOST ? `; and ${facts.length - MOST} more` : '')
}
