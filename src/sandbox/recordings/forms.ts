/** The forms of recordings, and what each says of an exchange. Any part of a file may be missing or of another type. */
import { nodeModule } from '../../bank/shell/host/platform.ts'
import { attempt } from '../../core/kernel/attempt.ts'
import { bytesOfBase64 } from '../../core/kernel/base64.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { bodyRead, type RecordedExchange } from './exchange.ts'

type Raw = { readonly [Part in keyof RecordedExchange]: unknown }

export interface Form {
  /** The name of the form in messages. */
  readonly name: string
  /** The entries of a recording; undefined if the recording has another form. */
  entriesOf(recording: unknown): readonly unknown[] | undefined
  /** What an entry says. @throws {Error} if its body cannot be read, with the reason as message */
  read(entry: unknown): Raw
}

/** Headers by their names in lower case. The values of a repeated header are joined (RFC 9110 §5.3). */
function headersOf(given: unknown): Readonly<Record<string, string>> {
  const headers = new Map<string, string>()
  for (const [name, value] of pairsIn(given)) {
    const text = Array.isArray(value) ? value.map(String).join(', ') : String(value)
    // HTTP/2 writes the parts of the request line as names with a colon (`:path`), which are not headers.
    if (name.startsWith(':')) continue
    const known = headers.get(name.toLowerCase())
    headers.set(name.toLowerCase(), known === undefined ? text : `${known}, ${text}`)
  }
  return Object.fromEntries(headers)
}

/** The names and values of headers: in a record, in a list of records, or in turn in a list of texts. */
function pairsIn(given: unknown): [name: string, value: unknown][] {
  if (!Array.isArray(given)) return isRecord(given) ? Object.entries(given) : []
  if (given.every(isRecord)) return given.map((each) => [String(own(each, 'name')), own(each, 'value')])
  return given.flatMap((name, index) => (index % 2 === 0 ? [[String(name), given[index + 1]]] : []))
}

const areHeaders = (given: unknown): boolean => {
  const isList = Array.isArray(given) && given.every((each) => typeof each === 'string' || isRecord(each))
  return given === undefined || isRecord(given) || isList
}

/** @throws {Error} if a part is missing or cannot be read, with the reason as message */
export function exchangeOf({ method, url, status, at, ...raw }: Raw): RecordedExchange {
  const code = typeof status === 'string' && /^\d{1,3}$/.test(status) ? Number(status) : status
  const isStatus = typeof code === 'number' && Number.isInteger(code) && code >= 0 && code <= 999
  if (typeof method !== 'string' || !/^[A-Za-z]{1,20}$/.test(method)) throw new Error('it has no method')
  if (typeof url !== 'string' || !URL.canParse(url)) throw new Error('it has no address that is a URL')
  if (!isStatus) throw new Error('it has no status from 0 to 999')
  if (!areHeaders(raw.requestHeaders) || !areHeaders(raw.headers)) throw new Error('its headers cannot be read')
  const [requestHeaders, headers] = [headersOf(raw.requestHeaders), headersOf(raw.headers)]
  return { ...raw, method: method.toUpperCase(), url, requestHeaders, status: code, headers, at: instantOf(at) }
}

function instantOf(at: unknown): number | null {
  const time = typeof at === 'string' ? Date.parse(at) : at
  return typeof time === 'number' && Number.isFinite(time) ? time : null
}

/** HAR files (1.2) of browsers, proxies and Polly.JS. A cassette of Polly is a HAR file with further fields. */
const har: Form = {
  name: 'a HAR file (of a browser, a proxy or Polly)',
  entriesOf(recording) {
    const entries = own(own(recording, 'log'), 'entries')
    return Array.isArray(entries) ? entries : undefined
  },
  read(entry) {
    const [request, response] = [own(entry, 'request'), own(entry, 'response')]
    const [sent, answered] = [own(request, 'postData'), own(response, 'content')]
    const [requestHeaders, headers] = [own(request, 'headers'), own(response, 'headers')]
    return {
      method: own(request, 'method'),
      url: own(request, 'url'),
      requestHeaders,
      requestBody: textOfHar(own(sent, 'text'), sent, requestHeaders),
      status: own(response, 'status'),
      headers,
      body: textOfHar(unpacked(answered, headers), answered, headers),
      at: own(entry, 'startedDateTime'),
    }
  },
}

