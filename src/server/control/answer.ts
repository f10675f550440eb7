/** Answers calls of the control API: finds the row of the table, runs it, and presents its result as JSON, text or a page. (§4) */

import { corsHeaders } from '../../bank/http/cors.ts'
import { matchPath, templateOf } from '../../bank/http/match-path.ts'
import type { Banks } from '../banks/banks.ts'
import { readBody } from '../read-body.ts'
import { jsonResponse, Refusal, refusedBy } from '../refusal.ts'
import type { Answered, PlacedRequest } from '../services.ts'
import { controlCalls } from './control-calls.ts'
import { givenTo } from './given.ts'
import type { Guard } from './guard.ts'
import { type ControlRow, typesBesideJson } from './row.ts'

export async function handleControlCall(banks: Banks, guard: Guard, asked: PlacedRequest): Promise<Answered> {
  const { request, place } = asked
  const { headers } = request
  let form = '/?'
  let cors: Record<string, string> = {}
  try {
    const untrusted = guard(request)
    const origin = headers.get('origin')
    if (origin !== null) cors = corsHeaders(origin, headers)
    if (request.method === 'OPTIONS') return { response: new Response(null, { status: 204, headers: cors }), form }
    // Health checks may send HEAD: the answer is that to GET, without the body.
    const isHead = request.method === 'HEAD'
    const match = controlMatch(isHead ? 'GET' : request.method, place.rest, place.bankId !== undefined)
    const isFound = !(match instanceof Refusal)
    // Without a valid token the answer does not reveal which calls exist.
    if (untrusted && !(isFound && match.row.isOpen)) throw untrusted
    if (!isFound) throw match
    form = match.row.path
    const response = await done(banks, asked, match, cors)
    return { response: isHead ? headOf(response) : response, form }
  } catch (error) {
    return { response: refusedBy(error, cors), form }
  }
}

interface ControlMatch {
  readonly row: ControlRow
  /** The parameters of the path. */
  readonly path: Readonly<Record<string, string>>
}

const templates = Object.values(controlCalls).map((row) => templateOf(row, row.method, row.path))

/**
 * The row of a control call, or a refusal that names the nearest call. Calls about the server (`isOfServer`) are found only if the path
 * names no bank.
 */
export function controlMatch(method: string, rest: string, isBankNamed: boolean): ControlMatch | Refusal {
  const known = isBankNamed ? templates.filter(({ row }) => !row.isOfServer) : templates
  const found = matchPath(method, [{ templates: known, path: rest, isStrict: true }])
  if ('row' in found) return { row: found.row, path: found.parameters }
  const failed = `Failed to call "${method} ${rest}" of the control API`
  const { allowed, nearest: row } = found
  if (!row) {
    return new Refusal(
      'method_is_not_allowed',
      `${failed}: this path is served for ${allowed.join(' and ')} only. Use that method.`,
      [],
      { allow: allowed.join(', ') },
    )
  }
  return new Refusal(
    'call_not_found',
    `${failed}: there is no such call. The nearest is ${row.method} ${row.path === '' ? '/' : row.path}.`,
  )
}

function headOf({ body, status, headers }: Response): Response {
  body?.cancel().catch(() => undefined)
  return new Response(null, { status, headers })
}

async function done(
  banks: Banks,
  { request, url, place }: PlacedRequest,
  { row, path }: ControlMatch,
  cors: Record<string, string>,
): Promise<Response> {
  const text = await readBody(request, banks.settings.mostBytes)
  // A call about the server, such as one that opens a bank, must not fail because of a defect of the first bank.
  const isOfBank = row.isOfServer !== true
  const hosted = (isOfBank && banks.named(place, request.headers)) || banks.first
  if (isOfBank) hosted.throwDefect()
  const { bank } = hosted
  const given = givenTo(bank, row, url.searchParams, text)
  const result = await row.run({ bank, hosted, banks, path, ...given })
  if (isOfBank && row.method !== 'GET') hosted.send()
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
