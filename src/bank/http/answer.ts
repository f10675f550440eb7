/**
 * The HTTP service turns a Request into a Response; `bank.fetch` and the MSW handlers are thin adapters over it. Once the body is read, the
 * service throws no error of its own: a refusal is an answer. A defect is answered with 500, and the next call of the function API throws
 * it. Only a fault that the test injected leaves a request without an answer.
 */

import type { Addresses } from '../../contract/endpoint.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { type Assume, AssumptionNotes, assuming, valuesWith } from '../../core/assumptions/notes.ts'
import { faultKinds, type NeverAnswered, type RequestFault } from '../../core/faults/fault-kinds.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { SECOND, timeOf } from '../../core/kernel/time/instant.ts'
import { streams } from '../../core/streams.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import { timeToPass } from '../shell/pushes/time-driver.ts'
import { withText } from '../shell/state/body-text.ts'
import { readable } from '../shell/state/exchange.ts'
import { faultOfCall } from '../shell/state/fault-predicates.ts'
import { sizeOf } from '../shell/state/log.ts'
import { type Answer, type Asked, askedBy } from '../shell/state/observer.ts'
import type { StruckCall } from '../shell/state/predicate-registry.ts'
import type { Shell } from '../shell/state/shell.ts'
import { corsOf, isPreflight } from './cors.ts'
import { type TooLong, tooLong } from './limits.ts'
import { answerMatch } from './perform.ts'
import type { Asking } from './plain-request.ts'
import { createRouter, type Match, type Miss, type Router } from './route.ts'
import { answerStruck, noAnswer, type Performing, SLOW_SECONDS } from './strike.ts'

export interface HttpService {
  readonly shell: Shell
  readonly sender: PushSender
  readonly addresses: Addresses
  readonly route: Router
}

export function serviceOf(shell: Shell, sender: PushSender): HttpService {
  const { baseUrl, authUrl, loanBaseUrl } = shell.state.world.settings
  const addresses: Addresses = Object.freeze({ baseUrl, authUrl, loanBaseUrl })
  return { shell, sender, addresses, route: createRouter(addresses) }
}

/** Answers a request. The operation runs synchronously, so no two interleave. `pageOrigin`: the origin of the browser's page, if any. */
export async function answer(service: HttpService, request: Asking, pageOrigin?: string): Promise<Response> {
  const url = new URL(request.url)
  const found = service.route(request.method, url)
  const { shell } = service
  const name = 'row' in found ? found.name : null
  const asked =
    shell.observers.length > 0 ? askedBy(shell.observers, { endpoint: name, method: request.method }) : undefined
  const text = await request.text()
  request.signal?.throwIfAborted()
  const origin = request.headers.get('origin') ?? pageOrigin
  const cors = origin === undefined ? undefined : corsOf(shell, origin, request.headers)
  if (cors && isPreflight(request, pageOrigin !== undefined)) return new Response(null, { status: 204, headers: cors })
  const seen = { request, url, found, text }
  if (!asked && !isTimeFollowed(service)) return await answerInTime(service, seen, cors)
  return await unlessGivenUp(request, answerInTime(service, seen, cors, asked))
}

/** True if the bank's clock advances by itself while a client waits. The client's time limit is then measured on that clock. */
function isTimeFollowed({ sender }: HttpService): boolean {
  return sender.time.timePasses !== undefined
}

/** Returns the function that answers requests. In a browser it gives each request the origin of the page. */
export function answering(service: HttpService): (request: Asking) => Promise<Response> {
  return (request) => {
    const { document, location } = globalThis as { document?: object; location?: { origin: string } }
    return answer(service, request, document === undefined ? undefined : location?.origin)
  }
}

/** Answers a request once everything before the answer is done: waits of observers, the seconds of a fault, pushes that go first. */
async function answerInTime(
  service: HttpService,
  seen: Found,
  cors: Record<string, string> | undefined,
  asked?: Asked,
): Promise<Response> {
  const { request, url } = seen
  if (asked?.before) await asked.before
  asked?.begin?.(url)
  const meant = meantBy(service, seen, asked)
  const hasWaited = meant.struck?.kind === 'slow' && isTimeFollowed(service)
  if (hasWaited) await passing(service, meant.struck?.seconds ?? SLOW_SECONDS)
  const { answered, isDone, isLost, headers, fault } = answerAtOnce(service, seen, meant, { hasWaited, asked })
  const { pushMode } = service.shell.state.world.webhooks
  if (isDone && (pushMode === 'beforeAnswer' || (fault && faultKinds[fault].pushesGoFirst)))
    await unlessGivenUp(request, pushesFirst(service, request))
  if (asked?.after) await asked.after()
  if (isLost) {
    const kind = fault as NeverAnswered
    // For any fault other than `timeout`, the connection is cut at once.
    if (kind === 'timeout' && isTimeFollowed(service)) await passing(service, LONGEST_WAIT, request)
    throw noAnswer(kind, request.url)
  }
  const body = request.method === 'HEAD' ? '' : answered.body
  const response = new Response(body === '' ? null : body, {
    status: answered.status,
    headers: { ...headers, ...cors },
  })
  return withText(response, body)
}

/** Virtual seconds after which a client without a time limit of its own gives up, as the `fetch` of Node does. */
const LONGEST_WAIT = 300

/** Resolves when `seconds` of virtual time have passed, or when the client has given up. */
const passing = ({ sender }: HttpService, seconds: number, client?: Asking): Promise<void> =>
  timeToPass(sender.time, seconds * SECOND, client?.signal).catch(() => undefined)

function pushesFirst({ sender, shell }: HttpService, { signal }: Asking): Promise<void> {
  return sender.settleDue().catch((error: unknown) => {
    // A client that gave up does not see the error, so the next call of the function API throws it.
    throw signal?.aborted ? shell.defect(error, true) : error
  })
}

