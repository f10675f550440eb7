/**
 * Credentials that name a bank: the client id of a further bank is `<clientId>~<bankId>`, its access tokens are `<bankId>~<token>`. So any
 * client library reaches its own bank by credentials alone. The bank itself does not know its name: that is removed from a request and
 * added to an answer. Identical banks issue identical tokens, so the letters of a further bank's token are shifted by its id: the token
 * of one bank opens no other, with the name or without it. (§2.1, §5)
 */

import type { Asking } from '../../bank/http/plain-request.ts'
import { LETTERS_AND_DIGITS } from '../../core/kernel/identity.ts'
import { isRecord, jsonIn } from '../../core/kernel/json.ts'

const SIGN = '~'
const ID = '[0-9a-f]{16}'
const bearer = new RegExp(`^(bearer +)(${ID})${SIGN}(\\S+)\\s*$`, 'i')
const client = new RegExp(`^(.*)${SIGN}(${ID})$`)
/** A client id in a Basic header, percent-encoded as OAuth has it, or as it is. */
const encodedClient = new RegExp(`^([^:]*)(?:${SIGN}|%7E)(${ID})(:.*)?$`, 'is')

/** The client id by which a bank is found. */
export const clientIdOf = (clientId: string, bankId: string): string => `${clientId}${SIGN}${bankId}`
/** The access token by which a bank is found. */
export const accessTokenOf = (token: string, bankId: string): string => `${bankId}${SIGN}${shifted(token, bankId, 1)}`
/** A token of a client as the bank itself knows it. */
export function ownTokenOf(given: string, bankId: string): string {
  const name = bankId + SIGN
  const isNamed = given.slice(0, name.length).toLowerCase() === name
  return shifted(isNamed ? given.slice(name.length) : given, bankId, -1)
}

/** Moves each letter in the alphabet, forward (1) or back (-1), by one more than a hexadecimal digit of the id. */
function shifted(token: string, bankId: string, direction: 1 | -1): string {
  const size = LETTERS_AND_DIGITS.length
  return token.replace(/[0-9A-Za-z]/g, (letter, index: number) => {
    const by = 1 + Number.parseInt(bankId[index % bankId.length] as string, 16)
    return LETTERS_AND_DIGITS[(LETTERS_AND_DIGITS.indexOf(letter) + direction * by + size) % size] as string
  })
}

/** A request with the text of its body. */
export interface Read extends Omit<Asking, 'text'> {
  readonly body: string
}

/** The bank that the credentials of a request name; undefined where they name none. */
export function bankNamedIn(read: Read, isTokenServer: boolean): string | undefined {
  const authorization = read.headers.get('authorization') ?? ''
  if (!isTokenServer) return bearer.exec(authorization)?.[2]?.toLowerCase()
  const named = fieldIn(read, 'client_id')
  if (named !== '') return client.exec(named)?.[2]
  return encodedClient.exec(basicOf(authorization) ?? '')?.[2]?.toLowerCase()
}

/** The bank that the credentials of a request name. */
interface Named {
  /** Undefined for the first bank, whose credentials name none. */
  readonly bankId: string | undefined
  /** The bank's own audience in place of the one that is asked for; undefined where they are the same. */
  readonly audienceOf: (asked: string) => string | undefined
}

/** A call of the banking API or the loan service, without the name of the bank in its token. */
export function withoutName(read: Read, { bankId }: Named): Read {
  const [, scheme, token] = /^(bearer +)(\S+)\s*$/i.exec(read.headers.get('authorization') ?? '') ?? []
  if (bankId === undefined || token === undefined) return read
  return { ...read, headers: authorized(read.headers, `${scheme}${ownTokenOf(token, bankId)}`) }
}

/** The same for a call of the token server. */
export function tokenRequestOf(read: Read, { bankId, audienceOf }: Named): Read {
  const [, inHeader, id, rest = ''] = encodedClient.exec(basicOf(read.headers.get('authorization') ?? '') ?? '') ?? []
  const isOwn = bankId !== undefined && id?.toLowerCase() === bankId
  const headers = isOwn ? authorized(read.headers, `Basic ${btoa(inHeader + rest)}`) : read.headers
  const [, inBody, named] = client.exec(fieldIn(read, 'client_id')) ?? []
  const asked = fieldIn(read, 'audience')
  const audience = audienceOf(asked) ?? asked
  const body = bodyWith(read, {
    ...(inBody !== undefined && named === bankId && { client_id: inBody }),
    ...(audience !== asked && { audience }),
  })
  return { ...read, headers, body }
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

const isForm = (headers: Headers) => /^application\/x-www-form-urlencoded/i.test(headers.get('content-type') ?? '')

/** A field of a token request, which may be JSON or a form; an empty text where it has none. */
function fieldIn({ headers, body }: Read, name: string): string {
  const value = isForm(headers) ? new URLSearchParams(body).get(name) : recordIn(body)?.[name]
  return typeof value === 'string' ? value : ''
}

/** The body of a token request with other values of some fields; without a change it stays as it was sent. */
function bodyWith({ headers, body }: Read, changes: Readonly<Record<string, string>>): string {
  if (Object.keys(changes).length === 0) return body
  if (!isForm(headers)) return JSON.stringify({ ...recordIn(body), ...changes })
  const parameters = new URLSearchParams(body)
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value)
  return parameters.toString()
}

function recordIn(text: string): Record<string, unknown> | undefined {
  const value = jsonIn(text)
  // The bank itself says what is wrong with any other body.
  return isRecord(value) ? value : undefined
}

/** The decoded content of a Basic header, byte by byte. */
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
