/** The conduct report: applies every rule to the evidence. A partner that follows the specification has no findings. (§4, §5, §6, §9) */
import { AssumptionNotes } from '../../../core/assumptions/notes.ts'
import { UsageError } from '../../../core/errors.ts'
import { count } from '../../../core/kernel/count.ts'
import { visible } from '../../../core/kernel/visible.ts'
import { INTERNAL, readingOf } from '../../../core/turn.ts'
import type { World } from '../../../core/world.ts'
import { exchangesOf, firstRequest, type KeptExchange } from '../../shell/state/exchange.ts'
import { shownPushes } from '../../shell/state/forgetting.ts'
import type { Keep, Log } from '../../shell/state/log.ts'
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

/** @throws {UsageError} if requests or pushes are gone, because these may have been evidence */
export function evidenceOf(world: World, requests: Log<KeptExchange>, keep: Keep): Evidence {
  const gone = firstRequest(requests, keep, world.now)
  refuseGone(gone, 'request', 'the later ones (keep.requests)')
  const pushes = shownPushes(world, keep.events)
  refuseGone(world.webhooks.pushes.size - pushes.length, 'push', 'the later events (keep.events)')
  const { assume } = readingOf(world, INTERNAL, new AssumptionNotes('conduct'))
  // Each rule reads all exchanges, so a list that is made once is cheaper than a lazy view.
  const exchanges = [...exchangesOf(requests, keep, world.now)]
  const registrations = [...world.webhooks.registrations].filter(({ isRemoved }) => !isRemoved)
  const registered = new Set(registrations.map(({ eventName }) => eventName))
  return { exchanges, pushes, registered, idempotencyHeader: assume('idempotency.header') }
}

function refuseGone(gone: number, noun: 'request' | 'push', kept: string): void {
  if (gone === 0) return
  const what = `${count(gone, noun, noun === 'push' ? 'pushes' : 'requests')} ${gone === 1 ? 'is' : 'are'} gone`
  throw new UsageError(
    `Failed to judge the conduct: ${what}, because the bank keeps only ${kept}. Judge it sooner, or keep them all. (§5)`,
  )
}

export function conductOf(evidence: Evidence): Finding[] {
  return rules.flatMap(({ find, rule, section, advice: usual }) =>
    find(evidence).map(({ requests = [], pushes = [], fact, advice = usual }) => {
      const text = visible(`${fact} ${advice} (${section})`)
      return { rule, section, requests, pushes, fact, advice, text }
    }),
  )
}
