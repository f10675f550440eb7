/** The statuses with which each call may be refused, for documents. Limits and failures of the service can strike any call. (§7) */
import type { EndpointRow } from './endpoint.ts'

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413

/** The statuses with which a call is refused. */
export function refusalsOf(row: EndpointRow): RefusalStatus[] {
  const { service, isSecured, parameters, query, body, method, operation } = row
  if (operation === 'discovery') return []
  const isWritten = method !== 'GET'
  const list: [RefusalStatus, boolean][] = [
    [400, Boolean(parameters || query || body)],
    [401, true],
    // A partner may not place, change or remove a restriction of the bank. (§2.8 rule 5)
    [403, !isSecured || (isWritten && operation.startsWith('restrictions.'))],
    [404, service === 'banking' && Boolean(parameters || body || query)],
    [409, service === 'banking' && isWritten],
    [413, Boolean(body)],
  ]
  return list.flatMap(([status, isPossible]) => (isPossible ? status : []))
}
