/** The last stage: performs the request, gives the answer its headers, and records the exchange, all in one tick. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { AssumptionNotes, assuming, valuesWith } from '../../core/assumptions/notes.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { timeOf } from '../../core/kernel/time/instant.ts'
import { streams } from '../../core/streams.ts'
import type { KeptExchange } from '../shell/state/exchange.ts'
import type { Answer } from '../shell/state/layer.ts'
import { performOrStrike } from './perform-or-strike.ts'
import type { CallUnderWay, HttpService, Routed } from './stage.ts'

export function performAndRecord(service: HttpService, call: Routed): Answer {
  const { shell } = service
  const { world, nextRequest, journal, uses } = shell.state
  const { seed, assume: overrides } = world.settings
  const id = uuidOf(seed, streams.request, nextRequest)
  const notes = new AssumptionNotes('http', uses)
  const values = valuesWith(overrides)
  const underWay = { call, id, notes, values, assume: assuming(overrides, notes) }
  const given = performOrStrike(service, underWay)
  const answer = call.rewrite ? { ...given, ...call.rewrite(given) } : given
  const { asking, match, url } = call
  const isLost = answer.fault !== undefined && !faultKinds[answer.fault].isAnswered
  const headers = notes.under(call.endpoint ?? 'http', () => {
    for (const assumption of assumptionsOf(match, url.pathname)) notes.add(assumption)
    // An answer that never comes shows no header.
    return isLost ? {} : headersOf(underWay, answer)
  })
  const exchange: { -readonly [Name in keyof KeptExchange]: KeptExchange[Name] } = {
    id,
    at: timeOf(world),
    method: asking.method,
    url: asking.url,
    endpoint: call.endpoint,
    isDeprecated: 'row' in match && match.row.isDeprecated === true,
    headers: Object.fromEntries(asking.headers),
    body: call.body.text,
    status: isLost ? 0 : answer.status,
    answer: isLost ? null : answer.body,
    journalSize: call.journalSize ?? journal.size,
  }
  if (answer.fault) exchange.fault = answer.fault
  if (answer.refusal) exchange.refusal = answer.refusal
  if ('retry-after' in headers) exchange.retryAfter = Number(headers['retry-after'])
  shell.record(exchange, nextRequest, notes)
  call.onPerformed?.(exchange)
  const { status, body, refusal, restsOn, isDone, fault } = answer
  return { status, body, headers, refusal, restsOn, isDone, fault }
}

/** Returns the headers of an answer. Notes the assumptions on which the answer and its headers rest. */
function headersOf(
  { id, assume, notes, call: { asking, match } }: CallUnderWay,
  answer: Answer,
): Record<string, string> {
  const headers: Record<string, string> =
    answer.body === ''
      ? { ...answer.headers }
      : { 'content-type': 'application/json; charset=utf-8', ...answer.headers }
  if (assume('http.requestId') === 'sent') headers['request-id'] = id
  // The header names the scheme by which the client tried to authenticate (RFC 6749 §5.2).
  const isOfHeader = match.service === 'token' && answer.status === 401 && asking.headers.has('authorization')
  if (isOfHeader) headers['www-authenticate'] = 'Basic realm="bank"'
  notes.addAll(answer.restsOn ?? [], answer)
  if ('row' in match && match.row.isDeprecated) headers['deprecation'] = assume('loans.deprecatedSince')
  return headers
}

function* assumptionsOf(match: Routed['match'], path: string): Generator<AssumptionId> {
  if ('row' in match) {
    if (!match.isExact) yield 'http.paths'
    if (match.row.operation === 'discovery') yield 'tokens.discovery'
  } else if (match.limit) yield match.limit
  else {
    yield 'http.unknownCalls'
    if (/\/v(?!1\/)\d+\//i.test(path)) yield 'versioning.versions'
    if (match.service === 'loans') yield 'loans.calls'
  }
}
