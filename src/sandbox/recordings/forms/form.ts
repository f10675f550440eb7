/** What the forms of recordings share: a form says whether a recording is of it, and reads its entries one by one. */
import { isRecord } from '../../../core/kernel/json.ts'
import type { RecordedExchange } from '../exchange.ts'

/** The fields of something that came from a file: anything may be missing, and be of any type. */
export type Fields = Readonly<Record<string, unknown>>

/** The headers of a message, by their names in lower case. */
export type Headers = RecordedExchange['headers']

/** Ends the reading of an entry: tells its problem, and what to do. */
export type Fail = (fact: string) => never

export interface Form {
  /** As a message names it. */
  readonly name: string
  /** The entries of a recording of this form; undefined of one that is not. */
  entriesOf(recording: unknown): readonly unknown[] | undefined
  read(entry: Fields, fail: Fail): RawExchange
}

/** The fields at a name, or the end of it. */
export function fieldsAt(fields: Fields, name: string, fail: Fail): Fields {
  const value = own(fields, name)
  return isRecord(value) ? value : fail(`its ${name} is ${kindOf(value)} instead of a record`)
}

/** The value of a field; nothing that an object has from elsewhere. */
export const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined)

/** The entries of a list whose first one has all these fields: recorders write all of them alike. */
export function listOf(recording: unknown, names: readonly string[]): readonly unknown[] | undefined {
  if (!Array.isArray(recording)) return undefined
  const [first] = recording
  return isRecord(first) && names.every((name) => Object.hasOwn(first, name)) ? recording : undefined
}

/** What a message says of a value that cannot be used. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  const words: Partial<Record<string, string>> = { object: 'a record', string: 'a text' }
  return words[typeof value] ?? `a ${typeof value}`
}

/** An exchange of which only the bodies are known to be right. */
export interface RawExchange extends Pick<RecordedExchange, 'requestHeaders' | 'headers' | 'requestBody' | 'body'> {
  readonly method: unknown
  readonly url: unknown
  readonly status: unknown
  /** Milliseconds since 1970, or a text of ISO 8601. */
  readonly at: unknown
}

/** The exchange, or its problem. */
export function exchangeOf(raw: RawExchange, fail: Fail): RecordedExchange {
  const { method, url, status, at } = raw
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
  return { ...raw, method: method.toUpperCase(), url, status: code as number, at: instantOf(at) }
}

function instantOf(at: unknown): number | null {
  const instant = typeof at === 'string' ? Date.parse(at) : at
  return typeof instant === 'number' && Number.isFinite(instant) ? instant : null
}

/** The headers in a field that has them as a record. */
export const headersAt = (fields: Fields, name: string, fail: Fail): Headers =>
  headersOf(Object.entries(fieldsAt(fields, name, fail)), fail)

/** Headers by their names in lower case; those that came twice are joined, as HTTP has it (RFC 9110 §5.3). */
export function headersOf(pairs: Iterable<readonly [unknown, unknown]>, fail: Fail): Headers {
  const headers = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (typeof name !== 'string') return fail(`the name of one of its headers is ${kindOf(name)}`)
    // What HTTP/2 sends in the place of the first line is no header.
    if (name.startsWith(':')) continue
    const known = headers.get(name.toLowerCase())
    const text = Array.isArray(value) ? value.map(String).join(', ') : String(value)
    headers.set(name.toLowerCase(), known === undefined ? text : `${known}, ${text}`)
  }
  return Object.fromEntries(headers)
}
