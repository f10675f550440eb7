/** What a partner of the corpus gets to know of the bank: addresses, credentials, and the three ends of `explore`. */
import type { Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

export interface Environment extends Pick<Scene, 'fetch' | 'connect' | 'books'> {
  readonly baseUrl: string
  readonly authUrl: string
  readonly partnerId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  /** The partner's master account. */
  readonly accountNumber: string
}

export function environmentOf({ bank, fetch, connect, books }: Scene): Environment {
  const { baseUrl, authUrl } = bank.urls
  const { id: partnerId, clientId, clientSecret, audience } = bank.partner
  const { accountNumber } = bank.masterAccount
  return { fetch, connect, books, baseUrl, authUrl, partnerId, clientId, clientSecret, audience, accountNumber }
}

/** A wire to a supplier, as every partner here writes it. */
export function wireTo(accountNumber: string, amount: number, reference: string) {
  return outboundWire(accountNumber, { amount, beneficiaryReference: reference })
}
