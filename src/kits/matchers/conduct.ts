/** The matcher on conduct: what the code under test did against the specification. (§4, §5, §6, §9) */
import type { Bank } from '../../bank.ts'
import { count } from '../../core/kernel/count.ts'
import type { ConductRule } from '../../reports/conduct/finding.ts'
import { type Verdict, verdict } from './verdict.ts'

/** What conduct is not held against. */
export interface ConductOptions {
  /** Rules that this test breaks on purpose. */
  readonly except?: readonly ConductRule[] | undefined
}

/** Whether the code under test kept to the specification so far. */
export function toFollowTheSpecification(bank: Bank, { except = [] }: ConductOptions = {}): Verdict {
  const findings = bank.conduct().filter(({ rule }) => !except.includes(rule))
  const pass = findings.length === 0
  const fact = pass
    ? 'Failed to find conduct against the specification: there is none. (§5)'
    : `Failed to follow the specification: ${count(findings.length, 'finding')}. (§5)`
  const lines = findings.map(({ rule, text }) => `  ${rule}: ${text}`)
  return verdict(bank, pass, fact, () => [lines.join('\n')])
}
