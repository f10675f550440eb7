/**
 * A small partner that does it right: it asks for tokens when it needs them, tries again with the same idempotency key, and takes
 * each event in once, after looking the payment up. `bugs` switches single habits off, for what explore is to find.
 */
import type { BookEntry, Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

export interface Bugs {
  /** Tries a create again without its idempotency key. */
  readonly hasNoKey?: boolean
  /** Adds each notification up, however often it comes. */
  readonly hasNoDeduplication?: boolean
  /** Believes that whatever it hears of is completed. */
  readonly trustsNotifications?: boolean
  /** Never asks what became of a payment of which it has heard nothing. */
  readonly reliesOnPushes?: boolean
  /** Never asks for a new token. */
  readonly keepsItsToken?: boolean
}

export function createPartner({ bank, fetch, connect, books, every }: Scene, bugs: Bugs = {}) {
  const { baseUrl, authUrl } = bank.urls
  const entries = new Map<string, BookEntry>()
  const repeated: BookEntry[] = []
  const seen = new Set<string>()
  let token: string | undefined
  let keys = 0

  async function tokenOf(): Promise<string> {
    token ??= await retried(async () => {
      const { clientId, clientSecret, audience } = bank.partner
      const response = await fetch(`${authUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
          audience,
        }),
      })
      if (response.status !== 200) throw new Error(`token: ${response.status}`)
      return (await response.json()).access_token as string
    })
    return token
  }

  async function call(method: string, path: string, body?: object, key?: string) {
    return await retried(async (isRetry) => {
      const headers: Record<string, string> = {
        authorization: `Bearer ${await tokenOf()}`,
        'content-type': 'application/json',
      }
      if (key !== undefined && !(bugs.hasNoKey && isRetry)) headers['idempotency-key'] = key
      const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }
      const response = await fetch(baseUrl + path, init)
      if (response.status === 401 && !bugs.keepsItsToken) token = undefined
      if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status}`)
      return await response.json()
    })
  }

  books(() => [...entries.values(), ...repeated])
  if (!bugs.reliesOnPushes) {
    every({ minutes: 95 }, async () => {
      for (const { paymentId, status } of entries.values()) {
        if (status === 'pending') await takeIn(`wires/v1/payments/${paymentId}`)
      }
    })
  }

  return {
    entries,
    async listen(eventName: string): Promise<void> {
      const callbackUrl = 'https://partner.example/hooks'
      connect(callbackUrl, async (request) => {
        const { id, resources } = await request.json()
        if (seen.has(id) && !bugs.hasNoDeduplication) return new Response('seen')
        for (const path of resources) {
          // What the event says is not to be read yet: it must come again.
          if ((await takeIn(path, true)) === 'pending') return new Response('not yet', { status: 503 })
        }
        seen.add(id)
        return new Response('taken')
      })
      const request = { partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl }
      await call('POST', '/webhooks/v1/registrations', request, `registration ${eventName}`)
    },
    async pay(amount: number): Promise<string> {
      keys++
      const request = outboundWire(bank, { amount, beneficiaryReference: `INVOICE ${keys}` })
      const { id } = await call('POST', '/wires/v1/payments', request, `invoice ${keys}`)
      if (!entries.has(id)) entries.set(id, { paymentId: id, amount, status: 'pending' })
      return id
    },
  }

  async function takeIn(path: string, isTold = false): Promise<BookEntry['status']> {
    const wire = await call('GET', `/${path}`)
    const isOver = bugs.trustsNotifications || wire.posting === 'Posted'
    const status = isOver ? 'completed' : ['Rejected', 'Canceled'].includes(wire.status) ? 'failed' : 'pending'
    const entry: BookEntry = { paymentId: wire.id, amount: wire.amount, status }
    if (isTold && bugs.hasNoDeduplication && entries.get(wire.id)?.status === 'completed') repeated.push(entry)
    entries.set(wire.id, entry)
    return status
  }
}

/** Tries four times. */
async function retried<T>(attempt: (isRetry: boolean) => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    try {
      return await attempt(time > 1)
    } catch (error) {
      if (time === 4) throw error
    }
  }
}