function textOfHar(text: unknown, content: unknown, headers: unknown): unknown {
  const kind = headersOf(headers)['content-type'] ?? own(content, 'mimeType')
  return typeof text === 'string' ? bodyRead(text, String(kind ?? '')) : null
}

function unpacked(content: unknown, headers: unknown): unknown {
  const [text, encoding] = [own(content, 'text'), own(content, 'encoding')]
  if (own(content, '_isBinary') === true && encoding === undefined) throw new Error(PACKED)
  if (typeof text !== 'string' || encoding !== 'base64') return text
  // Polly writes a list of chunks.
  const bytes = attempt(() => {
    const chunks: readonly string[] = text.startsWith('[') ? JSON.parse(text) : [text]
    return chunks.flatMap((chunk) => [...bytesOfBase64(chunk)])
  })
  if (bytes === undefined) throw new Error('the body of its answer is marked as base64, but is not')
  return textOfBytes(bytes, headersOf(headers)['content-encoding'])
}

type Zlib = Readonly<Record<'unzipSync' | 'brotliDecompressSync', (bytes: Uint8Array) => Uint8Array>>

/** The text of a body whose bytes may be compressed. A recorder may have decompressed them, and kept the header. */
function textOfBytes(given: readonly number[], encoding?: string): string {
  const bytes = Uint8Array.from(given)
  // The bytes themselves tell whether they are gzip or deflate.
  const method = encoding === 'br' ? 'brotliDecompressSync' : 'unzipSync'
  const plain = attempt(() => (nodeModule('node:zlib') as Zlib | undefined)?.[method](bytes))
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(plain ?? bytes))
  if (text === undefined) throw new Error(PACKED)
  return text
}

const PACKED =
  'the body of its answer is no text, or is compressed (content-encoding): record with the request header accept-encoding: identity'

/** A recording by nock with `output_objects: true`. It has no times. */
const nock: Form = {
  name: 'a recording of nock (output_objects: true)',
  entriesOf: (recording) => listOf(recording, ['scope', 'path']),
  read(entry) {
    const [scope, path, requestHeaders] = ['scope', 'path', 'reqheaders'].map((name) => own(entry, name))
    const headers = own(entry, 'rawHeaders') ?? own(entry, 'headers')
    return {
      method: own(entry, 'method') ?? 'GET',
      url: typeof path === 'string' ? `${scope}${path}` : undefined,
      requestHeaders,
      requestBody: bodyOfNock(own(entry, 'body'), requestHeaders),
      status: own(entry, 'status') ?? 200,
      headers,
      body: bodyOfNock(unpackedOfNock(entry, headers), headers),
      at: null,
    }
  },
}

/** A body of nock, which has parsed JSON itself, and keeps any other body as a text and a missing one as an empty text. */
function bodyOfNock(body: unknown, headers: unknown): unknown {
  return typeof body === 'string' ? bodyRead(body, headersOf(headers)['content-type']) : (body ?? null)
}

/** A compressed body is written as hexadecimal digits, one text for each chunk. */
function unpackedOfNock(entry: unknown, headers: unknown): unknown {
  const [response, encoding] = [own(entry, 'response'), headersOf(headers)['content-encoding'] ?? 'identity']
  const text = [response].flat().join('')
  const bytes = encoding !== 'identity' && /^(?:[0-9a-f]{2})+$/i.test(text) ? (text.match(/../g) ?? []) : []
  if (bytes.length === 0 && own(entry, 'responseIsBinary') === true) throw new Error(PACKED)
  if (bytes.length === 0) return response
  return textOfBytes(
    bytes.map((byte) => Number.parseInt(byte, 16)),
    encoding,
  )
}

/** A form that vostro itself writes. The parameters name its fields; `headers` is empty if the form has no headers of answers. */
const keptHere = (name: string, requestHeaders: string, requestBody: string, headers: string, body: string): Form => ({
  name,
  entriesOf: (recording) => listOf(recording, ['method', 'url', 'status', headers === '' ? body : requestHeaders]),
  read: (entry) => ({
    method: own(entry, 'method'),
    url: own(entry, 'url'),
    requestHeaders: own(entry, requestHeaders),
    requestBody: own(entry, requestBody) ?? null,
    status: own(entry, 'status'),
    headers: own(entry, headers),
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
