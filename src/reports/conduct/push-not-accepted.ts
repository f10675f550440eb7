/**
 * A push is answered with success. Found is a receiver that answered otherwise, threw, or did not answer in time, even where a later
 * attempt got through; not a push that was only captured, nor one whose answer the test had lost. (§6)
 */
import { count } from '../../core/kernel/count.ts'
import type { Push } from '../../core/webhooks/push-record.ts'
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import type { Rule } from './finding.ts'
import { groupBy } from './group-by.ts'

export const pushNotAccepted: Rule = {
  rule: 'push_not_accepted',
  section: '§6',
  advice: 'Keep the event id, answer with success at once, and do the work afterwards.',
  find: ({ pushes }) =>
    [...groupBy(pushes.filter(wasSent), ({ callbackUrl }) => callbackUrl)].flatMap(([address, sent]) => {
      const failed = sent.filter(({ outcome }) => pushOutcomes[outcome].complaint)
      const [first] = failed
      if (first === undefined) return []
      const complaint = pushOutcomes[first.outcome].complaint?.(first)
      const which = failed.length === 1 ? first.eventName : `the first, ${first.eventName},`
      const fact = `${failed.length} of ${count(sent.length, 'push', 'pushes')} to "${address}" failed; ${which} ${complaint}.`
      return [{ fact, pushes: failed.map(({ id }) => id) }]
    }),
}

/** Whether the receiver has got it: not one that was only captured, nor a request from elsewhere. */
const wasSent = ({ outcome }: Push): boolean => outcome !== 'captured' && outcome !== 'received'
