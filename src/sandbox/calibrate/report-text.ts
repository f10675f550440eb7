/** A calibration as a text for people: what differs first. */
import { count } from '../../core/kernel/count.ts'
import type { Leftover } from '../service/session.ts'
import type { ContractFinding } from './contract.ts'
import type { AssumptionFinding } from './findings.ts'

/** What the text is of. */
interface Summarized {
  readonly findings: readonly AssumptionFinding[]
  readonly contract: readonly ContractFinding[]
  /** How many calls there were. */
  readonly calls: number
  readonly left: readonly Leftover[]
  /** How long a change takes until a read shows it, in milliseconds. */
  readonly lag: number
}

export function textOfReport({ findings, contract, calls, left, lag }: Summarized): string {
  const of = (verdict: AssumptionFinding['verdict']) => findings.filter((finding) => finding.verdict === verdict)
  const [differs, agrees, unknown] = [of('differs'), of('agrees'), of('unknown')]
  const lines = [
    `${count(calls, 'call')}: ${agrees.length} assumptions agree, ${differs.length} differ, ${unknown.length} cannot be told.`,
    ...(lag > 0 ? [`A read shows a change up to ${lag} ms late: each read waited for that.`] : []),
    ...section('Differs', differs, ({ id, value, default: preset, seen }) => [
      `${id} = ${value === undefined ? 'no value of ours' : JSON.stringify(value)}, here ${JSON.stringify(preset)}`,
      `  ${seen}`,
    ]),
    ...section('Not as documented', contract, ({ endpoint, path, problem, expected, seen, source, evidence }) => [
      `${endpoint ?? 'a call'}${path === '' ? '' : ` ${path}`}: ${problem}, ${count(evidence.length, 'time')} (${source})`,
      `  expected ${expected}, seen ${seen}`,
    ]),
    ...section('Agrees', agrees, ({ id, seen }) => [`${id}: ${seen}`]),
    ...section('Cannot be told', byReason(unknown), ([why, ids]) => [why, ...ids.map((id) => `  ${id}`)]),
    ...section('Left behind', left, ({ kind, id }) => [`${kind} ${id}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** What cannot be told for one reason is told together. */
function byReason(unknown: readonly AssumptionFinding[]): [why: string, ids: string[]][] {
  const reasons = new Map<string, string[]>()
  for (const { id, seen } of unknown) reasons.set(seen, [...(reasons.get(seen) ?? []), id])
  return [...reasons]
}

function section<Item>(title: string, items: readonly Item[], linesOf: (item: Item) => string[]): string[] {
  if (items.length === 0) return []
  return ['', title, ...items.flatMap((item) => linesOf(item).map((line) => `  ${line}`))]
}
