/** The application of docs/start.md, in TypeScript. It does not import vostro. */
interface Config {
  readonly urls: { readonly authUrl: string; readonly baseUrl: string }
  readonly partner: { readonly clientId: string; readonly clientSecret: string; readonly audience: string }
  readonly accountNumber: string
}

export function createPayments({ urls, partner, accountNumber }: Config) {
  const wires = new Map<string, string>() // from the number of an invoice to the id of its wire
  const completed = new Set<string | undefined>() // the ids of wires that the bank has completed
  let token: string | undefined

  async function newToken(): Promise<string> {
    const response = await send(`${urls.authUrl}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: partner.clientId,
      client_secret: partner.clientSecret,
      audience: partner.audience,
    })
    return (await response.json()).access_token
  }

  async function authorization() {
    token ??= await newToken()
    return { authorization: `Bearer ${token}` }
  }

  async function createWire(body: object, key: string) {
    const headers = { ...(await authorization()), 'idempotency-key': key }
    return send(`${urls.baseUrl}/wires/v1/payments`, body, headers)
  }

  /** Pays an invoice. If no answer comes, it repeats the request with the same
   * idempotency key, so that it pays only once. */
  async function pay({ number, amount }: { number: string; amount: number }): Promise<string> {
    const wire = {
      accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '011000138',
      beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Supplier' },
      amount: Math.round(amount * 100), // in minor units
    }
    const response = await createWire(wire, number).catch(() => createWire(wire, number))
    if (!response.ok) throw new Error(await response.text())
    const { id } = await response.json()
    wires.set(number, id)
    return id
  }

  /** Receives what the bank pushes. A push may come twice, or before the answer
   * to the request, and has only paths: what is booked is what the bank shows
   * there. */
  async function receive(request: Request): Promise<Response> {
    const { resources } = await request.json()
    for (const path of resources) {
      const headers = await authorization()
      const response = await fetch(`${urls.baseUrl}/${path}`, { headers })
      if (!response.ok) return new Response('try again', { status: 503 })
      const { id, status } = await response.json()
      if (status === 'Completed') completed.add(id)
    }
    return new Response('taken')
  }

  const isPaid = (number: string) => completed.has(wires.get(number))
  return { pay, receive, isPaid }
}

function send(url: string, body: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...more }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}
