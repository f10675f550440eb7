/**
 * Tests common HTTP clients, unchanged, with a bank: each pays by wire, and the bank answers as it would over a network.
 * MSW 2 does not see the requests of the package undici, so a dispatcher passes them to the bank.
 */
import axios, { isAxiosError } from 'axios'
import got from 'got'
import ky from 'ky'
import { Agent, request, fetch as undiciFetch } from 'undici'
import { expect } from 'vitest'
import type { Bank } from 'vostro'
import { test } from 'vostro/vitest'
import { toBank } from './undici-dispatcher.ts'

/** Posts JSON with a token, and returns the answer, even if it is an error. */
type Post = (bank: Bank, url: string, token: string, json: object) => Promise<{ status: number; body: unknown }>

const clients: readonly (readonly [name: string, post: Post])[] = [
  [
    'fetch',
    async (_, url, token, json) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) })
      return { status: response.status, body: await response.json() }
    },
  ],
  [
    'axios',
    async (_, url, token, json) => {
      try {
        const { status, data } = await axios.post(url, json, { headers: { authorization: `Bearer ${token}` } })
        return { status, body: data }
      } catch (error) {
        if (!isAxiosError(error) || !error.response) throw error
        return { status: error.response.status, body: error.response.data }
      }
    },
  ],
  [
    'got',
    async (_, url, token, json) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await got.post(url, { json, headers, throwHttpErrors: false, responseType: 'json' })
      return { status: response.statusCode, body: response.body }
    },
  ],
  [
    'ky',
    async (_, url, token, json) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await ky.post(url, { json, headers, throwHttpErrors: false })
      return { status: response.status, body: await response.json() }
    },
  ],
  [
    'undici',
    async (bank, url, token, json) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const dispatcher = new Agent().compose(toBank(bank))
      const { statusCode, body } = await request(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(json),
        dispatcher,
      })
      return { status: statusCode, body: await body.json() }
    },
  ],
  [
    'the fetch of undici',
    async (bank, url, token, json) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const dispatcher = new Agent().compose(toBank(bank))
      const response = await undiciFetch(url, { method: 'POST', headers, body: JSON.stringify(json), dispatcher })
      return { status: response.status, body: await response.json() }
    },
  ],
  [
    'a client that uses bank.fetch',
    async (bank, url, token, json) => {
      const headers = { authorization: `Bearer ${token}` }
      const response = await ky.create({ fetch: bank.fetch }).post(url, { json, headers, throwHttpErrors: false })
      return { status: response.status, body: await response.json() }
    },
  ],
]

const wireFrom = (bank: Bank) => ({
  accountNumber: bank.masterAccount.accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
  amount: 10_000,
})

test.for(clients)('pays by wire with %s [§4 call 2]', async ([, post], { bank }) => {
  const url = `${bank.urls.baseUrl}/wires/v1/payments`

  const { status, body } = await post(bank, url, bank.tokens.issue().access_token, wireFrom(bank))
  bank.clock.advanceToNextBatch()

  expect(status).toBe(200)
  expect(bank).toHaveCompleted((body as { id: string }).id)
  expect(bank).toHaveReceivedRequest('createWire', { body: wireFrom(bank) })
})

test.for(clients)('reads a refusal of the bank with %s', async ([, post], { bank }) => {
  const url = `${bank.urls.baseUrl}/wires/v1/payments`

  const { status, body } = await post(bank, url, bank.tokens.issue().access_token, { ...wireFrom(bank), amount: -1 })

  expect(status).toBe(400)
  expect(body).toHaveProperty('errors')
})
