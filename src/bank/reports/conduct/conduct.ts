/** The conduct report: applies every rule to the evidence. A partner that follows the specification has no findings. (§4, §5, §6, §9) */
import { AssumptionNotes } from '../../../core/assumptions/notes.ts'
import { UsageError } from '../../../core/errors.ts'
import { count } from '../../../core/kernel/count.ts'
import { visible } from '../../../core/kernel/visible.ts'
import { INTERNAL, readingOf } from '../../../core/turn.ts'
import { keptPushes } from '../../../core/webhooks/push-record.ts'
import { exchangesOf } from '../../shell/state/exchange.ts'
import type { State } from '../../shell/state/state.ts'
import { amountInMajorUnits } from './amount-in-major-units.ts'
import { loanSummaryQueried, parameterNotRead, retryAfterIgnored } from './call-as-documented.ts'
import { createNotRepeatable, keyWithAnotherBody } from './create-not-repeatable.ts'
import type { ConductRule, Evidence, Finding, Rule } from './finding.ts'
import { pushNotAccepted, wirePolled } from './pushes.ts'
import { tokenNotRenewed, tokenRequestedPerCall } from './tokens.ts'

const rules: readonly Rule[] = [
  tokenRequestedPerCall,
  tokenNotRenewed,
  wirePolled,
  createNotRepeatable,
  keyWithAnotherBody,
  amountInMajorUnits,
  loanSummaryQueried,
  parameterNotRead,
  pushNotAccepted,
  retryAfterIgnored,
]

export const conductRules: readonly ConductRule[] = rules.map(({ rule }) => rule)

/** @throws {UsageError} if a process has forgotten requests or pushes, because these may have been evidence */
export function evidenceOf({ world, requests }: State): Evidence {
  const gone = requests.first + world.webhooks.pushes.first
  if (gone > 0) {
    throw new UsageError(
      `Failed to judge the conduct: ${count(gone, 'request or push', 'requests and pushes')} of this bank are no longer kept (--keep). Judge it sooner, or keep more. (§5)`,
    )
  }
  const { assume } = readingOf(world, INTERNAL, new AssumptionNotes('conduct'))
  // Each rule reads all exchanges, so a list that is made once is cheaper than a lazy view.
  const exchanges = [...exchangesOf(requests)]
  const registrations = [...world.webhooks.registrations].filter(({ isRemoved }) => !isRemoved)
  const registered = new Set(registrations.map(({ eventName }) => eventName))
  return { exchanges, pushes: keptPushes(world), registered, idempotencyHeader: assume('idempotency.header') }
}

export function conductOf(evidence: Evidence): Finding[] {
  return rules.flatMap(({ find, rule, section, advice: usual }) =>
    find(evidence).map(({ requests = [], pushes = [], fact, advice = usual }) => {
      const text = visible(`${fact} ${advice} (${section})`)
      return { rule, section, requests, pushes, fact, advice, text }
    }),
  )
}
