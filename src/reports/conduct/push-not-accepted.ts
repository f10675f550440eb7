/**
 * A push is answered with success. Found is a receiver that answered otherwise, threw, or did not answer in time, even where a later
 * attempt got through; not a push that was only captured, nor one whose answer the test had lost. (§6)
 */
import type { Push } from '../../core/webhooks/push-record.ts'
import type { Rule } from './finding.ts'

export const pushNotAccepted: Rule = {
  rule: 'push_not_accepted',
  section: '§6',
  advice: 'Keep the event id, answer with success at once, and do the work afterwards.',
  find: ({ pushes }) => {
    const addresses = [...new Set(pushes.map(({ callbackUrl }) => callbackUrl))]
    return addresses.flatMap((address) => {
      const own = pushes.filter(({ callbackUrl }) => callbackUrl === address)
      const failed = own.filter(isFailure)
      const [first] = failed
      if (first === undefined) return []
      const fact = `${failed.length} of ${own.length} pushes to "${address}" failed; the first, ${first.eventName}, ${howItEnded(first)}.`
      return [{ fact, pushes: failed.map(({ id }) => id) }]
    })
  },
}

function isFailure({ outcome }: Push): boolean {
  return outcome === 'refused' || outcome === 'failed' || outcome === 'timedOut'
}

function howItEnded({ outcome, answer, failure }: Push): string {
  if (outcome === 'refused') return `was answered ${answer?.status}`
  return outcome === 'timedOut' ? 'was not answered in time' : `ended in an error: ${failure}`
}
