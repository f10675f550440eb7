/** The matcher on assumptions: what a test relied on beyond the specification. (§7) */
import type { Bank } from '../../bank/bank.ts'
import { checkedOptions, checkNames, isList } from '../../contract/options.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { UsageError } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { type Verdict, verdict } from './verdict.ts'

/**
 * What a test may rely on: `specified`, nothing beyond the specification; `observed`, what `calibrate` saw of a real service too;
 * `published`, publicly known facts as well.
 */
export type Ground = (typeof grounds)[number]

/** From the firmest on: each contains those before it. */
const grounds = ['specified', 'observed', 'published'] as const

/** Exceptions of a judgement about the ground of a test. */
export interface GroundOptions {
  /** Assumptions that you have made certain of yourself. */
  except?: readonly AssumptionId[] | undefined
}

/** Whether everything so far rests on firm ground. @throws {UsageError} where there is no such ground, option or assumption */
export function toRelyOnlyOn(bank: Bank, ground: Ground, given: GroundOptions = {}): Verdict {
  const failed = 'Failed to judge the ground of a test'
  if (!grounds.includes(ground)) {
    throw new UsageError(`${failed}: it is ${JSON.stringify(ground)}. Use 'specified', 'observed' or 'published'. (§7)`)
  }
  const firm: readonly string[] = grounds.slice(0, grounds.indexOf(ground) + 1)
  const advice = `Write { except: ['paging.order'] }, say, with ids of bank.assumptions.used(). (§7)`
  const { except = [] } = checkedOptions<GroundOptions>(given, { except: isList }, { failed, advice })
  checkNames(except, namesOf(assumptions), { failed, noun: 'assumption', section: '§7' })
  const beyond = bank.assumptions
    .used()
    .filter(({ id, provenance }) => !except.includes(id) && !firm.includes(provenance))
  const pass = beyond.length === 0
  const fact = pass
    ? `Failed to find an assumption beyond what is ${ground}: this test relies on none. (§7)`
    : `Failed to rely only on what is ${ground}: ${count(beyond.length, 'assumption')} beyond it. Ask the bank about them, then name those that hold in { except }. (§7)`
  const lines = beyond.map(({ id, section, provenance, value, usedBy }) => {
    const { open, why } = assumptions[id]
    return `  ${id} (${section}, ${provenance}) = ${JSON.stringify(value)}, by ${usedBy.join(', ')}\n    ${open}: ${why}`
  })
  return verdict(bank, pass, fact, () => [lines.join('\n')])
}
