/** What a bank answered to every call of the table, and to some that it refuses, as a recording. */
import { createBank } from 'vostro'
import { runCalls } from '../../../src/openapi/runs/calls.ts'
import type { RecordedExchange } from '../../../src/sandbox/recordings/exchange.ts'
import { exchangesFrom } from '../../../src/sandbox/recordings/read-recording.ts'

type Options = Parameters<typeof createBank>[0]

export async function traffic(options: Options = { seed: 7 }) {
  const bank = createBank(options)
  await runCalls(bank)
  const { baseUrl, loanBaseUrl } = bank.urls
  const token = await tokenOf(bank)
  const ask = (url: string, init = {}) => bank.fetch(url, { headers: token, ...init })
  bank.loans.add()
  for (const config of ['eccn', 'DH:UT']) {
    await ask(`${loanBaseUrl}/LoanSummary?Include=Total&jsconfig=${config}`)
  }
  // Refused by what stands around the calls: a path, a method, a limit.
  await ask(`${baseUrl}/wires/v1/payment`)
  await ask(`${baseUrl}/wires/v1/payments`, { method: 'DELETE' })
  await ask(`${baseUrl}/wires/v1/payments?note=${'x'.repeat(10_000)}`)
  const exchanges = exchangesFrom(JSON.stringify(bank.requests))
  const first = (end: string, method = 'GET') =>
    exchanges.find(
      (each) => each.method === method && each.url.endsWith(end) && each.status === 200,
    ) as RecordedExchange
  return { bank, urls: bank.urls, exchanges, first }
}

async function tokenOf(bank: ReturnType<typeof createBank>): Promise<Record<string, string>> {
  const { clientId: client_id, clientSecret: client_secret } = bank.partner
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  const response = await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST', body })
  const { access_token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
