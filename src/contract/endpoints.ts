/** Joins the endpoints of the sections, whose files have the rows: first those of the specification (§4), then the published, then the assumed. */

import * as z from 'zod/mini'
import { isSummaryParameter } from '../core/loans/summary/query.ts'
import { tokenEndpoints } from './access.ts'
import { subledgerEndpoints } from './account.ts'
import type { EndpointRow } from './endpoint.ts'
import { loanEndpoints } from './loan.ts'
import type { Schema } from './operation.ts'
import { restrictionEndpoints } from './restriction.ts'
import { transactionEndpoints } from './transaction.ts'
import { webhookEndpoints } from './webhook.ts'
import { wireEndpoints } from './wire-payment.ts'

const sections = {
  ...tokenEndpoints,
  ...wireEndpoints,
  ...webhookEndpoints,
  ...restrictionEndpoints,
  ...subledgerEndpoints,
  ...transactionEndpoints,
  ...loanEndpoints,
} as const

export type EndpointRows = typeof sections

/** The name of a call. */
export type EndpointName = keyof EndpointRows

export const endpoints = Object.fromEntries(
  ['specified', 'published', 'assumed'].flatMap((source) =>
    Object.entries<EndpointRow>(sections).filter(([, row]) => row.source === source),
  ),
) as { readonly [Name in EndpointName]: EndpointRow }

/** The parameters of an address, with their names spelled as in the schema; unknown names keep their spelling. */
export function queryFrom(schema: Schema, given: URLSearchParams): Record<string, string> {
  const names = namesIn(schema)
  return Object.fromEntries([...given].map(([name, value]) => [names.get(name.toLowerCase()) ?? name, value]))
}

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
