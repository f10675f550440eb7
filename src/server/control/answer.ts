/** Answers calls of the control API: finds the row of the table, runs it, and presents its result as JSON, text or a page. (§4) */

import { corsHeaders } from '../../bank/http/cors.ts'
import { readBody } from '../read-body.ts'
import { jsonResponse, Refusal, refusedBy } from '../refusal.ts'
import type { PlacedRequest, Serving } from '../services.ts'
import { givenTo } from './given.ts'
import { type ControlMatch, controlMatch } from './route.ts'
import { type ControlRow, typesBesideJson } from './row.ts'

/** A body that holds a whole bank may be this many times as long as another. */
const LARGE = 64

/** `form`: the pattern of the path, for the log. */
export async function answerControl(
  serving: Serving,
  asked: PlacedRequest,
): Promise<{ response: Response; form: string }> {
  const { request, place } = asked
  const { headers } = request
  let form = '/?'
  let cors: Record<string, string> = {}
  try {
    const untrusted = serving.guard(request)
    const origin = headers.get('origin')
    if (origin !== null) cors = corsHeaders(origin, headers)
    if (request.method === 'OPTIONS') return { response: new Response(null, { status: 204, headers: cors }), form }
    // Health checks may send HEAD: the answer is that to GET, without the body.
    const isHead = request.method === 'HEAD'
    const method = isHead ? 'GET' : request.method
    const match = controlMatch(method, place.rest, place.bankId !== undefined)
    const isFound = !(match instanceof Refusal)
    // Without a valid token the answer does not reveal which calls exist.
    if (untrusted && !(isFound && match.row.isOpen)) throw untrusted
    if (!isFound) throw match
    form = match.row.path
    const response = await done(serving, asked, match, cors)
    return { response: isHead ? headOf(response) : response, form }
  } catch (error) {
    return { response: refusedBy(error, cors), form }
  }
}

function headOf({ body, status, headers }: Response): Response {
  body?.cancel().catch(() => undefined)
  return new Response(null, { status, headers })
}

async function done(
  { banks, mostBytes }: Serving,
  { request, url, place }: PlacedRequest,
  { row, path }: ControlMatch,
  cors: Record<string, string>,
): Promise<Response> {
  const text = await readBody(request, row.isLarge ? mostBytes * LARGE : mostBytes)
  const hosted = row.isOfServer ? banks.first : (banks.named(place, request.headers) ?? banks.first)
  // A call about the server, such as one that opens a bank, must not fail because of a defect of the first bank.
  const isOfBank = row.isOfServer !== true
  if (isOfBank) hosted.throwDefect()
  const { bank } = hosted
  const given = givenTo(bank, row, url.searchParams, text)
  const result = await row.call({ bank, hosted, banks, path, ...given })
  if (isOfBank && row.method !== 'GET' && !row.settles) hosted.send()
  return presented(row, result, cors)
}

function presented({ answer }: ControlRow, result: unknown, cors: Record<string, string>): Response {
  if (answer === null) return new Response(null, { status: 204, headers: cors })
  if (typeof answer !== 'string') return jsonResponse(result, { headers: cors })
  const headers = {
    ...cors,
    'content-type': `${typesBesideJson[answer]}; charset=utf-8`,
    'cache-control': 'no-store',
    // No page of another site may show this one in a frame.
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  }
  return new Response(result as string | ReadableStream<Uint8Array>, { headers })
}
