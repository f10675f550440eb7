/** A partner's application: its customer pays a supplier by wire, and has the money back when the bank tells that the wire was rejected. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BankRecord } from '../../src/server/index.ts'

const page = `<!doctype html><title>App</title><link rel="icon" href="data:,">
<form method="post" action="/pay"><button>Pay 100.00</button></form><output></output>
<script>setInterval(async () => {
  document.querySelector('output').textContent = await (await fetch('/book')).text()
}, 100)</script>`

/** Starts it against a bank; `book` is what its customer sees. */
export async function startRefundingApp(bank: BankRecord) {
  const book: string[] = []
  const call = async (method: string, url: string, body?: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  }
  const { clientId: client_id, clientSecret: client_secret, audience } = bank
  const client = { grant_type: 'client_credentials', client_id, client_secret, audience }
  const newToken = async () => (await (await call('POST', `${bank.authUrl}/oauth/token`, client)).json()).access_token
  let token = await newToken()
  const api = async (method: string, path: string, body?: object) => {
    const ask = () => call(method, `${bank.baseUrl}/${path}`, body, token)
    let response = await ask()
    if (response.status === 401) {
      token = await newToken()
      response = await ask()
    }
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  const pay = async () => {
    await api('POST', 'wires/v1/payments', {
      accountNumber: bank.masterAccountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
      amount: 10_000,
    })
    book.push('paid 100.00')
  }
  const receive = async ({ eventName, resources }: { eventName: string; resources: string[] }) => {
    for (const path of resources) {
      const { id } = await api('GET', path)
      book.push(`${eventName === 'Wire.Payment.Rejected' ? 'refunded 100.00 of' : 'completed'} ${id}`)
    }
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    if (request.url === '/book') return response.end(book.join('; '))
    if (request.url === '/hooks') await receive(JSON.parse(text))
    if (request.url !== '/pay') return response.setHeader('content-type', 'text/html').end(page)
    await pay()
    return response.writeHead(303, { location: '/' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
    const registration = { partnerId: bank.partnerId, eventName, registrationType: 'Push', callbackUrl: `${url}hooks` }
    await api('POST', 'webhooks/v1/registrations', registration)
  }
  const end = () => new Promise<unknown>((resolve) => server.close(resolve).closeAllConnections())
  return { url, end }
}
