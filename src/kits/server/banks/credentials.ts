/**
 * Credentials that name a bank: the client id of a further bank is `<clientId>~<bankId>`, its access tokens are `<bankId>~<token>`. So any
 * client library comes to its own bank by credentials alone. The bank itself knows nothing of it: names are taken off on the way in, and
 * put on on the way out. (§2.1, §5)
 */
import type { Asking } from '../../../http/plain-request.ts'

const SIGN = '~'
const ID = '[0-9a-f]{16}'
const bearer = new RegExp(`^(bearer +)(${ID})${SIGN}(\\S+)\\s*$`, 'i')
const client = new RegExp(`^(.*)${SIGN}(${ID})$`)
/** The same as OAuth has it in a header: percent-encoded, or as it is. */
const encodedClient = new RegExp(`^([^:]*)(?:${SIGN}|%7E)(${ID})(:.*)?$`, 'is')

/** The client id by which a bank is found. */
export const clientIdOf = (clientId: string, bankId: string): string => `${clientId}${SIGN}${bankId}`
/** The access token by which a bank is found. */
export const accessTokenOf = (token: string, bankId: string): string => `${bankId}${SIGN}${token}`

/** A request with the text of its body. */
export interface Read extends Omit<Asking, 'text'> {
  readonly body: string
}

/** The bank that the credentials of a request name; undefined where they name none. */
export function bankNamedIn(read: Read, isTokenServer: boolean): string | undefined {
  const authorization = read.headers.get('authorization') ?? ''
  if (!isTokenServer) return bearer.exec(authorization)?.[2]?.toLowerCase()
  const named = formOf(read)?.get('client_id')
  if (typeof named === 'string' && named !== '') return client.exec(named)?.[2]
  return encodedClient.exec(basicOf(authorization) ?? '')?.[2]?.toLowerCase()
}

/** The request as the bank with this id is to see it; `audiences` are its own names for what the client may call otherwise. */
export function withoutName(
  read: Read,
  {
    bankId,
    isTokenServer,
    audiences,
  }: { bankId: string; isTokenServer: boolean; audiences: ReadonlyMap<string, string> },
): Read {
  const authorization = read.headers.get('authorization') ?? ''
  if (!isTokenServer) {
    const [, scheme, id, token] = bearer.exec(authorization) ?? []
    return id?.toLowerCase() === bankId ? { ...read, headers: authorized(read.headers, `${scheme}${token}`) } : read
  }
  const [, inHeader, id, rest = ''] = encodedClient.exec(basicOf(authorization) ?? '') ?? []
  const headers =
    id?.toLowerCase() === bankId ? authorized(read.headers, `Basic ${btoa(inHeader + rest)}`) : read.headers
  const form = formOf(read)
  if (form === undefined) return { ...read, headers }
  const [, inBody, named] = client.exec(textIn(form, 'client_id')) ?? []
  if (inBody !== undefined && named === bankId) form.set('client_id', inBody)
  const audience = audiences.get(textIn(form, 'audience'))
  if (audience !== undefined) form.set('audience', audience)
  return { ...read, headers, body: form.toString() }
}

/** The answer of the token server, with a token that names the bank. */
export async function withName(answer: Response, bankId: string): Promise<Response> {
  const text = await answer.text()
  const { status, headers } = answer
  const named = recordIn(text)
  const token = named?.['access_token']
  const body =
    typeof token === 'string' ? JSON.stringify({ ...named, access_token: accessTokenOf(token, bankId) }) : text
  return new Response(body === '' ? null : body, { status, headers })
}

/** The fields of a token request, which may be JSON or a form: read, changed and written again as what they were. */
interface Fields {
  get(name: string): unknown
  set(name: string, value: string): void
  toString(): string
}

function formOf({ headers, body }: Read): Fields | undefined {
  const type = headers.get('content-type') ?? ''
  if (/^application\/x-www-form-urlencoded/i.test(type)) return new URLSearchParams(body)
  const record = recordIn(body)
  if (record === undefined) return undefined
  let isChanged = false
  return {
    get: (name) => record[name],
    set: (name, value) => {
      record[name] = value
      isChanged = true
    },
    toString: () => (isChanged ? JSON.stringify(record) : body),
  }
}

function textIn(form: Fields, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

function recordIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    // Whatever it is, the bank says what is wrong with it.
    return undefined
  }
}

/** What stands in a Basic header, byte by byte. */
function basicOf(authorization: string): string | undefined {
  const [, encoded] = /^basic +(\S+)\s*$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  try {
    return atob(encoded)
  } catch {
    return undefined
  }
}

function authorized(headers: Headers, authorization: string): Headers {
  const changed = new Headers(headers)
  changed.set('authorization', authorization)
  return changed
}
