/** A partner's own code: a small client of the bank's API. It does not import vostro, and calls `fetch`. */

/** The addresses of the bank, and the credentials of the partner. */
export interface ClientConfig {
  readonly urls: { readonly baseUrl: string; readonly authUrl: string; readonly loanBaseUrl: string }
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  readonly loanAudience: string
}

/** A client that keeps its tokens until the bank answers 401. */
export function createPartnerClient({ urls, clientId, clientSecret, audience, loanAudience }: ClientConfig) {
  const tokens = new Map<string, string>()

  async function tokenFor(wanted: string): Promise<string> {
    const known = tokens.get(wanted)
    if (known !== undefined) return known
    const response = await fetch(`${urls.authUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience: wanted,
      }),
    })
    const { access_token } = (await response.json()) as { access_token: string }
    tokens.set(wanted, access_token)
    return access_token
  }

  async function call<T>(method: string, url: string, wanted: string, body?: unknown, isRetry = false): Promise<T> {
    const response = await fetch(url, {
      method,
      headers: { authorization: `Bearer ${await tokenFor(wanted)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (response.status === 401 && !isRetry) {
      tokens.delete(wanted)
      return call(method, url, wanted, body, true)
    }
    if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }

  return {
    get: <T>(path: string) => call<T>('GET', urls.baseUrl + path, audience),
    post: <T>(path: string, body: unknown) => call<T>('POST', urls.baseUrl + path, audience, body),
    getLoans: <T>(path: string) => call<T>('GET', urls.loanBaseUrl + path, loanAudience),
  }
}
