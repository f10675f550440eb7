/** Recordings of nock: the definitions that its recorder gives with `output_objects: true`. They have no times. */
import { bodyRead } from '../read-body.ts'
import { type Fail, type Fields, type Form, type Headers, headersAt, headersOf, kindOf, listOf, own } from './form.ts'

export const nock: Form = {
  name: 'a recording of nock (output_objects: true)',
  entriesOf: (recording) => listOf(recording, ['scope', 'path']),
  read(entry, fail) {
    const [scope, path] = [own(entry, 'scope'), own(entry, 'path')]
    if (typeof scope !== 'string') return fail(`its scope is ${kindOf(scope)} instead of a text`)
    if (typeof path !== 'string') return fail(`its path is ${kindOf(path)} instead of a text`)
    const requestHeaders = headersIn(entry, 'reqheaders', fail)
    const headers = headersIn(entry, own(entry, 'rawHeaders') === undefined ? 'headers' : 'rawHeaders', fail)
    return {
      method: own(entry, 'method') ?? 'GET',
      url: scope + path,
      requestHeaders,
      requestBody: bodyOf(own(entry, 'body'), requestHeaders),
      status: own(entry, 'status') ?? 200,
      headers,
      body: answeredBody(entry, headers, fail),
      at: null,
    }
  },
}

/** A record, or names and values in turn. */
function headersIn(entry: Fields, name: string, fail: Fail): Headers {
  const raw = own(entry, name)
  if (raw === undefined) return {}
  if (name !== 'rawHeaders' || !Array.isArray(raw)) return headersAt(entry, name, fail)
  const pairs = raw.flatMap((name: unknown, index) => (index % 2 === 0 ? [[name, raw[index + 1]] as const] : []))
  return headersOf(pairs, fail)
}

/** The recorder has parsed JSON; any other body is a text, and a missing one an empty text. */
function bodyOf(body: unknown, headers: Headers): unknown {
  return typeof body === 'string' ? bodyRead(body, headers['content-type']) : (body ?? null)
}

function answeredBody(entry: Fields, headers: Headers, fail: Fail): unknown {
  const response = own(entry, 'response')
  const isPacked = (headers['content-encoding'] ?? 'identity') !== 'identity' && isHex(response)
  if (isPacked || own(entry, 'responseIsBinary') === true) {
    return fail(
      'the body of its answer is packed (content-encoding), or is no text: record with the request header accept-encoding: identity',
    )
  }
  return bodyOf(response, headers)
}

/** How the recorder writes bytes: each chunk as hexadecimal digits. */
function isHex(response: unknown): boolean {
  const chunks: readonly unknown[] = Array.isArray(response) ? response : [response]
  return chunks.length > 0 && chunks.every((chunk) => typeof chunk === 'string' && /^(?:[0-9a-f]{2})+$/i.test(chunk))
}
