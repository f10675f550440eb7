/** Two matchers on the whole test: the ground that it relied on (assumptions), and its conduct against the specification. (§4, §5, §6, §7, §9) */
import type { Bank } from '../../bank/bank.ts'
import { conductRules } from '../../bank/reports/conduct/conduct.ts'
import type { ConductRule } from '../../bank/reports/conduct/finding.ts'
import { checkedOptions, checkNames, isList } from '../../contract/options.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { type Verdict, verdict } from './verdict.ts'

/** What answers may depend on. `specified`: the specification; `observed`: also what `calibrate` saw; `published`: also public facts. */
export type Ground = (typeof grounds)[number]

/** The grounds from the firmest to the weakest. Each includes those before it. */
const grounds = ['specified', 'observed', 'published'] as const

/** The options of `toRelyOnlyOn`. */
export interface GroundOptions {
  /** Assumptions that you have verified yourself. */
  except?: readonly AssumptionId[] | undefined
}

/** @throws {UsageError} if the ground, an option or an id is unknown */
export function toRelyOnlyOn(bank: Bank, ground: Ground, given: GroundOptions = {}): Verdict {
  const failed = 'Failed to judge the ground of a test'
  if (!grounds.includes(ground)) {
    throw new UsageError(`${failed}: it is ${JSON.stringify(ground)}. Use 'specified', 'observed' or 'published'.`)
  }
  const firm: readonly string[] = grounds.slice(0, grounds.indexOf(ground) + 1)
  const advice = `Write, for example, { except: ['paging.order'] }, with ids of bank.assumptions.used().`
  const except = exceptionsIn(given, keysOf(assumptions), { failed, advice, noun: 'assumption', section: '§7' })
  const beyond = bank.assumptions
    .used()
    .filter(({ id, provenance }) => !except.includes(id) && !firm.includes(provenance))
  const pass = beyond.length === 0
  const fact = pass
    ? `This test relies only on what is ${ground}, which it says must not be so. (§7)`
    : `Failed to rely only on what is ${ground}: this test relies on ${count(beyond.length, 'other assumption')}. Ask your bank about them, then name in { except } those that are right. (§7)`
  const lines = beyond.map(({ id, section, provenance, value, usedBy }) => {
    const { open, why } = assumptions[id]
    return `  ${id} (${section}, ${provenance}) = ${JSON.stringify(value)}, by ${usedBy.join(', ')}\n    ${open}: ${why}`
  })
  return verdict(bank, pass, fact, () => [lines.join('\n')])
}

/** The options of `toFollowTheSpecification`. */
export interface ConductOptions {
  /** Rules that this test breaks on purpose. */
  readonly except?: readonly ConductRule[] | undefined
}

/** @throws {UsageError} if there is no such option or rule */
export function toFollowTheSpecification(bank: Bank, given: ConductOptions = {}): Verdict {
  const failed = 'Failed to judge the conduct'
  const advice = `Write, for example, { except: ['wire_polled'] }.`
  const except = exceptionsIn(given, conductRules, { failed, advice, noun: 'rule', section: '§5' })
  const findings = bank.conduct().filter(({ rule }) => !except.includes(rule))
  const pass = findings.length === 0
  const fact = pass
    ? 'The code under test followed the specification, which the test says must not be so. (§5)'
    : `Failed to follow the specification: ${count(findings.length, 'finding')}. (§5)`
  const lines = findings.map(({ rule, text }) => `  ${rule}: ${text}`)
  return verdict(bank, pass, fact, () => [lines.join('\n')])
}

/** @throws {UsageError} if an exception is unknown */
function exceptionsIn(
  given: GroundOptions | ConductOptions,
  known: readonly string[],
  how: { failed: string; advice: string; noun: string; section: string },
): readonly string[] {
  const { except = [] } = checkedOptions<{ except?: readonly string[] | undefined }>(given, { except: isList }, how)
  checkNames(except, known, how)
  return except
}
