/** The end of every form: a method, an address, a status and headers, of whatever type they came, as an exchange has them. */
import type { RecordedExchange } from '../exchange.ts'
import { type Fail, kindOf } from './form.ts'

/** An exchange of which only the bodies are known to be right. */
interface RawExchange extends Pick<RecordedExchange, 'requestHeaders' | 'headers' | 'requestBody' | 'body'> {
  readonly method: unknown
  readonly url: unknown
  readonly status: unknown
  /** Milliseconds since 1970, or a text of ISO 8601. */
  readonly at: unknown
}

/** The exchange, or its problem. */
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
  const { requestHeaders, requestBody, headers, body } = rest
  return {
    method: method.toUpperCase(),
    url,
    requestHeaders,
    requestBody,
    status: code as number,
    headers,
    body,
    at: instantOf(at),
  }
}

function instantOf(at: unknown): number | null {
  const instant = typeof at === 'string' ? Date.parse(at) : at
  return typeof instant === 'number' && Number.isFinite(instant) ? instant : null
}

/** Headers by their names in lower case; those that came twice are joined, as HTTP has it (RFC 9110 §5.3). */
export function headersOf(pairs: Iterable<readonly [unknown, unknown]>, fail: Fail): Readonly<Record<string, string>> {
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
