/** A service as a probe sees it: calls of the endpoint table with a token, waiting, and a list of leftovers. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { Receiver, Settled } from '../calibrate/calibrate-options.ts'
import type { ServiceCredentials } from './credentials.ts'
import { Inconclusive } from './inconclusive.ts'
import { type Answer, Traffic } from './traffic.ts'

/** What goes with a call. */
export interface Asked {
  /** The parameters in its path. */
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Sent as JSON. A text is sent as it is. */
  readonly body?: unknown
  /** Beside those that go without saying; null leaves one of these out. */
  readonly headers?: Readonly<Record<string, string | null>>
}

/** Something that was made and is still there. */
export interface Leftover {
  /** Such as `subledger`. */
  readonly kind: string
  readonly id: string
}

interface Token {
  readonly text: string
  /** In milliseconds since 1970. */
  readonly until: number
}

/** A token is not used in its last seconds: the way to the service takes some. */
const MARGIN = 1_000

export class Service {
  readonly traffic: Traffic
  readonly #tokens = new Map<string, Token>()
  readonly #left: Leftover[] = []

  constructor(private readonly options: Settled) {
    this.traffic = new Traffic(options)
  }

  get credentials(): ServiceCredentials {
    return this.options.credentials
  }
  /** Where pushes come in. */
  get receiver(): Receiver {
    return needed(this.options.receiver, 'receiver')
  }
  get accountNumber(): string {
    return needed(this.credentials.accountNumber, 'credentials.accountNumber')
  }
  get partnerId(): string {
    return needed(this.credentials.partnerId, 'credentials.partnerId')
  }
  get urls(): Settled['urls'] {
    return this.options.urls
  }
  /** How long the probe may still wait, in milliseconds. */
  get waitLeft(): number {
    return this.traffic.waitLeft
  }
  /** Milliseconds since 1970, by the clock of the service. */
  now(): number {
    return this.traffic.now()
  }
  /** Lets time go by, in milliseconds. @throws {Inconclusive} where it is longer than a probe may wait */
  wait(milliseconds: number): Promise<void> {
    return this.traffic.wait(milliseconds)
  }

  /** Makes a call of the endpoint table, with a token where it needs one. */
  async ask(name: EndpointName, asked: Asked = {}): Promise<Answer> {
    // A removal may need a token first.
    const isRemoval = endpoints[name].method === 'DELETE'
    return isRemoval ? await this.traffic.tidy(() => this.#ask(name, asked)) : await this.#ask(name, asked)
  }

  async #ask(name: EndpointName, asked: Asked): Promise<Answer> {
    const { isSecured, service } = endpoints[name]
    const isForLoans = service === 'loans'
    const askOnce = async () => {
      const headers = isSecured ? { authorization: `Bearer ${await this.token(isForLoans)}` } : {}
      return await this.send(name, { ...asked, headers: { ...headers, ...asked.headers } })
    }
    const answer = await askOnce()
    if (answer.status !== 401 || !isSecured) return answer
    // Revoked, or less lasting than it said.
    this.#tokens.delete(this.#audience(isForLoans))
    return await askOnce()
  }

  /** Makes a call without a token. */
  send(name: EndpointName, asked: Asked = {}): Promise<Answer> {
    const { method } = endpoints[name]
    return this.sendTo(method, this.urlOf(name, asked), asked)
  }

  /** The address of a call. */
  urlOf(name: EndpointName, { parameters = {}, query = {} }: Asked = {}): string {
    const { service, path } = endpoints[name]
    const { baseUrl, authUrl, loanBaseUrl } = this.options.urls
    const base = { banking: baseUrl, token: authUrl, loans: loanBaseUrl }[service]
    const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value: unknown = parameters[parameter]
      // Without it the call would be about all records there are.
      if (value === undefined || value === null || value === '') {
        throw new Inconclusive(`${name} needs the ${parameter} of a record, and the service told none`)
      }
      return encodeURIComponent(String(value))
    })
    const url = needed(base, 'urls.loanBaseUrl').replace(/\/$/, '') + filled
    const search = new URLSearchParams(query).toString()
    return search === '' ? url : `${url}?${search}`
  }

  /** Makes a call that no row of the table has. */
  sendTo(method: string, url: string, { body, headers = {} }: Asked = {}): Promise<Answer> {
    const all = new Headers(body === undefined ? {} : { 'content-type': 'application/json' })
    for (const [header, value] of Object.entries(headers)) {
      if (value === null) all.delete(header)
      else all.set(header, value)
    }
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    // A text would get a type of its own, and bytes get none.
    const bytes = text === undefined ? null : new TextEncoder().encode(text)
    return this.traffic.send(new Request(url, { method, headers: all, body: bytes, redirect: 'manual' }))
  }

  /** A token that is good for a while, asked for where there is none. */
  async token(isForLoans = false): Promise<string> {
    const meant = this.#audience(isForLoans)
    const known = this.#tokens.get(meant)
    if (known !== undefined && this.now() < known.until) return known.text
    const { status, body } = await this.send('requestToken', { body: this.tokenRequest(meant) })
    const { access_token: text, expires_in: lifetime } = (body ?? {}) as {
      access_token?: unknown
      expires_in?: unknown
    }
    if (typeof text !== 'string') {
      throw new Inconclusive(
        `the token server answered ${status} without an access_token: look at clientId, clientSecret and audience`,
      )
    }
    const until = this.now() + (typeof lifetime === 'number' ? lifetime * 1_000 - MARGIN : 0)
    this.#tokens.set(meant, { text, until })
    return text
  }

  #audience(isForLoans: boolean): string {
    const { audience = '', loanAudience = audience } = this.credentials
    return isForLoans ? loanAudience : audience
  }

  tokenRequest(audience: string | undefined): Record<string, string> {
    const { clientId, clientSecret } = this.credentials
    const request = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    return audience === undefined || audience === '' ? request : { ...request, audience }
  }

  /** Keeps in mind that something was made, until `untrack` says that it is removed. */
  track(kind: string, id: string): void {
    this.#left.push({ kind, id })
  }
  untrack(id: string): void {
    const at = this.#left.findIndex((each) => each.id === id)
    if (at >= 0) this.#left.splice(at, 1)
  }
  get left(): readonly Leftover[] {
    return this.#left
  }
}

function needed<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Inconclusive(`${name} was not given`)
  return value
}
