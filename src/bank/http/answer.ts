/**
 * The HTTP service: a Request comes in, a Response goes out, and between them a row of the table is matched, the caller
 * authenticated, the input parsed, the operation performed, the result presented. `bank.fetch` and the MSW handlers are thin
 * adapters over this. Once the body is read, never a throw of its own: a refusal is an answer, and a defect is a 500 that the function
 * API throws again. Only a fault that the test injected leaves a request without an answer.
 */

import type { Addresses, EndpointRow } from '../../contract/endpoint.ts'
import { type InquiryName, kindOf, type OperationName } from '../../contract/operations.ts'
import { authenticate } from '../../core/access/authenticate.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { valuesWith } from '../../core/assumptions/values.ts'
import type { RequestFault } from '../../core/faults/fault-kinds.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { formatInstant } from '../../core/kernel/time/instant.ts'
import { isRejection, type Rejection, reject } from '../../core/rejection.ts'
import { streams } from '../../core/streams.ts'
import type { Actor } from '../../core/turn.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { withText } from '../shell/state/body-text.ts'
import { readable } from '../shell/state/exchange.ts'
import { faultOfCall, faultOfDoneCall } from '../shell/state/fault-predicates.ts'
import { sizeOf } from '../shell/state/log.ts'
import type { Asked } from '../shell/state/observer.ts'
import type { StruckCall } from '../shell/state/predicate-registry.ts'
import { INTERNAL, type Shell } from '../shell/state/shell.ts'
import { corsHeaders, isPreflight } from './cors.ts'
import { discover } from './discovery.ts'
import { type TooLong, tooDeep, tooLong } from './limits.ts'
import type { Asking } from './plain-request.ts'
import { type Answer, presentDefect, presentMiss, presentNothing, presentRejection, presentResult } from './present.ts'
import { readBody } from './read-body.ts'
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
  const cors = corsOf(service, request, pageOrigin)
  if (cors && isPreflight(request, pageOrigin !== undefined)) return new Response(null, { status: 204, headers: cors })
  const seen = { request, url, found, text }
  if (!asked) return await answerInTime(service, seen, cors)
  // Whoever stops a request does not stop the client, which may give up meanwhile; the request goes on.
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
    // Who gave up does not see it.
    throw signal?.aborted ? shell.defect(error, true) : error
  })
}

/** What comes of work, unless the client gives the request up before; the work goes on. */
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