/** Returns the result of the work, but rejects as soon as the client gives up; the work then goes on. */
function unlessGivenUp<Result>({ signal }: Asking, work: Promise<Result>): Promise<Result> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    work.finally(() => signal.removeEventListener('abort', giveUp)).then(resolve, reject)
  })
}

interface Found {
  readonly request: Asking
  readonly url: URL
  readonly found: Match | Miss
  readonly text: string
}

/** What is known about a request before the bank performs it. */
function meantBy({ shell }: HttpService, { request, url, found, text }: Found, asked: Asked | undefined) {
  const { world, journal } = shell.state
  const values = valuesWith(world.settings.assume)
  const given = Object.fromEntries(request.headers)
  const match = tooLong(found.service, { url, headers: given, text }, values) ?? found
  const matched = 'row' in match ? match : undefined
  const endpoint = matched?.name ?? null
  const mayStrike = endpoint !== null && world.faults.open.length > 0
  const call = () => ({ endpoint, method: request.method, url: request.url, body: readable(text) }) as StruckCall
  const struck = asked?.fault ?? (mayStrike ? faultOfCall(shell, endpoint, call) : undefined)
  const laterFault = mayStrike && !struck ? call : undefined
  return { match, matched, endpoint, struck, laterFault, values, given, journalSize: sizeOf(journal) }
}

/** Answers a request and keeps the exchange. `hasWaited`: the virtual seconds of the fault have passed already. */
function answerAtOnce(
  { shell, addresses }: HttpService,
  { request, url, text }: Found,
  meant: ReturnType<typeof meantBy>,
  { hasWaited, asked }: { readonly hasWaited: boolean; readonly asked: Asked | undefined },
) {
  const { match, matched, endpoint, struck, laterFault, values } = meant
  const { world, nextRequest, journal, uses } = shell.state
  const { seed, assume: overrides } = world.settings
  const id = uuidOf(seed, streams.request, nextRequest)
  const { method, headers } = request
  const notes = new AssumptionNotes('http', uses)
  const assume = assuming(overrides, notes)
  const passed = { shell, addresses, headers, url, text, id, notes, values, assume }
  const perform = (how: Performing) => answerMatch(passed, match, how)
  const given = struck
    ? answerStruck({ fault: struck, service: match.service, headers, shell, perform, hasWaited })
    : answerMatch(passed, match)
  const answered = asked?.rewrite?.(given, url) ?? given
  const isDone = given.status >= 200 && given.status < 400 && struck?.kind !== 'status'
  const later = laterFault && endpoint && isDone ? faultOfCall(shell, endpoint, laterFault, world) : undefined
  const fault = (struck ?? later)?.kind as RequestFault | undefined
  notes.noteUnder(endpoint ?? 'http')
  const sent = headersOf(match, answered, { id, assume, given: headers, path: url.pathname })
  const isLost = fault !== undefined && !faultKinds[fault].isAnswered
  const exchange = {
    id,
    at: timeOf(world),
    method,
    url: request.url,
    endpoint,
    isDeprecated: matched?.row.isDeprecated === true,
    headers: meant.given,
    body: text,
    status: isLost ? 0 : answered.status,
    answer: isLost ? null : answered.body,
    ...(fault ? { fault } : {}),
    ...(answered.refusal ? { refusal: answered.refusal } : {}),
    ...('retry-after' in sent ? { retryAfter: Number(sent['retry-after']) } : {}),
    // Journal entries that were added while the request waited belong to other calls.
    journalSize: hasWaited ? sizeOf(journal) : meant.journalSize,
  }
  shell.keep(exchange, nextRequest, notes)
  asked?.done?.(exchange)
  return { answered, isDone, isLost, headers: sent, fault }
}

/** Returns the headers of an answer. Notes the assumptions on which the answer and its headers rest. */
function headersOf(
  match: Match | Miss | TooLong,
  answered: Answer,
  how: { readonly id: string; readonly assume: Assume; readonly given: Headers; readonly path: string },
): Record<string, string> {
  const { id, assume, given, path } = how
  const restsOn = [...assumptionsOf(match, answered, path)]
  const headers: Record<string, string> =
    answered.body === ''
      ? { ...answered.headers }
      : { 'content-type': 'application/json; charset=utf-8', ...answered.headers }
  if (assume('http.requestId') === 'sent') headers['request-id'] = id
  // The header names the scheme by which the client tried to authenticate (RFC 6749 §5.2).
  const isOfHeader = match.service === 'token' && answered.status === 401 && given.has('authorization')
  if (isOfHeader) headers['www-authenticate'] = 'Basic realm="bank"'
  for (const assumption of restsOn) assume(assumption)
  if ('row' in match && match.row.isDeprecated) headers['deprecation'] = assume('loans.deprecatedSince')
  return headers
}

function* assumptionsOf(match: Match | Miss | TooLong, { status }: Answer, path: string): Generator<AssumptionId> {
  if (status >= 400) yield* errorAssumptions[match.service]
  if ('limit' in match) yield match.limit
  else if (!('row' in match)) {
    yield 'http.unknownCalls'
    if (/\/v(?!1\/)\d+\//i.test(path)) yield 'versioning.versions'
    if (match.service === 'loans') yield 'loans.calls'
  } else {
    if (!match.isExact) yield 'http.paths'
    if (match.row.operation === 'discovery') yield 'tokens.discovery'
    if (match.row.method !== 'GET' && status < 300) yield 'http.createStatus'
  }
}

const errorAssumptions = {
  banking: ['errors.body', 'errors.codes'],
  token: ['tokens.errors'],
  loans: ['loans.errors'],
} as const
