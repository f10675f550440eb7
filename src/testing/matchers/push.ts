/** The matcher on pushes: which attempts to deliver an event there were, and how they ended. (§6) */
import type { Bank } from '../../bank/bank.ts'
import { checkedOptions, isOneOf, isText, isWholeFrom, type OptionRules } from '../../contract/options.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { checkEventName, type EventName } from '../../core/webhooks/event-name.ts'
import type { Push } from '../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import { textGiven } from './subject.ts'
import { type Verdict, verdict } from './verdict.ts'

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

const rules: OptionRules<PushExpectation> = {
  callbackUrl: isText,
  attempt: isWholeFrom(1),
  outcome: isOneOf(namesOf(pushOutcomes)),
  times: isWholeFrom(0),
}

/** Whether an event was pushed. @throws {UsageError} if no such event is documented or registered for */
export function toHavePushed(bank: Bank, eventName: EventName, given: PushExpectation = {}): Verdict {
  const failed = `Failed to look for a push of ${JSON.stringify(eventName)}`
  checkEventName(bank.world, textGiven(eventName, 'the name of an event', failed), failed)
  const advice = "Write { attempt: 1, outcome: 'refused', times: 1 }, say. (§6)"
  const { times, ...wanted } = checkedOptions(given, rules, { failed, advice })
  const ofEvent = bank.pushes.filter((push) => push.eventName === eventName)
  const facts = Object.entries(wanted) as [keyof Push, unknown][]
  const found = ofEvent.filter((push) => facts.every(([name, value]) => value === undefined || push[name] === value))
  const pass = times === undefined ? found.length > 0 : found.length === times
  const words = facts.map(([name, value]) => `, ${name} ${String(value)}`).join('')
  const fact = `Failed to find ${pass ? 'no push' : 'a push'} of ${eventName}${words}: ${times ?? 'at least one'} expected, ${found.length} made. (§6)`
  const lines = ofEvent.map((push) => `  attempt ${push.attempt}  ${push.outcome}  ${push.at}  ${push.callbackUrl}`)
  return verdict(bank, pass, fact, () => [lines.length === 0 ? 'None was pushed.' : `Pushed:\n${lines.join('\n')}`])
}
