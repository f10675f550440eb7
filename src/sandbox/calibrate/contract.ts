/** The answers of a service against the contract: each difference once, with the exchanges that have it. */
import { isRecord } from '../../core/kernel/json.ts'
import { type ContractProblem, contractProblems, type ServiceAddresses } from '../recordings/contract-check.ts'
import type { RecordedExchange } from '../recordings/exchange.ts'

/** What is not as documented in the answers of a service. */
export interface ContractFinding extends ContractProblem {
  /** The exchanges that have it, by their places in the report's `exchanges`. */
  readonly evidence: readonly number[]
}

export function contractFindings(exchanges: readonly RecordedExchange[], urls: ServiceAddresses): ContractFinding[] {
  const found = new Map<string, { problem: ContractProblem; evidence: number[] }>()
  for (const [number, exchange] of exchanges.entries()) {
    if (isOfGateway(exchange)) continue
    for (const problem of contractProblems(exchange, { urls })) {
      // The same in each record of a list is one difference.
      const path = problem.path.replace(/(^|\.)\d+(?=\.|$)/g, '$1*')
      const key = JSON.stringify([problem.endpoint, path, problem.problem, problem.seen])
      const known = found.get(key)
      if (known === undefined) found.set(key, { problem: { ...problem, path }, evidence: [number] })
      else if (known.evidence.at(-1) !== number) known.evidence.push(number)
    }
  }
  return [...found.values()].map(({ problem, evidence }) => ({ ...problem, evidence }))
}

/** A limit, or trouble, without a record: something before the service has answered. */
const isOfGateway = ({ status, body }: RecordedExchange) => (status === 429 || status >= 500) && !isRecord(body)
