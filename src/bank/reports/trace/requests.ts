/** The requests of a trace: each with its answer, what it rested on beyond the specification, and the conduct findings that name it. */
import { endpoints } from '../../../contract/endpoints.ts'
import { isUsageError } from '../../../core/errors.ts'
import { exchangesOf, type HttpExchange } from '../../shell/state/exchange.ts'
import { type Keep, sizeOf } from '../../shell/state/log.ts'
import type { State } from '../../shell/state/shell.ts'
import { type AssumptionUse, usesOf } from '../assumption-uses.ts'
import { conductOf, evidenceOf } from '../conduct/conduct.ts'
import type { Evidence, Finding } from '../conduct/finding.ts'
import type { BankTrace, TracedRequest } from './trace-data.ts'

/** What is known of requests beyond themselves. */
interface Known {
  readonly uses: readonly AssumptionUse[]
  readonly findings: readonly Finding[]
}

/** @param missing - gets a sentence for what cannot be shown; @param first - the number of the first request that is shown */
export function requestsOf(
  state: State,
  keep: Keep,
  missing: string[],
  first = 0,
): Pick<BankTrace, 'requests' | 'findings' | 'assumptions'> {
  const uses = usesOf(state)
  const evidence = first > 0 ? undefined : evidenceIn(state, keep, missing)
  if (first > 0) missing.push('What conduct finds is not shown, as it judges all requests: ask bank.conduct() for it.')
  const findings = evidence ? conductOf(evidence) : []
  const exchanges = evidence?.exchanges ?? exchangesFrom(first, state, keep)
  return {
    requests: exchanges.map((exchange) => requestOf(exchange, { uses, findings })),
    findings: findings.map(({ rule, text }) => ({ rule, text })),
    assumptions: uses.map(({ usedBy: _, ...assumption }) => assumption),
  }
}

/** One request. */
function requestOf({ journalSize: _, ...exchange }: HttpExchange, { uses, findings }: Known): TracedRequest {
  const { endpoint, id } = exchange
  const operation = endpoint === null ? undefined : endpoints[endpoint].operation
  return {
    ...exchange,
    assumptions: indicesOf(uses, ({ usedBy }) => [operation, endpoint].some((name) => name && usedBy.includes(name))),
    findings: indicesOf(findings, ({ requests }) => requests.includes(id)),
  }
}

/** What conduct judges; undefined where part of it is gone. */
function evidenceIn({ world, requests }: State, keep: Keep, missing: string[]): Evidence | undefined {
  try {
    return evidenceOf(world, requests, keep)
  } catch (cause) {
    if (!isUsageError(cause)) throw cause
    missing.push(cause.message)
    return undefined
  }
}

/** The kept requests, from the one of a number on. */
function exchangesFrom(first: number, { requests, world }: State, keep: Keep): HttpExchange[] {
  const kept = exchangesOf(requests, keep, world.now)
  return kept.slice(Math.max(0, first - (sizeOf(requests) - kept.length)))
}

function indicesOf<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isWanted(item) ? [index] : []))
}
