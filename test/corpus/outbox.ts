/**
 * A payments service with an outbox: a payout is written down first, and a job that runs every half an hour sends what has not
 * been sent. The bank's notifications end it. It has its own way to call the bank.
 */
import { type Notification, retried, type Wire } from './client.ts'
import { type Environment, wireTo } from './environment.ts'

export const outboxBugs = [
  'retries without its key',
  'takes a lost answer for a failure',
  'caches a token for ever',
  'ignores Rejected',
] as const

interface Payout {
  readonly reference: string
  readonly amount: number
  attempts: number
  state: 'queued' | 'sent' | 'paid' | 'failed'
  paymentId?: string
}

const callbackUrl = 'https://payouts.example/bank'

export function createPayouts(
  { fetch, connect, books, baseUrl, authUrl, partnerId, accountNumber, ...credentials }: Environment,
  bug?: (typeof outboxBugs)[number],
) {
  const outbox: Payout[] = []
  const inbox = new Set<string>()
  let token: string | undefined

  async function logIn(): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret, audience } = credentials
    const body = JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret, audience })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${authUrl}/oauth/token`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`no token: ${response.status}`)
    return ((await response.json()) as { access_token: string }).access_token
  }

  async function ask<T>(path: string, body?: object, key?: string): Promise<T> {
    token ??= await logIn()
    const response = await fetch(`${baseUrl}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.status === 401 && bug !== 'caches a token for ever') token = undefined
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as T
  }

  function keyOf({ reference, attempts }: Payout): string | undefined {
    return bug === 'retries without its key' && attempts > 1 ? undefined : reference
  }

  async function send(payout: Payout): Promise<void> {
    const { reference, amount } = payout
    const { id } = await ask<Wire>('wires/v1/payments', wireTo(accountNumber, amount, reference), keyOf(payout))
    payout.paymentId = id
    if (payout.state === 'queued') payout.state = 'sent'
  }

  async function receive(request: Request): Promise<Response> {
    const { id, resources } = (await request.json()) as Notification
    if (inbox.has(id)) return new Response('known')
    for (const path of resources) {
      const wire = await ask<Wire>(path)
      const payout = outbox.find(({ reference }) => reference === wire.beneficiaryReference)
      if (!payout) continue
      payout.paymentId = wire.id
      if (wire.status === 'Completed') payout.state = 'paid'
      else if (wire.status === 'Rejected' || wire.status === 'Canceled') payout.state = 'failed'
      else return new Response('come again', { status: 503 })
    }
    inbox.add(id)
    return new Response('taken')
  }

  books(() =>
    outbox.flatMap(({ paymentId, amount, state }) => {
      const status = state === 'paid' ? 'completed' : state === 'failed' ? 'failed' : 'pending'
      return paymentId === undefined ? [] : { paymentId, amount, status }
    }),
  )

  return {
    order: (reference: string, amount: number) => void outbox.push({ reference, amount, attempts: 0, state: 'queued' }),
    async start(): Promise<void> {
      connect(callbackUrl, receive)
      const events = ['Wire.Payment.Sent', ...(bug === 'ignores Rejected' ? [] : ['Wire.Payment.Rejected'])]
      for (const eventName of events) {
        const registration = { partnerId, eventName, registrationType: 'Push', callbackUrl }
        await retried(() => ask('webhooks/v1/registrations', registration, eventName))
      }
    },
    /** The job: sends what is in the outbox; what fails stays there. */
    async work(): Promise<void> {
      for (const payout of outbox.filter(({ state }) => state === 'queued')) {
        payout.attempts++
        await send(payout).catch((error: unknown) => {
          const isLost = error instanceof TypeError
          if (bug === 'takes a lost answer for a failure' && isLost) payout.state = 'failed'
        })
      }
    },
  }
}
