/**
 * Credentials that name a bank: the client id of a further bank is `<clientId>~<bankId>`, its access tokens are `<bankId>~<token>`. The
 * bank itself does not know its id: the server removes the id from each request and adds it to each token. Identical banks issue identical
 * tokens, so the server also shifts the letters of a token by the bank's id. No other bank accepts the token, even under another id or
 * without one. (§2.1, §5)
 */

import { jsonOf } from '../../bank/shell/state/exchange.ts'
import type { Asking } from '../../bank/shell/state/layer.ts'
import { attempt } from '../../core/kernel/attempt.ts'
import { LETTERS_AND_DIGITS } from '../../core/kernel/identity.ts'
import { fieldsOf } from '../../core/kernel/json.ts'

const SIGN = '~'
const ID = '[0-9a-f]{16}'
const bearer = new RegExp(`^(bearer +)(${ID})${SIGN}(\\S+)\\s*$`, 'i')
const client = new RegExp(`^(.*)${SIGN}(${ID})$`)
/** A client id in a Basic header: percent-encoded as OAuth requires, or plain. */
const encodedClient = new RegExp(`^([^:]*)(?:${SIGN}|%7E)(${ID})(:.*)?$`, 'is')

export const clientIdOf = (clientId: string, bankId: string): string => `${clientId}${SIGN}${bankId}`
export const accessTokenOf = (token: string, bankId: string): string => `${bankId}${SIGN}${shifted(token, bankId, 1)}`
/** The token as the bank itself issued it. `given` is the token as the client sent it. */
export function ownTokenOf(given: string, bankId: string): string {
  const name = bankId + SIGN
  const isNamed = given.slice(0, name.length).toLowerCase() === name
  return shifted(isNamed ? given.slice(name.length) : given, bankId, -1)
}

/** Moves each letter forward (1) or back (-1) in the alphabet. A hexadecimal digit of the id, plus one, says by how many places. */
function shifted(token: string, bankId: string, direction: 1 | -1): string {
  const size = LETTERS_AND_DIGITS.length
  return token.replace(/[0-9A-Za-z]/g, (letter, index: number) => {
    const by = 1 + Number.parseInt(bankId[index % bankId.length] as string, 16)
    return LETTERS_AND_DIGITS[(LETTERS_AND_DIGITS.indexOf(letter) + direction * by + size) % size] as string
  })
}

/** A request whose body has been read. */
export interface Read extends Pick<Asking, 'method' | 'url' | 'headers'> {
  readonly body: string
}

/** The id of a bank in the credentials; undefined if they have none. */
export function bankNamedIn(read: Read, isTokenServer: boolean): string | undefined {
  const authorization = read.headers.get('authorization') ?? ''
  if (!isTokenServer) return bearer.exec(authorization)?.[2]?.toLowerCase()
  const named = fieldIn(read, 'client_id')
  if (named !== '') return client.exec(named)?.[2]
  return encodedClient.exec(basicOf(authorization) ?? '')?.[2]?.toLowerCase()
}

/** A bank, with the names by which clients call it. The bank itself does not know these names. */
interface Named {
  readonly id: string
  /** Whether it is the first bank: its credentials have no id. */
  readonly isMain: boolean
  /** Translates the audience of a request into the bank's own audience; undefined if the audience of the request needs no change. */
  audienceOf(asked: string): string | undefined
}

/** A call of the banking API or the loan service, with the token that the bank itself issued. */
export function withoutName(read: Read, { id, isMain }: Named): Read {
  const [, scheme, token] = /^(bearer +)(\S+)\s*$/i.exec(read.headers.get('authorization') ?? '') ?? []
  if (isMain || token === undefined) return read
  return { ...read, headers: authorized(read.headers, `${scheme}${ownTokenOf(token, id)}`) }
}

/** A call of the token server, with the client id and the audience that the bank itself knows. */
export function tokenRequestOf(read: Read, bank: Named): Read {
  const [, inHeader, id, rest = ''] = encodedClient.exec(basicOf(read.headers.get('authorization') ?? '') ?? '') ?? []
  const isOwn = id?.toLowerCase() === bank.id
  const headers = isOwn ? authorized(read.headers, `Basic ${btoa(inHeader + rest)}`) : read.headers
  const [, inBody, named] = client.exec(fieldIn(read, 'client_id')) ?? []
  const asked = fieldIn(read, 'audience')
  const audience = bank.audienceOf(asked) ?? asked
  const body = bodyWith(read, {
    ...(inBody !== undefined && named === bank.id && { client_id: inBody }),
    ...(audience !== asked && { audience }),
  })
  return { ...read, headers, body }
}

/** The answer of the token server, with the id of the bank in its token. */
export async function withName(answer: Response, bankId: string): Promise<Response> {
  const text = await answer.text()
  const { status, headers } = answer
  const named = fieldsOf(jsonOf(text))
  const token = named['access_token']
  const body =
    typeof token === 'string' ? JSON.stringify({ ...named, access_token: accessTokenOf(token, bankId) }) : text
  return new Response(body === '' ? null : body, { status, headers })
}

const isForm = (headers: Headers) => /^application\/x-www-form-urlencoded/i.test(headers.get('content-type') ?? '')

/** A field of a token request, which may be JSON or a form; '' if the field is missing. The bank itself refuses any other body. */
function fieldIn({ headers, body }: Read, name: string): string {
  const value = isForm(headers) ? new URLSearchParams(body).get(name) : fieldsOf(jsonOf(body))[name]
  return typeof value === 'string' ? value : ''
}

/** The body of a token request with changed fields; without changes it stays exactly as it was sent. */
function bodyWith({ headers, body }: Read, changes: Readonly<Record<string, string>>): string {
  if (Object.keys(changes).length === 0) return body
  if (!isForm(headers)) return JSON.stringify({ ...fieldsOf(jsonOf(body)), ...changes })
  const parameters = new URLSearchParams(body)
  for (const [name, value] of Object.entries(changes)) parameters.set(name, value)
  return parameters.toString()
}

/** The decoded content of a Basic header, one character for each byte; undefined if it cannot be decoded. */
function basicOf(authorization: string): string | undefined {
  const [, encoded] = /^basic +(\S+)\s*$/i.exec(authorization) ?? []
  return encoded === undefined ? undefined : attempt(() => atob(encoded))
}

function authorized(headers: Headers, authorization: string): Headers {
  const changed = new Headers(headers)
  changed.set('authorization', authorization)
  return changed
}
