/**
 * The HTTP edge: a Request comes in, a Response goes out, and between them a row of the table is matched, the caller
 * authenticated, the input parsed, the operation performed, the result presented. `bank.fetch` and the MSW handlers are thin
 * adapters over this. Once the body is read, never a throw: a refusal is an answer, and a defect is a 500 that the function API throws again.
 */
import type { EndpointRow } from '../contract/endpoint.ts'
import { type Parsed, parse } from '../contract/parse.ts'
import type { CallInfo } from '../core/access/idempotency.ts'
import { authenticate } from '../core/access/token.ts'
import { takeNotes } from '../core/assumption-notes.ts'
import { uuidOf } from '../core/identity.ts'
import { type InquiryName, inquiries, type OperationName } from '../core/operations.ts'
import { isRejection, type Problem, type Rejection, reject } from '../core/rejection.ts'
import { formatInstant } from '../core/time/instant.ts'
import { type Actor, readingOf } from '../core/turn.ts'
import type { Shell } from '../shell.ts'
import { withText } from './body-text.ts'
import { corsHeaders, isPreflight } from './cors.ts'
import { discover } from './discovery.ts'
import { type Answer, presentDefect, presentMiss, presentRejection, presentResult } from './present.ts'
import { readBody } from './read-body.ts'
import type { Addresses, Match, Miss, Router } from './route.ts'

/** A bank's edge at certain addresses. */
export interface Edge {
  readonly shell: Shell
  readonly addresses: Addresses
  readonly route: Router
  /** Delivers the pushes that are due. */
  readonly settle: () => Promise<void>
}

/**
 * Answers a request as the bank would. Everything after the body is read happens at once, so no two requests interleave; only the
 * answer waits, where pushes are to come before it.
 *
 * @param pageOrigin - the origin of the page in which this runs; left out where it runs in none
 */
export async function answer(edge: Edge, request: Request, pageOrigin?: string): Promise<Response> {
  const text = await request.text()
  request.signal.throwIfAborted()
  const { shell } = edge
  const { world, requests, journal } = shell.state
  const cors = corsOf(edge, request, pageOrigin)
  if (cors && isPreflight(request, pageOrigin !== undefined)) return new Response(null, { status: 204, headers: cors })
  const id = uuidOf(world.settings.seed, 'request', requests.size)
  const url = new URL(request.url)
  const match = edge.route(request.method, url)
  const endpoint = 'row' in match ? match.name : null
  const service = 'row' in match ? match.row.service : match.service
  const answered = answerSafely(edge, request, url, text, match, id)

  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', ...answered.headers, ...cors })
  const notes = takeNotes(endpoint ?? 'http')
  const { assume } = readingOf(world, INTERNAL, notes)
  if (assume('http.requestId') === 'sent') headers.set('request-id', id)
  if (answered.status >= 400) for (const assumption of errorAssumptions[service]) assume(assumption)
  if (endpoint === null) assume('http.unknownCalls')
  if ('row' in match && !match.isExact) assume('http.paths')
  const isDeprecated = 'row' in match && match.row.isDeprecated === true
  if (isDeprecated) headers.set('deprecation', assume('loans.deprecatedSince'))
  shell.note(notes)
  shell.keep({
    id,
    at: formatInstant(world.now, world.settings.timeZone),
    method: request.method,
    url: request.url,
    endpoint,
    isDeprecated,
    headers: Object.fromEntries(request.headers),
    body: readable(text),
    status: answered.status,
    answer: readable(answered.body),
    journalSize: journal.size,
  })
  if (shell.state.world.pushMode === 'beforeAnswer') await edge.settle()
  return withText(new Response(answered.body, { status: answered.status, headers }), answered.body)
}

const INTERNAL: Actor = { kind: 'internal' }
const errorAssumptions = {
  banking: ['errors.body', 'errors.codes'],
  token: ['tokens.errors'],
  loans: ['loans.errors'],
} as const

