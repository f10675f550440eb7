/** The forms of recordings. Any part of a file may be missing or of another type. */
import { nodeModule } from '../../bank/shell/state/platform.ts'
import { attempt } from '../../core/kernel/attempt.ts'
import { bytesOfBase64 } from '../../core/kernel/base64.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { bodyRead, type RecordedExchange } from './exchange.ts'

type Fields = Readonly<Record<string, unknown>>
type Headers = RecordedExchange['headers']

/** Stops reading an entry: throws a `UsageError` with this text. */
type Fail = (fact: string) => never

/** An exchange whose headers and bodies are checked, and whose other parts are not. */
type RawExchange = Pick<RecordedExchange, 'requestHeaders' | 'headers' | 'requestBody' | 'body'> & {
  readonly [Part in 'method' | 'url' | 'status' | 'at']: unknown
}

export interface Form {
  /** The name of the form in messages. */
  readonly name: string
  /** The entries of a recording; undefined if the recording has another form. */
  entriesOf(recording: unknown): readonly unknown[] | undefined
  read(entry: Fields, fail: Fail): RawExchange
}

/** HAR files (1.2) of browsers, proxies and Polly.JS. A cassette of Polly is a HAR file with further fields. */
const har: Form = {
  name: 'a HAR file (of a browser, a proxy or Polly)',
  entriesOf(recording) {
    const entries = own(own(recording, 'log'), 'entries')
    return Array.isArray(entries) ? entries : undefined
  },
  read(entry, fail) {
    const request = recordAt(entry, 'request', fail)
    const response = recordAt(entry, 'response', fail)
    const requestHeaders = headersOfHar(request, fail)
    const headers = headersOfHar(response, fail)
    const [sent, answered] = [own(request, 'postData'), own(response, 'content')]
    return {
      method: own(request, 'method'),
      url: own(request, 'url'),
      requestHeaders,
      requestBody: textOfHar(own(sent, 'text'), sent, requestHeaders) ?? formOfHar(own(sent, 'params')),
      status: own(response, 'status'),
      headers,
      body: textOfHar(unpacked(answered, headers, fail), answered, headers),
      at: own(entry, 'startedDateTime'),
    }
  },
}

function headersOfHar(message: Fields, fail: Fail): Headers {
  const list = own(message, 'headers')
  if (list === undefined) return {}
  if (!Array.isArray(list) || !list.every(isRecord)) return fail('its headers are no list of records')
  return headersOf(
    list.map((header) => [own(header, 'name'), own(header, 'value')]),
    fail,
  )
}

function textOfHar(text: unknown, content: unknown, headers: Headers): unknown {
  const type = own(content, 'mimeType')
  const kind = headers['content-type'] ?? (typeof type === 'string' ? type : '')
  return typeof text === 'string' ? bodyRead(text, kind) : null
}

/** The text of an HTML form, made from its parameters: some files have only those. */
function formOfHar(params: unknown): string | null {
  if (!Array.isArray(params) || params.length === 0) return null
  const pairs = params.filter(isRecord).map((each) => [String(own(each, 'name')), String(own(each, 'value') ?? '')])
  return new URLSearchParams(pairs).toString()
}

const PACKED =
  'the body of its answer is compressed (content-encoding): record with the request header accept-encoding: identity'

function unpacked(content: unknown, headers: Headers, fail: Fail): unknown {
  const [text, encoding] = [own(content, 'text'), own(content, 'encoding')]
  if (typeof text !== 'string') return null
  if (own(content, '_isBinary') === true && encoding === undefined) return fail(PACKED)
  if (encoding !== 'base64') return text
  // Polly writes a list of chunks.
  const bytes = attempt(() => {
    const chunks: readonly string[] = text.startsWith('[') ? JSON.parse(text) : [text]
    return chunks.flatMap((chunk) => [...bytesOfBase64(chunk)])
  })
  if (bytes === undefined) return fail('the body of its answer is marked as base64, but is not')
  // The first bytes of every gzip file (RFC 1952 §2.3.1).
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return textOfBytes(bytes, isGzip ? 'gzip' : (headers['content-encoding'] ?? ''), fail)
}

interface Zlib {
  gunzipSync(bytes: Uint8Array): Uint8Array
  inflateSync(bytes: Uint8Array): Uint8Array
  brotliDecompressSync(bytes: Uint8Array): Uint8Array
}

const methods = { gzip: 'gunzipSync', deflate: 'inflateSync', br: 'brotliDecompressSync' } as const

/** The text of a body whose bytes may be compressed. A recorder may have decompressed them, and kept the header. */
function textOfBytes(given: readonly number[], encoding: string, fail: Fail): string {
  const bytes = Uint8Array.from(given)
  const method = Object.hasOwn(methods, encoding) ? methods[encoding as keyof typeof methods] : undefined
  const plain = method && attempt(() => (nodeModule('node:zlib') as Zlib | undefined)?.[method](bytes))
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(plain ?? bytes))
  return text ?? fail(PACKED)
}

