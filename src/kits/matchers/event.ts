/** The matcher on events: what the bank emitted, about which payment, how often. (§6) */
import type { Bank } from '../../bank.ts'
import { count } from '../../core/kernel/count.ts'
import { type Verdict, verdict } from './verdict.ts'

/** Which events count. */
export interface EventExpectation {
  /** Only events about this payment. */
  paymentId?: string | undefined
  /** Exactly so many; left out, one or more. */
  times?: number | undefined
}

/** Whether the bank emitted an event. */
export function toHaveEmitted(bank: Bank, eventName: string, { paymentId, times }: EventExpectation = {}): Verdict {
  const named = bank.events.filter((event) => event.eventName === eventName)
  const found = named.filter(
    ({ resources }) => paymentId === undefined || resources.some((path) => path.split('/').includes(paymentId)),
  )
  const pass = times === undefined ? found.length > 0 : found.length === times
  const about = paymentId === undefined ? '' : ` about payment "${paymentId}"`
  const wanted = times === undefined ? 'at least one' : String(times)
  const fact = pass
    ? `Failed to find no ${eventName}${about}: ${count(found.length, 'event')} emitted. (§6)`
    : `Failed to find ${eventName}${about}: ${wanted} expected, ${found.length} emitted. (§6)`
  return verdict(bank, pass, fact, () => [emittedBy(bank), explanationOf(bank, paymentId)])
}

function emittedBy({ events, world }: Bank): string {
  const gone = world.webhooks.events.size - events.length
  const before = gone === 0 ? '' : `  ${count(gone, 'older event')}, no longer kept (keep.events)\n`
  if (events.length === 0 && gone === 0) return 'The bank emitted nothing.'
  const lines = events.map(({ eventName, resources }) => `  ${eventName}  ${resources.join(', ')}`)
  return `The bank emitted:\n${before}${lines.join('\n')}`
}

function explanationOf(bank: Bank, paymentId: string | undefined): string {
  try {
    return paymentId === undefined ? '' : bank.explain(paymentId).text
  } catch {
    return `This bank has no payment "${paymentId}".`
  }
}
