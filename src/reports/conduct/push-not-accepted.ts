/**
 * A push is answered with success. Found is a receiver that answered otherwise, threw, or did not answer in time, even where a later
 * attempt got through; not a push that was only captured, nor one whose answer the test had lost. (§6)
 */
import { pushOutcomes } from '../../core/webhooks/webhook-status.ts'
import type { Rule } from './finding.ts'

export const pushNotAccepted: Rule = {
  rule: 'push_not_accepted',
  section: '§6',
  advice: 'Keep the event id, answer with success at once, and do the work afterwards.',
  find: ({ pushes }) => {
    const addresses = [...new Set(pushes.map(({ callbackUrl }) => callbackUrl))]
    return addresses.flatMap((address) => {
      const own = pushes.filter(({ callbackUrl }) => callbackUrl === address)
      const failed = own.filter(({ outcome }) => pushOutcomes[outcome].complaint)
      const [first] = failed
      if (first === undefined) return []
      const complaint = pushOutcomes[first.outcome].complaint?.(first)
      const fact = `${failed.length} of ${own.length} pushes to "${address}" failed; the first, ${first.eventName}, ${complaint}.`
      return [{ fact, pushes: failed.map(({ id }) => id) }]
    })
  },
}