/** A recording by nock with `output_objects: true`. It has no times. */
const nock: Form = {
  name: 'a recording of nock (output_objects: true)',
  entriesOf: (recording) => listOf(recording, ['scope', 'path']),
  read(entry, fail) {
    const [scope, path] = ['scope', 'path'].map((name) => {
      const value = own(entry, name)
      return typeof value === 'string' ? value : fail(`its ${name} is ${kindOf(value)} instead of a text`)
    }) as [string, string]
    const raw = own(entry, 'rawHeaders')
    const requestHeaders = headersAt(entry, 'reqheaders', fail)
    // `rawHeaders` lists names and values in turn.
    const headers = Array.isArray(raw)
      ? headersOf(
          raw.flatMap((name: unknown, index) => (index % 2 === 0 ? [[name, raw[index + 1]]] : [])),
          fail,
        )
      : headersAt(entry, raw === undefined ? 'headers' : 'rawHeaders', fail)
    const response = own(entry, 'response')
    const encoding = headers['content-encoding'] ?? 'identity'
    const isPacked = encoding !== 'identity' && isHex(response)
    const isBinary = !isPacked && own(entry, 'responseIsBinary') === true
    if (isBinary) return fail('the body of its answer is no text')
    const body = isPacked ? textOfBytes(bytesOfHex([response].flat().join('')), encoding, fail) : response
    return {
      method: own(entry, 'method') ?? 'GET',
      url: scope + path,
      requestHeaders,
      requestBody: bodyOfNock(own(entry, 'body'), requestHeaders),
      status: own(entry, 'status') ?? 200,
      headers,
      body: bodyOfNock(body, headers),
      at: null,
    }
  },
}

/** A body of nock, which has parsed JSON itself, and keeps any other body as a text and a missing one as an empty text. */
function bodyOfNock(body: unknown, headers: Headers): unknown {
  return typeof body === 'string' ? bodyRead(body, headers['content-type']) : (body ?? null)
}

/** Whether a body is bytes, which the recorder writes as hexadecimal digits, one text for each chunk. */
function isHex(response: unknown): boolean {
  const chunks: readonly unknown[] = Array.isArray(response) ? response : [response]
  return chunks.length > 0 && chunks.every((chunk) => typeof chunk === 'string' && /^(?:[0-9a-f]{2})+$/i.test(chunk))
}

const bytesOfHex = (text: string): number[] => (text.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))

/** A form that vostro itself writes. The parameters name its fields; `headers` is empty if the form has no headers of answers. */
const keptHere = (name: string, requestHeaders: string, requestBody: string, headers: string, body: string): Form => ({
  name,
  entriesOf: (recording) => listOf(recording, ['method', 'url', 'status', headers === '' ? body : requestHeaders]),
  read: (entry, fail) => ({
    method: own(entry, 'method'),
    url: own(entry, 'url'),
    requestHeaders: headersOf(Object.entries(recordAt(entry, requestHeaders, fail)), fail),
    requestBody: own(entry, requestBody) ?? null,
    status: own(entry, 'status'),
    headers: headers === '' ? {} : headersOf(Object.entries(recordAt(entry, headers, fail)), fail),
    body: own(entry, body) ?? null,
    at: own(entry, 'at'),
  }),
})

export const forms: readonly Form[] = [
  har,

  keptHere('bank.requests as JSON', 'headers', 'body', '', 'answer'),
  nock,
  keptHere('the exchanges of a report', 'requestHeaders', 'requestBody', 'headers', 'body'),
]

/** The list, if its first entry has all these fields. Only the first is looked at, because a recorder writes all entries alike. */
function listOf(recording: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (!Array.isArray(recording)) return undefined
  const [first] = recording
  return isRecord(first) && names.every((name) => Object.hasOwn(first, name)) ? recording : undefined
}

/** The value of a record's own field; undefined for an inherited one. */
const own = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

function recordAt(fields: Fields, name: string, fail: Fail): Fields {
  const value = own(fields, name)
  return isRecord(value) ? value : fail(`its ${name} is ${kindOf(value)} instead of a record`)
}

export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const words: Partial<Record<string, string>> = { object: 'a record', string: 'a text' }
  return words[typeof value] ?? `a ${typeof value}`
}

const headersAt = (fields: Fields, name: string, fail: Fail): Headers =>
  own(fields, name) === undefined ? {} : headersOf(Object.entries(recordAt(fields, name, fail)), fail)

/** Headers by their names in lower case. The values of a repeated header are joined (RFC 9110 §5.3). */
function headersOf(pairs: readonly unknown[][], fail: Fail): Headers {
  const headers = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (typeof name !== 'string') return fail(`the name of one of its headers is ${kindOf(name)}`)
    // HTTP/2 writes the parts of the request line as names with a colon (`:path`), which are not headers.
    if (name.startsWith(':')) continue
    const known = headers.get(name.toLowerCase())
    const text = Array.isArray(value) ? value.map(String).join(', ') : String(value)
    headers.set(name.toLowerCase(), known === undefined ? text : `${known}, ${text}`)
  }
  return Object.fromEntries(headers)
}

export function exchangeOf({ method, url, status, at, ...rest }: RawExchange, fail: Fail): RecordedExchange {
  if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/.test(method)) {
    return fail(`its method is ${typeof method === 'string' ? JSON.stringify(method.slice(0, 40)) : kindOf(method)}`)
  }
  if (typeof url !== 'string' || !URL.canParse(url)) {
    return fail(typeof url === 'string' ? 'its address is no URL' : `its address is ${kindOf(url)}`)
  }
  const code = typeof status === 'string' && /^\d{1,3}$/.test(status) ? Number(status) : status
  if (!Number.isInteger(code) || (code as number) < 0 || (code as number) > 999) {
    return fail(`its status is ${typeof code === 'number' ? String(code) : kindOf(code)}`)
  }
  const instant = typeof at === 'string' ? Date.parse(at) : at
  const isTime = typeof instant === 'number' && Number.isFinite(instant)
  return { ...rest, method: method.toUpperCase(), url, status: code as number, at: isTime ? instant : null }
}
