/** The conduct report: every rule held against the evidence. Where a partner keeps to the specification it is empty. (§4, §5, §6, §9) */
import { amountInMajorUnits } from './amount-in-major-units.ts'
import { createNotRepeatable } from './create-not-repeatable.ts'
import type { Evidence, Finding, Rule } from './finding.ts'
import { loanSummaryQueried } from './loan-summary-queried.ts'
import { pushNotAccepted } from './push-not-accepted.ts'
import { tokenNotRenewed } from './token-not-renewed.ts'
import { tokenRequestedPerCall } from './token-requested-per-call.ts'
import { wirePolled } from './wire-polled.ts'

const rules: readonly Rule[] = [
  tokenRequestedPerCall,
  tokenNotRenewed,
  wirePolled,
  createNotRepeatable,
  amountInMajorUnits,
  loanSummaryQueried,
  pushNotAccepted,
]

/** Everything that these requests and pushes show against the specification, rule by rule. */
export function conductOf(evidence: Evidence): Finding[] {
  return rules.flatMap(({ rule, section, advice, find }) =>
    find(evidence).map(({ requests = [], pushes = [], fact, advice: own = advice }) => ({
      rule,
      section,
      requests,
      pushes,
      fact,
      advice: own,
      text: `${fact} ${own} (${section})`,
    })),
  )
}
