/** The names of events: those of the banking API and the five of the loan service. A partner may register for other names too. (§6) */
import { UsageError } from '../errors.ts'
import type { Open } from '../kernel/known.ts'
import { slipOf, unknownName } from '../kernel/nearest.ts'
import { loanEventNames } from '../loans/loan.ts'
import type { World } from '../world.ts'

/** The events of the banking API. Two are specified, and always emitted. For each other event, an assumption says when it is emitted. */
export const bankEvents = {
  'Wire.Payment.Sent': 'specified',
  'Wire.Payment.Received': 'specified',
  'Wire.Payment.Rejected': 'events.wires',
  'Wire.Payment.Canceled': 'events.wires',
  'Wire.Payment.Processed': 'events.wires',
  'Core.Restriction.Placed': 'events.restrictions',
  'Core.Restriction.Removed': 'events.restrictions',
  'Core.SubAccount.Opened': 'events.subledgers',
  'Core.SubAccount.Status.Changed': 'events.subledgers',
  'Core.SubAccount.Closed': 'events.subledgers',
  'Core.SubAccount.Title.Changed': 'events.subledgers',
  'Core.Transaction.Completed': 'events.transactions',
  'Core.Activity.Posted': 'events.transactions',
} as const

export type BankEventName = keyof typeof bankEvents

export type LoanEventName = (typeof loanEventNames)[number]

/** The name of an event: one that is documented, or another that a partner registered for. */
export type EventName = Open<BankEventName | LoanEventName>

/** Every name that is documented. */
export const eventNames: readonly string[] = [...Object.keys(bankEvents), ...loanEventNames]

export type EventSubject = 'payment' | 'account' | 'loan' | 'anything'

export function subjectOfEvents(name: string): EventSubject {
  if (loanEventNames.some((each) => each === name)) return 'loan'
  if (!eventNames.includes(name)) return 'anything'
  return /^(Wire|Core\.Transaction|Core\.Activity)\./.test(name) ? 'payment' : 'account'
}

/** The documented name that a name misspells, or undefined. */
export function mistypedEvent(name: string): string | undefined {
  return slipOf(name, eventNames)
}

/**
 * Checks the name of an event. It must be documented, or have a registration; a misspelt documented name is refused even then.
 *
 * @throws {UsageError} if the name is refused; the message has the nearest known name
 */
export function checkEventName({ webhooks: { registrations } }: World, name: string, failed: string): void {
  const registered = [...registrations].map(({ eventName }) => eventName)
  const own = registered.filter((each) => mistypedEvent(each) === undefined)
  if (eventNames.includes(name) || own.includes(name)) return
  const known = [...new Set([...eventNames, ...own])]
  throw new UsageError(
    `${failed}: ${unknownName('event', name, known)} The documented ones are ${eventNames.join(', ')}. (§6)`,
  )
}
