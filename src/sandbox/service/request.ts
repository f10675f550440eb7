/** Builds the request of a call: its address from the endpoint table, its headers and its body. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Fields } from './fields.ts'
import { Inconclusive, needed } from './inconclusive.ts'
import type { ServiceOptions } from './service-options.ts'

/** Returns the `authorization` header with a valid token. A function, because a token may expire while its call waits to be sent. */
export type Bearer = () => Promise<string>

export interface CallSettings {
  /** The parameters in the path. */
  readonly parameters?: Fields
  readonly query?: Readonly<Record<string, string>>
  /** A text is sent as it is, any other value as JSON. */
  readonly body?: unknown
  /** Headers in addition to the usual ones; null leaves a usual header out. */
  readonly headers?: Readonly<Record<string, string | null | Bearer>>
}

/** The address of a call. @throws {Inconclusive} if a parameter or the address of the service is unknown */
export function addressOf(
  urls: ServiceOptions['urls'],
  name: EndpointName,
  { parameters = {}, query = {} }: CallSettings,
) {
  const { service, path } = endpoints[name]
  const { baseUrl, authUrl, loanBaseUrl } = urls
  const base = { banking: baseUrl, token: authUrl, loans: loanBaseUrl }[service]
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter]
    // With an empty parameter the address would be that of the whole list.
    if (value === undefined || value === null || value === '') {
      throw new Inconclusive(`${name} needs the ${parameter} of a record, and no answer has one`)
    }
    return encodeURIComponent(String(value))
  })
  const url = needed(base, 'urls.loanBaseUrl').replace(/\/$/, '') + filled
  const search = new URLSearchParams(query).toString()
  return search === '' ? url : `${url}?${search}`
}

/** Makes a request. Each try of a call needs a new one, because the token of the last request may have expired. */
export async function requestOf(method: string, url: string, { body, headers = {} }: CallSettings): Promise<Request> {
  const all = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
  for (const [header, given] of Object.entries(headers)) {
    const value = typeof given === 'function' ? await given() : given
    if (value === null) all.delete(header)
    else all.set(header, value)
  }
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  // `Request` adds a content type to a text, but not to bytes.
  const bytes = text === undefined ? null : new TextEncoder().encode(text)
  return new Request(url, { method, headers: all, body: bytes, redirect: 'manual' })
}

/** Whether repeating a call does no harm. */
export function isHarmless(name: EndpointName): boolean {
  const { method } = endpoints[name]
  return name === 'requestToken' || method !== 'POST'
}
