/** Says in a sentence what came of a call. */
import { day, money, short, time as timeOf } from '../parts.tsx'
import type { View } from '../view.ts'
import type { Outcome } from './use-calls.ts'

interface Answer {
  readonly id?: string
  readonly now?: string
  readonly happened?: readonly object[]
  readonly amount?: number
  readonly status?: string
}

/** What a call on a wire did to it. */
const verbs: Readonly<Record<string, string>> = {
  sendWire: 'was sent',
  simulateInbound: 'came in',
  approveWire: 'was approved',
  rejectWire: 'was rejected',
  holdWire: 'was put on hold',
  reverseWire: 'was reversed',
}

/** How many facts a sentence has at most. */
const MOST = 3

export function resultOf({ call, value, step }: Outcome, view: View): string {
  const { id = '', now = '', happened, amount = 0, status = '' } = { ...(value as Answer) }
  const { operationId: name, summary } = call
  const verb = verbs[name]
  if (verb) return `Wire ${short(id)} ${verb}: ${money(amount)}, ${stateOf(id, view) ?? status}.`
  if (name === 'keepSnapshot') return `Snapshot ${id} is kept.`
  if (name === 'openBank' || name === 'forkBank') return `Bank ${id} is open: it is in the list of banks.`
  const time = `It is ${day(now)} ${timeOf(now)}`
  if (name === 'resetBank' || name === 'restoreSnapshot') return `${time} again.`
  const facts = factsSince(step, view)
  if (happened) return `${time}. ${capital(facts || `${happened.length || 'no'} things happened`)}.`
  return facts ? `${capital(facts)}.` : `Done: ${summary}`
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The status of a wire, and until when it has it: `on hold until 09:01`. Undefined if the page does not know the wire yet. */
function stateOf(id: string, { bank, states }: View): string | undefined {
  const now = states(bank.steps.length - 1).payments.get(bank.payments.findIndex((each) => each.id === id))
  if (now === undefined) return undefined
  const last = bank.steps.at(-1)
  const { status, waitsFor, until = '' } = now
  const isToday = day(until) === day(last?.until ?? last?.at ?? '')
  const end = until && ` until ${isToday ? '' : `${day(until)} `}${timeOf(until).replace(/:00$/, '')}`
  const word = status === 'Hold' ? 'on hold' : status.toLowerCase()
  if (waitsFor === null) return word
  return status === 'Hold' && end ? `${word}${end}` : `${word}; it waits for ${waitsFor}${end}`
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