/** What a client gets for a request, and the fault that struck it; the exchange is kept. */
function answerAtOnce(service: HttpService, { request, url, found, text }: Found, asked: Asked | undefined) {
  const { shell } = service
  const { world, nextRequest, journal } = shell.state
  const id = uuidOf(world.settings.seed, streams.request, nextRequest)
  const { method, headers } = request
  const match = tooLong(service, { url, headers, text }) ?? found
  const endpoint = 'row' in match ? match.name : null
  const call = () => ({ endpoint, method, url: request.url, body: readable(text) }) as StruckCall
  const struck = asked?.fault ?? (endpoint === null ? undefined : faultOfCall(shell, endpoint, call))
  const perform = (how: Performing = {}) => answerSafely({ service, headers, url, text, id, how }, match)
  const answered = struck ? answerStruck({ fault: struck, service: match.service, headers, shell, perform }) : perform()
  const later =
    struck || endpoint === null || !isDone(answered)
      ? undefined
      : faultOfDoneCall(shell, endpoint, { before: world, call })
  const fault = (struck ?? later)?.kind as RequestFault | undefined
  const sent = headersOf(shell, match, answered, id)
  const isLost = isNeverAnswered(fault)
  const exchange = {
    id,
    at: formatInstant(world.now, world.settings.timeZone),
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
  shell.keep(exchange)
  asked?.done?.(exchange)
  return { answered, headers: sent, fault }
}

/** The headers of an answer, and notes on what they and it rest on. */
function headersOf(shell: Shell, match: Match | Miss | TooLong, answered: Answer, id: string): Record<string, string> {
  const type: Record<string, string> = answered.body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' }
  const headers = { ...type, ...answered.headers }
  shell.readNoting('row' in match ? match.name : 'http', ({ assume }) => {
    if (assume('http.requestId') === 'sent') headers['request-id'] = id
    if (answered.status >= 400) for (const assumption of errorAssumptions[match.service]) assume(assumption)
    for (const assumption of assumptionsOf(match, answered)) assume(assumption)
    if (isDeprecated(match)) headers['deprecation'] = assume('loans.deprecatedSince')
  })
  return headers
}

/** What the way to an answer rests on. */
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

/** What a browser must be told so that it lets a page read the answer; undefined where no browser asks. */
function corsOf({ shell }: HttpService, { headers }: Asking, pageOrigin?: string): Record<string, string> | undefined {
  const origin = headers.get('origin') ?? pageOrigin
  if (origin === undefined) return undefined
  return shell.assume('http', 'http.cors') === 'sent' ? corsHeaders(origin, headers) : undefined
}

/** A request on its way through the edge. */
interface Passing {
  readonly service: HttpService
  readonly headers: Headers
  readonly url: URL
  readonly text: string
  readonly id: string
  readonly how: Performing
}

function answerSafely(passing: Passing, match: Match | Miss | TooLong): Answer {
  try {
    if ('rejection' in match) return presentMiss(match)
    const result = perform(passing, match)
    return isRejection(result) ? presentRejection(match.service, result) : result
  } catch (error) {
    return presentDefect(passing.service.shell.defect(error, true).message)
  }
}

function perform({ service, headers, url, text, id, how }: Passing, match: Match): Answer | Rejection {
  const { shell } = service
  const { row } = match
  if (row.operation === 'discovery') return presentResult(row.service, discover(service.addresses))
  const actor = row.isSecured ? actorOf(shell, match, headers) : INTERNAL
  if (isRejection(actor)) return actor

  const body = shell.readNoting(match.name, ({ assume }) =>
    readBody(row, headers, text, { assume, tooDeep: () => tooDeep(shell, match.name, text) }),
  )
  if (isRejection(body)) return body
  const idempotencyKey = keyOf(shell, row, headers)
  const input = inputOf(shell, match, url, body.value)
  if (isRejection(input)) return input

  if (kindOf(row.operation) === 'inquiry') {
    const found = shell.tryInquire(row.operation as InquiryName, input as never, actor, how.readsFrom)
    return isRejection(found) ? found : presentResult(row.service, found, url.searchParams)
  }
  const { underWaySeconds } = how
  const call = {
    requestId: id,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    ...(underWaySeconds === undefined ? {} : { underWaySeconds }),
  }
  const done = shell.tryPerform(row.operation as OperationName, input as never, actor, call)
  if (isRejection(done)) return done
  const presented = row.isEmpty ? presentNothing : presentResult(row.service, done.output)
  const original = done.repeats?.requestId
  return original ? { ...presented, headers: { ...presented.headers, 'original-request-id': original } } : presented
}

function actorOf(shell: Shell, { name, row }: Match, headers: Headers): Actor | Rejection {
  const service = row.service === 'loans' ? 'loans' : 'banking'
  const authorization = headers.get('authorization')
  const partner = shell.readNoting(name, (reading) => authenticate(reading, { authorization, service }))
  return isRejection(partner) ? partner : { kind: 'partner', partner }
}

/** The idempotency key of a request that changes something. */
function keyOf(shell: Shell, row: EndpointRow, headers: Headers): string | null {
  // Neither changes anything twice, so the service ignores keys there.
  if (row.method === 'GET' || row.method === 'DELETE' || !row.isSecured) return null
  const key = headers.get(valuesWith(shell.state.world.settings.assume)['idempotency.header'])
  if (key) shell.assume(row.operation, 'idempotency.header')
  return key
}

/** What the operation takes: path, query and body in one, checked; or every problem of all three. */
function inputOf(shell: Shell, { name, row, parameters }: Match, url: URL, body: unknown): unknown {
  const given = [
    [row.parameters, parameters],
    [row.query, Object.fromEntries(url.searchParams)],
    [row.body, body],
  ] as const
  const parts = given.flatMap(([schema, value]) => (schema ? [shell.parse(name, schema, value)] : []))
  const problems = parts.flatMap((part) => ('problems' in part ? part.problems : []))
  if (problems.length > 0) return reject('request_is_invalid', `Failed to ${row.summary}:`, problems)
  return Object.assign({}, ...parts.map((part) => ('value' in part ? part.value : {})))
}