/** What a browser must be told so that it lets a page read the answer; undefined where no browser asks. */
function corsOf({ shell }: Edge, { headers }: Request, pageOrigin?: string): Record<string, string> | undefined {
  const origin = headers.get('origin') ?? pageOrigin
  if (origin === undefined) return undefined
  const notes = takeNotes('http')
  const isSent = readingOf(shell.state.world, INTERNAL, notes).assume('http.cors') === 'sent'
  shell.note(notes)
  return isSent ? corsHeaders(origin, headers) : undefined
}

function answerSafely(edge: Edge, request: Request, url: URL, text: string, match: Match | Miss, id: string): Answer {
  try {
    if ('rejection' in match) return presentMiss(match)
    const result = perform(edge, request, url, text, match, id)
    return isRejection(result) ? presentRejection(match.row.service, result) : result
  } catch (error) {
    return presentDefect(edge.shell.defect(error, true).message)
  }
}

function perform(
  edge: Edge,
  { headers }: Request,
  url: URL,
  text: string,
  match: Match,
  requestId: string,
): Answer | Rejection {
  const { shell } = edge
  const { row } = match
  if (row.operation === 'discovery') return presentResult(row.service, discover(edge.addresses))
  const actor = row.isSecured ? actorOf(shell, row, headers, match.name) : INTERNAL
  if (isRejection(actor)) return actor

  const body = readBody(row, headers, text)
  if (isRejection(body)) return body
  const call = callOf(shell, row, headers, requestId)
  if (isRejection(call)) return call
  const input = inputOf(shell, match, url, body.value)
  if (isRejection(input)) return input

  if (row.operation in inquiries) {
    const found = shell.look(row.operation as InquiryName, input as never, actor)
    return isRejection(found) ? found : presentResult(row.service, found, url.searchParams)
  }
  const done = shell.attempt(row.operation as OperationName, input as never, actor, call)
  if (isRejection(done)) return done
  const presented = presentResult(row.service, done.output)
  const original = done.repeats?.requestId
  return original ? { ...presented, headers: { ...presented.headers, 'original-request-id': original } } : presented
}

/** The partner whose token the request carries. */
function actorOf(shell: Shell, row: EndpointRow, headers: Headers, by: string): Actor | Rejection {
  const notes = takeNotes(by)
  const service = row.service === 'loans' ? 'loans' : 'banking'
  const partner = authenticate(readingOf(shell.state.world, INTERNAL, notes), {
    authorization: headers.get('authorization'),
    service,
  })
  shell.note(notes)
  return isRejection(partner) ? partner : { kind: 'partner', partner }
}

/** The idempotency key of a request that changes something. */
function callOf(shell: Shell, row: EndpointRow, headers: Headers, requestId: string): CallInfo | Rejection {
  // Neither changes anything twice, so the service ignores keys there.
  if (row.method === 'GET' || row.method === 'DELETE' || !row.isSecured) return { requestId }
  const notes = takeNotes(row.operation)
  const { assume } = readingOf(shell.state.world, INTERNAL, notes)
  const name = assume('idempotency.header')
  const key = headers.get(name)
  if (!key) return { requestId }
  shell.note(notes)
  return { requestId, idempotencyKey: key }
}

/** What the operation takes: path, query and body in one, checked; or every problem of all three. */
function inputOf(shell: Shell, { name, row, parameters }: Match, url: URL, body: unknown): unknown {
  const notes = takeNotes(name)
  const context = { overrides: shell.state.world.settings.assume, notes }
  const parts: Parsed<unknown>[] = []
  if (row.parameters) parts.push(parse(row.parameters, parameters, context))
  if (row.query) parts.push(parse(row.query, Object.fromEntries(url.searchParams), context))
  if (row.body) parts.push(parse(row.body, body, context))
  shell.note(notes)
  const problems: Problem[] = parts.flatMap((part) => ('problems' in part ? part.problems : []))
  if (problems.length > 0) return reject('request_is_invalid', `Failed to ${row.summary}:`, problems)
  return Object.assign({}, ...parts.map((part) => ('value' in part ? part.value : {})))
}

/** A body as a test wants to see it: parsed where it is JSON. */
function readable(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
