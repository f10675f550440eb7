/** The findings on each assumption and on the contract, each with the exchanges that show it. */
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { groupBy } from '../../core/kernel/group-by.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { questions } from '../questions/all-questions.ts'
import { Exchanges } from '../questions/exchanges.ts'
import type { Verdict } from '../questions/question.ts'
import { type ContractProblem, contractProblems, type ServiceAddresses } from '../recordings/contract-check.ts'
import { isOfProxy, type RecordedExchange } from '../recordings/exchange.ts'

/** The result of a calibration for one assumption. */
export interface AssumptionFinding {
  readonly id: AssumptionId
  /** The section of the specification that leaves this open. */
  readonly section: string
  /** What the specification does not say. */
  readonly open: string
  /** `agrees`: the service does as our default says. `differs`: it does not. `unknown`: no exchange shows it. */
  readonly verdict: 'agrees' | 'differs' | 'unknown'
  readonly default: unknown
  /** The value with which our bank does as the service does; absent if there is no such value, or the verdict is `unknown`. */
  readonly value?: unknown
  /** Whether the run was not to ask this, because of its scope, or because it only read a recording. */
  readonly isBeyond: boolean
  /** What the exchanges show, or why they show nothing. */
  readonly seen: string
  /** The exchanges that show this, as their indexes in the report's `exchanges`. */
  readonly evidence: readonly number[]
}

/** The first verdict on an assumption stays, unless it is `unknown`: then a later verdict replaces it. */
export class Findings {
  readonly #found = new Map<AssumptionId, AssumptionFinding>()

  /** In the order of the catalogue of assumptions. */
  get all(): AssumptionFinding[] {
    return keysOf(assumptions).flatMap((id) => this.#found.get(id) ?? [])
  }

  add(id: AssumptionId, verdict: Verdict | undefined, evidence: readonly number[] = [], isBeyond = false): void {
    const known = this.#found.get(id)
    if (verdict === undefined || (known && (known.verdict !== 'unknown' || verdict.verdict === 'unknown'))) return
    const { section, open, default: preset } = assumptions[id]
    this.#found.set(id, { id, section, open, default: preset, ...found(id, verdict), isBeyond, evidence })
  }

  /** Adds the reason why these are unknown. Without evidence they are not asked. */
  addUnknown(ids: readonly AssumptionId[], seen: string, evidence?: readonly number[]): void {
    for (const id of ids) this.add(id, { verdict: 'unknown', seen }, evidence, evidence === undefined)
  }

  /** Adds the verdicts that the exchanges show. If they do not answer a question, adds the reason. */
  read(exchanges: readonly RecordedExchange[], urls: ServiceAddresses): void {
    const all = new Exchanges(exchanges, urls)
    for (const id of keysOf(questions)) {
      const question = questions[id]
      if (question.kind !== 'read') continue
      const from = question.from(all)
      const verdict = from.length === 0 ? undefined : question.judge(from)
      const why = `no exchange shows it; this is needed: ${question.when}`
      // What the exchanges show says more than why a call among them failed.
      if (verdict && this.#found.get(id)?.verdict === 'unknown' && !this.#found.get(id)?.isBeyond)
        this.#found.delete(id)
      const places = (verdict?.at ?? from).map(({ place }) => place)
      this.add(id, verdict ?? { verdict: 'unknown', seen: why }, places)
    }
  }
}

function found(id: AssumptionId, verdict: Verdict): Pick<AssumptionFinding, 'verdict' | 'value' | 'seen'> {
  const { default: preset, allowed } = assumptions[id]
  const { seen } = verdict
  if (verdict.verdict !== 'is') return { verdict: verdict.verdict, seen }
  const { value } = verdict
  if (JSON.stringify(value) === JSON.stringify(preset)) return { verdict: 'agrees', value, seen }
  if (allowed.accepts(value)) return { verdict: 'differs', value, seen }
  return { verdict: 'differs', seen: `${seen}, which our bank cannot do: the assumption allows ${allowed.words}` }
}

/** A place where a service's answers break the contract. */
export interface ContractFinding extends ContractProblem {
  /** The exchanges with this problem, as their indexes in the report's `exchanges`. */
  readonly evidence: readonly number[]
}

export function contractFindings(exchanges: readonly RecordedExchange[], urls: ServiceAddresses): ContractFinding[] {
  const all = exchanges.flatMap((exchange, number) =>
    isOfProxy(exchange) || exchange.status >= 500
      ? []
      : contractProblems(exchange, { urls }).map((problem) => ({ ...inLists(problem), number })),
  )
  const alike = groupBy(all, ({ endpoint, path, problem, seen }) => JSON.stringify([endpoint, path, problem, seen]))
  return [...alike.values()].map((same) => {
    const { number: _, ...problem } = same[0] as (typeof all)[number]
    return { ...problem, evidence: [...new Set(same.map(({ number }) => number))] }
  })
}

/** Puts `*` for list indexes, so that the same problem in many records of a list is one finding. */
const inLists = (problem: ContractProblem): ContractProblem => ({
  ...problem,
  path: problem.path.replace(/(^|\.)\d+(?=\.|$)/g, '$1*'),
})
