/** Reading a request's body: JSON, or for the token server a form too. (§2.1) */
import type { EndpointRow } from '../../contract/endpoint.ts'
import type { Assume } from '../../core/assumptions/notes.ts'
import { type Rejection, reject } from '../../core/rejection.ts'
import { withClient } from './client-credentials.ts'

interface Checks {
  readonly assume: Assume
  /** Asked of JSON before that is read. */
  readonly tooDeep: () => Rejection | undefined
}

/** The body as a value, or the refusal of a body that cannot be read. */
export function readBody(
  row: EndpointRow,
  headers: Headers,
  text: string,
  { assume, tooDeep }: Checks,
): { value: unknown } | Rejection {
  if (row.body === undefined) return { value: undefined }
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (row.isFormAccepted && type === 'application/x-www-form-urlencoded') {
    return { value: withClient(Object.fromEntries(new URLSearchParams(text)), headers) }
  }
  const isUnnamed = type === '' && assume('http.contentType') === 'optional'
  if (!isUnnamed && type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    return reject(
      'content_type_is_not_json',
      `Failed to read the body: its Content-Type is "${type}", application/json is needed. Set the header. (§2.1)`,
    )
  }
  const deep = tooDeep()
  if (deep) return deep
  try {
    const value: unknown = JSON.parse(text)
    return { value: row.isFormAccepted ? withClient(value, headers) : value }
  } catch {
    // Not the engine's own words: an answer is the same on every platform.
    const fact = text === '' ? 'it is empty' : 'it is not well formed'
    return reject('body_is_not_json', `Failed to read the body as JSON: ${fact}. Send JSON.stringify(value). (§4)`)
  }
}
