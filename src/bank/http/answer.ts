/**
 * The HTTP service: a Request comes in, a Response goes out, and between them a row of the table is matched, the caller
 * authenticated, the input parsed, the operation performed, the result presented. `bank.fetch` and the MSW handlers are thin
 * adapters over this. Once the body is read, never a throw of its own: a refusal is an answer, and a defect is a 500 that the function
 * API throws again. Only a fault that the test injected leaves a request without an answer.
 */

import type { Addresses } from '../../contract/endpoint.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { type Assume, assuming, valuesWith } from '../../core/assumptions/notes.ts'
import type { RequestFault } from '../../core/faults/fault-kinds.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import { streams } from '../../core/streams.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { withText } from '../shell/state/body-text.ts'
import { readable } from '../shell/state/exchange.ts'
import { faultOfCall, faultOfDoneCall } from '../shell/state/fault-predicates.ts'
import { sizeOf } from '../shell/state/log.ts'
import type { Asked } from '../shell/state/observer.ts'
import type { StruckCall } from '../shell/state/predicate-registry.ts'
import type { Shell } from '../shell/state/shell.ts'
import { corsOf, isPreflight } from './cors.ts'
import { type TooLong, tooLong } from './limits.ts'
import { answerMatch } from './perform.ts'
import type { Asking } from './plain-request.ts'
import type { Answer } from './present.ts'
import type { Match, Miss, Router } from './route.ts'
import { answerStruck, isNeverAnswered, noAnswer, type Performing, pushesGoFirst } from './strike.ts'

/** The services of a bank at certain addresses. */
export interface HttpService {
  readonly shell: Shell
  readonly sender: PushSender
  readonly addresses: Addresses
  readonly route: Router
}

/**
 * Answers a request as the bank would. Everything after the body is read happens at once, so no two requests interleave; only the
 * answer waits, where pushes are to come before it.
 *
 * @param how - `pageOrigin`: the origin of the page in which this runs, where it runs in one
 */
export async function answer(
  service: HttpService,
  request: Asking,
  { pageOrigin }: { pageOrigin?: string | undefined } = {},
): Promise<Response> {
  const url = new URL(request.url)
  const found = service.route(request.method, url)
  const endpoint = 'row' in found ? found.name : null
  const asked = service.shell.observers.asked({ endpoint, method: request.method })
  const text = await request.text()
  request.signal?.throwIfAborted()
  const cors = corsOf(service.shell, request, pageOrigin)
  if (cors && isPreflight(request, pageOrigin !== undefined)) return new Response(null, { status: 204, headers: cors })
  const seen = { request, url, found, text }
  if (!asked) return await answerInTime(service, seen, cors)
  // An observer that holds a request up does not hold up the client, which may give up meanwhile; the request goes on.
  return await unlessGivenUp(request, answerInTime(service, seen, cors, asked))
}

/** The answer, as soon as all has happened that comes before it. */
async function answerInTime(
  service: HttpService,
  seen: Found,
  cors: Record<string, string> | undefined,
  asked?: Asked,
): Promise<Response> {
  const { request } = seen
  if (asked?.before) await asked.before
  asked?.begin?.()
  const { answered, headers, fault } = answerAtOnce(service, seen, asked)
  if (isDone(answered) && (pushesGoFirst(fault) || service.shell.state.world.webhooks.pushMode === 'beforeAnswer'))
    await unlessGivenUp(request, pushesFirst(service, request))
  if (asked?.after) await asked.after()
  if (isNeverAnswered(fault)) throw noAnswer(fault, request.url)
  const response = new Response(answered.body === '' ? null : answered.body, {
    status: answered.status,
    headers: { ...headers, ...cors },
  })
  return withText(response, answered.body)
}

function isDone({ status }: Answer): boolean {
  return status >= 200 && status < 400
}

/** Lets the pushes go. */
function pushesFirst({ sender, shell }: HttpService, { signal }: Asking): Promise<void> {
  return sender.settleDue().catch((error: unknown) => {
    // A client that gave up does not see the error, so the next call of the function API throws it.
    throw signal?.aborted ? shell.defect(error, true) : error
  })
}

