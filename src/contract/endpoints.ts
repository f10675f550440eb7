/**
 * THE TABLE of endpoints: every call that the bank answers, put together from the sections. Routing, validation, MSW handlers and
 * the reference come from here. The ten rows of the specification come first, in its order (§4); the published and the assumed ones follow.
 */
import { tokenEndpoints } from './access.ts'
import { subledgerEndpoints } from './account.ts'
import type { EndpointRow } from './endpoint.ts'
import { loanEndpoints } from './loan.ts'
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

/** What the compiler knows of each row. */
export type EndpointRows = typeof sections

/** The name of a call. */
export type EndpointName = keyof typeof sections

export const endpoints = {
  ...rowsOf('specified'),
  ...rowsOf('published'),
  ...rowsOf('assumed'),
} as { readonly [Name in EndpointName]: EndpointRow }

function rowsOf(source: EndpointRow['source']): Record<string, EndpointRow> {
  return Object.fromEntries(Object.entries<EndpointRow>(sections).filter(([, row]) => row.source === source))
}
