/** HAR files (1.2), as browsers, proxies and Polly.JS write them: a cassette of Polly is one, with fields of its own. */
import { bytesOfBase64 } from '../../../core/kernel/base64.ts'
import { isRecord } from '../../../core/kernel/json.ts'
import { bodyRead } from '../read-body.ts'
import { type Fail, type Fields, type Form, fieldsAt, type Headers, headersOf, own } from './form.ts'

export const har: Form = {
  name: 'a HAR file, of a browser, a proxy or Polly',
  entriesOf(recording) {
    const log = isRecord(recording) ? own(recording, 'log') : undefined
    const entries = isRecord(log) ? own(log, 'entries') : undefined
    return Array.isArray(entries) ? entries : undefined
  },
  read(entry, fail) {
    const request = fieldsAt(entry, 'request', fail)
    const response = fieldsAt(entry, 'response', fail)
    const requestHeaders = headersIn(request, fail)
    const headers = headersIn(response, fail)
    return {
      method: own(request, 'method'),
      url: own(request, 'url'),
      requestHeaders,
      requestBody: sentBody(own(request, 'postData'), requestHeaders),
      status: own(response, 'status'),
      headers,
      body: answeredBody(own(response, 'content'), headers, fail),
      at: own(entry, 'startedDateTime'),
    }
  },
}

function headersIn(message: Fields, fail: Fail): Headers {
  const list = own(message, 'headers')
  if (list === undefined) return {}
  if (!Array.isArray(list) || !list.every(isRecord)) return fail('its headers are no list of records')
  const pairs = list.map((header: Fields) => [own(header, 'name'), own(header, 'value')] as const)
  return headersOf(pairs, fail)
}

/** The body of the request; one that is there as the parameters of a form only is written as such. */
function sentBody(data: unknown, headers: Headers): unknown {
  if (!isRecord(data)) return null
  const [text, params, type] = ['text', 'params', 'mimeType'].map((name) => own(data, name))
  const kind = headers['content-type'] ?? (typeof type === 'string' ? type : '')
  if (typeof text === 'string' && text !== '') return bodyRead(text, kind)
  if (!Array.isArray(params) || params.length === 0) return null
  const pairs = params.filter(isRecord).map((each) => [String(own(each, 'name')), String(own(each, 'value') ?? '')])
  return new URLSearchParams(pairs).toString()
}

function answeredBody(content: unknown, headers: Headers, fail: Fail): unknown {
  if (!isRecord(content)) return null
  const [text, encoding, type] = ['text', 'encoding', 'mimeType'].map((name) => own(content, name))
  if (typeof text !== 'string') return null
  const kind = headers['content-type'] ?? (typeof type === 'string' ? type : '')
  const isPacked = own(content, '_isBinary') === true && encoding === undefined
  if (isPacked || (encoding === 'base64' && text.startsWith('['))) return fail(PACKED)
  return bodyRead(encoding === 'base64' ? decoded(text, fail) : text, kind)
}

const PACKED =
  'the body of its answer is packed (content-encoding): record with the request header accept-encoding: identity'

function decoded(text: string, fail: Fail): string {
  let bytes: Uint8Array
  try {
    bytes = bytesOfBase64(text)
  } catch {
    return fail('the body of its answer says that it is base64, and is not')
  }
  // As every gzip file begins (RFC 1952 §2.3.1).
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return fail(PACKED)
  return new TextDecoder().decode(bytes)
}
