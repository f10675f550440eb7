/**
 * A receiver answers a push with success. This rule finds a receiver that answered otherwise, threw, or was too late, even where a later
 * attempt got through. It leaves out a push that was only captured, whose answer a fault of the test dropped, or that the test forged. (§6)
 */
import { count } from '../../../core/kernel/count.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import type { Push } from '../../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../../core/webhooks/webhook-status.ts'
import type { Rule } from './finding.ts'

export const pushNotAccepted: Rule = {
  rule: 'push_not_accepted',
  section: '§6',
  advice: 'Keep the event id, answer 200 at once, and do the work afterwards.',
  find: ({ pushes }) =>
    [...groupBy(pushes.filter(wasSent), ({ callbackUrl }) => callbackUrl)].flatMap(([address, sent]) => {
      const failed = sent.filter(({ outcome }) => pushOutcomes[outcome].complaint)
      const [first] = failed
      if (first === undefined) return []
      const complaint = pushOutcomes[first.outcome].complaint?.(first)
      const which = failed.length === 1 ? first.eventName : `the first, ${first.eventName},`
      const events = new Set(sent.map(({ notification }) => notification.id)).size
      const tried = `${count(sent.length, 'attempt')} to push ${count(events, 'event')}`
      const fact = `${failed.length} of ${tried} to "${address}" failed; ${which} ${complaint}.`
      const advice = adviceFor(first)
      return [{ fact, pushes: failed.map(({ id }) => id), ...(advice ? { advice } : {}) }]
    }),
}

/** The advice to a receiver whose answer tells more than that it failed. */
function adviceFor({ answer, callbackUrl }: Push): string | undefined {
  if (answer?.status === 404 || answer?.status === 405) {
    return `Serve POST at ${new URL(callbackUrl).pathname}, or register the address at which the receiver listens.`
  }
  const isSuccess = answer !== undefined && answer.status >= 200 && answer.status < 300
  return isSuccess
    ? `Answer 200: by the assumption webhooks.success no other answer is success ('2xx' takes ${answer.status}, too).`
    : undefined
}

/** Whether the bank sent a push: not where it was only captured, came from elsewhere, or was forged, which a receiver must refuse. */
const wasSent = ({ outcome, isForged }: Push): boolean => outcome !== 'captured' && outcome !== 'received' && !isForged
