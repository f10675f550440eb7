/** The proof: a bank of values that nobody knows is calibrated, and what was found is held against what it hides. */
import { type AssumptionValues, assumptions } from 'vostro'
import { type AssumptionFinding, calibrate } from 'vostro/sandbox'
import { keysOf } from '../../../src/core/kernel/keys.ts'
import { questions } from '../../../src/sandbox/questions/all-questions.ts'
import { alike, mustBeFound } from './conditions.ts'
import { hiddenBank } from './hidden-bank.ts'

/** What became of the assumptions of some banks. */
export interface Proof {
  /** How many of them could be seen, and were found. */
  visible: number
  found: number
  /** What was told wrongly: never. */
  wrong: string[]
  /** What could be seen, and was not told. */
  missed: string[]
}

/** Calibrates a hidden bank of these values, and judges what is told of each assumption. */
export async function proved(values: AssumptionValues, proof: Proof): Promise<Proof> {
  const { findings } = await calibrate(hiddenBank(values as never))
  for (const id of keysOf(questions)) {
    const finding = findings.find((each) => each.id === id)
    const isTold = finding !== undefined && finding.verdict !== 'unknown'
    if (isTold && !isRight(finding, values)) proof.wrong.push(`${id} is ${JSON.stringify(values[id])}: ${finding.seen}`)
    if (!mustBeFound(id, values)) continue
    proof.visible += 1
    if (isTold) proof.found += 1
    else proof.missed.push(`${id} = ${JSON.stringify(values[id])}: ${finding?.seen ?? 'nobody looked for it'}`)
  }
  return proof
}

/** Whether a bank of these values is as `finding` tells, or nobody outside could say that it is not. */
export function isRight({ id, value }: AssumptionFinding, values: AssumptionValues) {
  const hidden = assumptions[id].allowed.isFixed ? assumptions[id].default : values[id]
  return JSON.stringify(value) === JSON.stringify(hidden) || (alike[id]?.(value, values) ?? false)
}

export const nothing = (): Proof => ({ visible: 0, found: 0, wrong: [], missed: [] })
