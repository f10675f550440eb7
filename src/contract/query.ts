/** The query of an address: which parameters a call reads, whatever the case of their names. (§4) */
import * as z from 'zod/mini'
import { isSummaryParameter } from '../core/loans/summary/query.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import type { Schema } from './operation.ts'

/** The parameters under the names that the schema has; one that it does not have keeps its own. */
export function queryFrom(schema: Schema, given: URLSearchParams): Record<string, string> {
  const names = namesIn(schema)
  return Object.fromEntries([...given].map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]))
}

/** The names of the parameters of an address that the call does not read. */
export function unreadParameters(endpoint: EndpointName, url: string): string[] {
  const names = namesIn(endpoints[endpoint].query)
  const isRead = (name: string) =>
    endpoint === 'getLoanSummary' ? isSummaryParameter(name) : names.has(name.toLowerCase())
  return [...new Set(new URL(url).searchParams.keys())].filter((name) => !isRead(name))
}

function namesIn(schema: Schema | undefined): ReadonlyMap<string, string> {
  const names = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
  return new Map(names.map((name) => [name.toLowerCase(), name]))
}
