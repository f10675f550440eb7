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
  /** Sent as JSON. */
  readonly body?: unknown
  /** Headers in addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string | Bearer>>
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
  for (const [header, value] of Object.entries(headers)) {
    all.set(header, typeof value === 'function' ? await value() : value)
  }
  const text = body === undefined ? null : JSON.stringify(body)
  return new Request(url, { method, headers: all, body: text, redirect: 'manual' })
}
