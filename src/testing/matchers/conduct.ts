/** The matcher on conduct: what the code under test did against the specification. (§4, §5, §6, §9) */
import type { Bank } from '../../bank/bank.ts'
import { conductRules } from '../../bank/reports/conduct/conduct.ts'
import type { ConductRule } from '../../bank/reports/conduct/finding.ts'
import { checkedOptions, checkNames, isList } from '../../contract/options.ts'
import { count } from '../../core/kernel/count.ts'
import { type Verdict, verdict } from './verdict.ts'

/** Exceptions of a judgement about conduct. */
export interface ConductOptions {
  /** Rules that this test breaks on purpose. */
  readonly except?: readonly ConductRule[] | undefined
}

/**
 * Whether the code under test kept to the specification so far.
 *
 * @throws {UsageError} where there is no such option or rule; where requests or pushes are gone
 */
export function toFollowTheSpecification(bank: Bank, given: ConductOptions = {}): Verdict {
  const failed = 'Failed to judge the conduct'
  const advice = `Write { except: ['wire_polled'] }, say. (§5)`
  const { except = [] } = checkedOptions<ConductOptions>(given, { except: isList }, { failed, advice })
  checkNames(except, conductRules, { failed, noun: 'rule', section: '§5' })
  const findings = bank.conduct().filter(({ rule }) => !except.includes(rule))
  const pass = findings.length === 0
  const fact = pass
    ? 'Failed to find conduct against the specification: there is none. (§5)'
    : `Failed to follow the specification: ${count(findings.length, 'finding')}. (§5)`
  const lines = findings.map(({ rule, text }) => `  ${rule}: ${text}`)
  return verdict(bank, pass, fact, () => [lines.join('\n')])
}
