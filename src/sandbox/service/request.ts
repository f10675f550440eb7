/** The request of a call: its address by the endpoint table, its headers and its body. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Fields } from './fields.ts'
import { Inconclusive, needed } from './inconclusive.ts'
import type { ServiceOptions } from './service-options.ts'

/** Gives the header of a token that is good when it is asked for: a call may have to wait for its turn. */
export type Bearer = () => Promise<string>

/** The parts of a request. */
export interface Asked {
  /** The parameters in its path. */
  readonly parameters?: Fields
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. A text is sent as it is. */
  readonly body?: unknown
  /** In addition to the usual headers; null leaves a usual one out. */
  readonly headers?: Readonly<Record<string, string | null | Bearer>>
}

/** The address of a call. @throws {Inconclusive} where a parameter or the service's own address is not known */
export function addressOf(urls: ServiceOptions['urls'], name: EndpointName, { parameters = {}, query = {} }: Asked) {
  const { service, path } = endpoints[name]
  const { baseUrl, authUrl, loanBaseUrl } = urls
  const base = { banking: baseUrl, token: authUrl, loans: loanBaseUrl }[service]
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter]
    // Without it the call would be about all records there are.
    if (value === undefined || value === null || value === '') {
      throw new Inconclusive(`${name} needs the ${parameter} of a record, and no answer has one`)
    }
    return encodeURIComponent(String(value))
  })
  const url = needed(base, 'urls.loanBaseUrl').replace(/\/$/, '') + filled
  const search = new URLSearchParams(query).toString()
  return search === '' ? url : `${url}?${search}`
}

/** A new request: each try has its own, with a token that is good then. */
export async function requestOf(method: string, url: string, { body, headers = {} }: Asked): Promise<Request> {
  const all = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
  for (const [header, given] of Object.entries(headers)) {
    const value = typeof given === 'function' ? await given() : given
    if (value === null) all.delete(header)
    else all.set(header, value)
  }
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  // A text would get a type of its own, and bytes get none.
  const bytes = text === undefined ? null : new TextEncoder().encode(text)
  return new Request(url, { method, headers: all, body: bytes, redirect: 'manual' })
}

/** Whether a call that is made twice does no more than once: a poll hands events out, a ping and a restart send them. */
export function isHarmless(name: EndpointName): boolean {
  const isUpdate = name === 'updateRestriction' || name === 'updateWebhook'
  return name === 'requestToken' || isUpdate || (endpoints[name].method === 'GET' && name !== 'pollEvents')
}
