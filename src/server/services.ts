/** Answers calls of the three services: finds the bank, removes its id from the credentials, and adds the id to new tokens. (§4) */

import { presentRejection } from '../bank/http/present.ts'
import type { Asking } from '../bank/shell/state/layer.ts'
import { valuesWith } from '../core/assumptions/notes.ts'
import { type RejectionCode, reject } from '../core/rejection.ts'
import { addressOf, type Place } from './addresses.ts'
import type { Banks } from './banks/banks.ts'
import { bankNamedIn, type Read, tokenRequestOf, withName, withoutName } from './banks/credentials.ts'
import type { HostedBank } from './banks/hosted-bank.ts'
import { readBody } from './read-body.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

export interface PlacedRequest {
  readonly request: Request
  readonly url: URL
  readonly place: Place
}

export interface Answered {
  readonly response: Response
  /** The pattern of the path, for the log. */
  readonly form: string
}

export async function handleServiceCall(banks: Banks, { request, url, place }: PlacedRequest): Promise<Answered> {
  const { origin, addresses, route, mostBytes } = banks.settings
  const { method, headers } = request
  const named = banks.named(place, headers)
  // The bank knows one address only, whatever host and prefix the client used.
  const address = addressOf(place, origin, addresses) + url.search
  const found = () => route(method, new URL(address))
  const answered = (response: Response): Answered => ({
    response,
    get form() {
      const match = found()
      return 'row' in match ? match.row.path : '/?'
    },
  })
  try {
    const read: Read = { method, url: address, headers, body: await readBody(request, mostBytes) }
    const hosted = named ?? credentialsOf(banks, read, place)
    return answered(await serve(hosted, request, read, place))
  } catch (error) {
    const code = error instanceof Refusal ? codes[error.code] : undefined
    if (code === undefined) throw error
    const rejection = reject(place.service === 'authUrl' ? code.token : code.others, (error as Refusal).message)
    const { status, body, headers: own } = presentRejection(found().service, rejection, valuesWith({}))
    const headers = { 'content-type': 'application/json; charset=utf-8', ...own }
    return answered(new Response(body, { status, headers }))
  }
}

/** Refusals that are presented as rejections of the bank, because clients of a service know nothing of a server. */
const codes: { readonly [code in RefusalCode]?: { readonly token: RejectionCode; readonly others: RejectionCode } } = {
  body_is_too_long: { token: 'body_is_too_long', others: 'body_is_too_long' },
  credentials_are_gone: { token: 'client_is_unknown', others: 'token_is_invalid' },
}

/** The bank whose id is in the credentials; without an id, the first bank. */
function credentialsOf(banks: Banks, read: Read, { service }: Place): HostedBank {
  const id = bankNamedIn(read, service === 'authUrl')
  if (id === undefined) return banks.first
  const hosted = banks.find(id)
  if (hosted) return hosted
  throw new Refusal(
    'credentials_are_gone',
    `Failed to find the bank of these credentials: ${banks.goneFact(id)}. Open another one with POST /_vostro/banks, and use its credentials.`,
  )
}

async function serve(hosted: HostedBank, request: Request, read: Read, { service, bankId }: Place): Promise<Response> {
  const isTokenServer = service === 'authUrl'
  const { method, url, headers, body } = isTokenServer ? tokenRequestOf(read, hosted) : withoutName(read, hosted)
  const asking: Asking = {
    method,
    url,
    headers,
    arrived: body,
    text: async () => body,
    // Making the signal takes a tenth of the time of a read, and few calls wait for anything.
    get signal() {
      return request.signal
    },
  }
  try {
    const answer = await hosted.answer(asking, bankId !== undefined)
    return isTokenServer && !hosted.isMain ? await withName(answer, hosted.id) : answer
  } finally {
    hosted.send()
  }
}
