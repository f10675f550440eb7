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
    ...section('Not as documented', alike(contract), ([{ path, problem, expected, seen, source }, all]) => [
      `${callsOf(all)}${path === '' ? '' : ` ${path}`}: ${problem}, ${count(timesOf(all), 'time')} (${source})`,
      `  expected ${expected}, seen ${seen}`,
    ]),
    ...section('Agrees', agrees, ({ id, seen }) => [`${id}: ${seen}`]),
    ...section('Cannot be told', byReason(unknown), ([why, ids]) => [why, ...ids.map((id) => `  ${id}`)]),
    ...section('Left behind', left, ({ kind, id }) => [`${kind} ${id}`]),
  ]
  return `${lines.join('\n')}\n`
}

/** The same remark on several calls is one. */
function alike(contract: readonly ContractFinding[]): [first: ContractFinding, all: readonly ContractFinding[]][] {
  const groups = new Map<string, ContractFinding[]>()
  for (const finding of contract) {
    const { path, problem, expected, seen, source } = finding
    const key = JSON.stringify([path, problem, expected, seen, source])
    groups.set(key, [...(groups.get(key) ?? []), finding])
  }
  return [...groups.values()].map((all) => [all[0] as ContractFinding, all])
}

/** So many calls are named. */
const FEW = 3

function callsOf(all: readonly ContractFinding[]): string {
  const names = all.map(({ endpoint }) => endpoint ?? 'a call')
  const further = names.length - FEW
  return further > 0 ? `${names.slice(0, FEW).join(', ')} and ${count(further, 'further call')}` : names.join(', ')
}

const timesOf = (all: readonly ContractFinding[]) => new Set(all.flatMap(({ evidence }) => evidence)).size

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
