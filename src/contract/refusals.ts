/** Which calls may be refused with which status, as documents have it; a limit or a failure of the service may strike any. (§7) */
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
    // A restriction of the bank's is not the partner's to place, change or remove. (§2.8 rule 5)
    [403, !isSecured || (isWritten && operation.startsWith('restrictions.'))],
    [404, service === 'banking' && Boolean(parameters || body || query)],
    [409, service === 'banking' && isWritten],
    [413, Boolean(body)],
  ]
  return list.flatMap(([status, isPossible]) => (isPossible ? status : []))
}
