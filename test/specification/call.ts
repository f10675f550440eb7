/** A call of the bank, with a token that opens its service. */
import type { Bank } from 'vostro'

/** Sends a request to the bank with a fresh token of the right audience. */
export async function call(
  bank: Bank,
  method: string,
  url: string,
  body?: unknown,
): Promise<{ status: number; body: unknown }> {
  const { partner, urls } = bank
  const audience = url.startsWith(urls.loanBaseUrl) ? partner.loanAudience : partner.audience
  const headers = {
    authorization: `Bearer ${bank.tokens.issue({ audience }).access_token}`,
    'content-type': 'application/json',
  }
  const response = await bank.fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
