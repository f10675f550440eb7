/** The matchers on events: which events the bank emitted, about which payment or loan, how often, and how they were pushed. (§6) */
import type { Bank } from '../../bank/bank.ts'
import {
  checkedOptions,
  isOneOf,
  isText,
  isWholeFrom,
  type OptionRules,
  refuseUndefined,
} from '../../contract/options.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { slotOfUuid } from '../../core/kernel/identity.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { transactionIdOf } from '../../core/ledger/transaction-record.ts'
import { loanResource } from '../../core/loans/loan-event.ts'
import { streams } from '../../core/streams.ts'
import { checkEventName, type EventName, type EventSubject, subjectOfEvents } from '../../core/webhooks/event-name.ts'
import type { Push } from '../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import { type Subject, subjectOf, textGiven } from './subject.ts'
import { type Verdict, verdictOnCount } from './verdict.ts'

/** Which events count. */
export interface EventExpectation {
  /** Only events about this payment and the transactions posted for it. With the id of a transaction: only events about it. */
  paymentId?: string | undefined
  /** Only events about this loan. */
  loanId?: string | undefined
  /** The exact number; by default one or more. */
  times?: number | undefined
}

const rules: OptionRules<EventExpectation> = { paymentId: isText, loanId: isText, times: isWholeFrom(0) }

/**
 * @throws {UsageError} if the event is neither documented nor registered for; if the bank does not have the payment or loan; or if the
 *   event is never about a payment or loan of this kind
 */
export function toHaveEmitted(bank: Bank, eventName: EventName, given: EventExpectation = {}): Verdict {
  const failed = `Failed to look for ${JSON.stringify(eventName)}`
  checkEventName(bank.world, textGiven(eventName, 'the name of an event', failed), failed)
  const how = { failed, advice: 'Write { paymentId: payment.id, times: 1 }, say.' }
  const expected = checkedOptions(given, rules, how)
  refuseUndefined(expected, ['paymentId', 'loanId'], how)
  const { times } = expected
  const about = aboutOf(bank, eventName, expected, failed)
  const found = bank.events.filter((event) => event.eventName === eventName && about.isNamedIn(event.resources))
  const event = `${eventName}${about.words}`
  const counted = {
    ...{ times, found: found.length, section: '§6' },
    ifPass: `${event}: ${count(found.length, 'event')} emitted, which the test says must not happen.`,
    ifNot: `Failed to find ${event}: ${times ?? 'at least one'} expected, ${found.length} emitted.`,
  }
  return verdictOnCount(bank, counted, () => [emittedBy(bank), about.explanation()])
}

/** The subject that an event must name. */
interface About {
  readonly words: string
  readonly isNamedIn: (resources: readonly string[]) => boolean
  readonly explanation: () => string
}

function aboutOf(bank: Bank, eventName: EventName, { paymentId, loanId }: EventExpectation, failed: string): About {
  const id = paymentId ?? loanId
  if (id === undefined) return { words: '', isNamedIn: () => true, explanation: () => '' }
  const noun = paymentId === undefined ? 'loan' : 'payment'
  const subject = subjectOfEvents(eventName)
  const isBoth = paymentId !== undefined && loanId !== undefined
  if (isBoth || (subject !== noun && subject !== 'anything')) throw neverAbout(eventName, subject, failed)
  const found = subjectOf(bank, id, `${failed} about ${noun} "${id}"`)
  const { kind } = found
  if ((kind === 'loan') !== (noun === 'loan') || (kind === 'transaction' && eventName.startsWith('Wire.'))) {
    throw new UsageError(
      `${failed} about ${noun} "${found.id}": this is a ${kind}, not a ${noun}. Take the id of a ${noun}. (§6)`,
    )
  }
  const words = ` about ${kind} "${id}"`
  if (kind === 'loan') {
    const resource = loanResource(found.id)
    return {
      words,
      isNamedIn: (resources) => resources.includes(resource),
      explanation: () => `loan ${found.id}: ${found.status}`,
    }
  }
  const ids = idsAbout(bank, found)
  return {
    words,
    isNamedIn: (resources) => resources.some((path) => path.split('/').some((step) => ids.has(step))),
    explanation: () => bank.explain(id).text,
  }
}

function idsAbout({ world }: Bank, { kind, id }: Subject): ReadonlySet<string> {
  const { seed } = world.settings
  const wire = kind === 'payment' ? slotOfUuid(seed, streams.payment, id) : undefined
  const own = [...world.ledger.transactions].flatMap(({ payment }, slot) =>
    wire !== undefined && payment === wire ? transactionIdOf(seed, slot) : [],
  )
  return new Set([id, ...own])
}

function neverAbout(eventName: string, subject: EventSubject, failed: string): UsageError {
  const advice = {
    payment: 'a payment or a transaction: name it with { paymentId }, and leave loanId out',
    loan: 'a loan: name it with { loanId }, and leave paymentId out',
    account: 'an account: leave paymentId and loanId out',
    anything: 'one thing: name it with { paymentId } or { loanId }',
  }
  return new UsageError(`${failed}: each ${eventName} is about ${advice[subject]}.`)
}

function emittedBy(bank: Bank): string {
  const { events } = bank
  if (events.length === 0) return 'The bank emitted nothing.'
  const lines = events.map(({ eventName, resources }) => `  ${eventName}  ${resources.join(', ')}`)
  return `The bank emitted:\n${lines.join('\n')}`
}

/** Which pushes count. */
export interface PushExpectation {
  /** Only pushes to this address, as registered. */
  callbackUrl?: string | undefined
  /** Only this attempt to deliver an event, from 1. */
  attempt?: number | undefined
  /** Only pushes with this outcome. */
  outcome?: Push['outcome'] | undefined
  /** The exact number; by default one or more. */
  times?: number | undefined
}

const pushRules: OptionRules<PushExpectation> = {
  callbackUrl: isText,
  attempt: isWholeFrom(1),
  outcome: isOneOf(keysOf(pushOutcomes)),
  times: isWholeFrom(0),
}

/** @throws {UsageError} if the event is neither documented nor registered for */
export function toHavePushed(bank: Bank, eventName: EventName, given: PushExpectation = {}): Verdict {
  const failed = `Failed to look for a push of ${JSON.stringify(eventName)}`
  checkEventName(bank.world, textGiven(eventName, 'the name of an event', failed), failed)
  const advice = "Write { attempt: 1, outcome: 'refused', times: 1 }, say."
  const { times, ...wanted } = checkedOptions(given, pushRules, { failed, advice })
  const ofEvent = bank.pushes.filter((push) => push.eventName === eventName)
  const facts = Object.entries(wanted) as [keyof Push, unknown][]
  const found = ofEvent.filter((push) => facts.every(([name, value]) => value === undefined || push[name] === value))
  const words = facts.map(([name, value]) => `, ${name} ${String(value)}`).join('')
  const push = `${eventName}${words}`
  const lines = ofEvent.map((push) => `  attempt ${push.attempt}  ${push.outcome}  ${push.at}  ${push.callbackUrl}`)
  const counted = {
    ...{ times, found: found.length, section: '§6' },
    ifPass: `${push}: ${count(found.length, 'push', 'pushes')} made, which the test says must not happen.`,
    ifNot: `Failed to find a push of ${push}: ${times ?? 'at least one'} expected, ${found.length} made.`,
  }
  return verdictOnCount(bank, counted, () => [lines.length === 0 ? 'None was pushed.' : `Pushed:\n${lines.join('\n')}`])
}