/** The result of the work, unless the client gives the request up first; the work goes on. */
function unlessGivenUp<Result>({ signal }: Asking, work: Promise<Result>): Promise<Result> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.finally(() => signal.removeEventListener('abort', giveUp)).then(resolve, reject)
  })
}

/** A request with what it is for. */
interface Found {
  readonly request: Asking
  readonly url: URL
  readonly found: Match | Miss
  readonly text: string
}

/** The answer to a request, and the fault that struck it; the exchange is kept. */
function answerAtOnce(service: HttpService, { request, url, found, text }: Found, asked: Asked | undefined) {
  const { shell, addresses } = service
  const { world, nextRequest, journal } = shell.state
  const { seed, timeZone, assume: overrides } = world.settings
  const id = uuidOf(seed, streams.request, nextRequest)
  const { method, headers } = request
  const values = valuesWith(overrides)
  const match = tooLong(addresses, { url, headers, text }, values) ?? found
  const endpoint = 'row' in match ? match.name : null
  // One set of notes for the whole request.
  const notes = shell.takeNotes(endpoint ?? 'http')
  const call = () => ({ endpoint, method, url: request.url, body: readable(text) }) as StruckCall
  const struck = asked?.fault ?? (endpoint === null ? undefined : faultOfCall(shell, endpoint, call))
  const assume = assuming(values, notes)
  const perform = (how: Performing = {}) =>
    answerMatch({ shell, addresses, headers, url, text, id, how, notes, values, assume }, match)
  const answered = struck ? answerStruck({ fault: struck, service: match.service, headers, shell, perform }) : perform()
  const later =
    struck || endpoint === null || !isDone(answered)
      ? undefined
      : faultOfDoneCall(shell, endpoint, { before: world, call })
  const fault = (struck ?? later)?.kind as RequestFault | undefined
  notes.noteUnder(endpoint ?? 'http')
  const sent = headersOf(match, answered, { id, assume })
  const isLost = isNeverAnswered(fault)
  const exchange = {
    id,
    at: formatInstant(world.now, timeZone),
    method,
    url: request.url,
    endpoint,
    isDeprecated: isDeprecated(match),
    headers: Object.fromEntries(headers),
    body: text,
    status: isLost ? 0 : answered.status,
    answer: isLost ? null : answered.body,
    ...(fault ? { fault } : {}),
    journalSize: sizeOf(journal),
  }
  shell.keep(exchange, notes)
  asked?.done?.(exchange)
  return { answered, headers: sent, fault }
}

/** The headers of an answer; what they and it rest on is noted. */
function headersOf(
  match: Match | Miss | TooLong,
  answered: Answer,
  { id, assume }: { readonly id: string; readonly assume: Assume },
): Record<string, string> {
  const type: Record<string, string> = answered.body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }
  const headers = { ...type, ...answered.headers }
  if (assume('http.requestId') === 'sent') headers['request-id'] = id
  if (answered.status >= 400) for (const assumption of errorAssumptions[match.service]) assume(assumption)
  for (const assumption of assumptionsOf(match, answered)) assume(assumption)
  if (isDeprecated(match)) headers['deprecation'] = assume('loans.deprecatedSince')
  return headers
}

/** The assumptions on which an answer rests, by its path and its status. */
function* assumptionsOf(match: Match | Miss | TooLong, { status }: Answer): Generator<AssumptionId> {
  if ('limit' in match) yield match.limit
  else if (!('row' in match)) yield 'http.unknownCalls'
  else {
    if (!match.isExact) yield 'http.paths'
    if (match.row.operation === 'discovery') yield 'tokens.discovery'
    if (match.row.method !== 'GET' && status < 300) yield 'http.createStatus'
  }
}

function isDeprecated(match: Match | Miss | TooLong): boolean {
  return 'row' in match && match.row.isDeprecated === true
}

const errorAssumptions = {
  banking: ['errors.body', 'errors.codes'],
  token: ['tokens.errors'],
  loans: ['loans.errors'],
} as const
