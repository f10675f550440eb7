/** A client for the calls of the bank's API that payments need. It keeps its token, and repeats calls that fail for a while. */
import ky, { HTTPError } from 'ky'

export interface BankSettings {
  readonly baseUrl: string
  readonly authUrl: string
  readonly partnerId: string
  readonly clientId: string
  readonly clientSecret: string
  readonly audience: string
  /** The account that pays. */
  readonly accountNumber: string
  readonly fetch: typeof fetch
}

export interface Wire {
  readonly id: string
  readonly status: string
  readonly beneficiaryReference?: string
}

export function createBankClient(settings: BankSettings) {
  const { baseUrl, authUrl, partnerId, clientId, clientSecret, audience, accountNumber, fetch } = settings
  let token: string | undefined

  const client = ky.create({
    fetch,
    timeout: 10_000,
    retry: { limit: 3, methods: ['get', 'post'], statusCodes: [401, 429, 500, 502, 503, 504], backoffLimit: 5_000 },
  })
  const api = client.extend({
    prefixUrl: baseUrl,
    hooks: {
      beforeRequest: [async ({ headers }) => headers.set('authorization', `Bearer ${await currentToken()}`)],
      beforeRetry: [
        ({ error }) => {
          if (error instanceof HTTPError && error.response.status === 401) token = undefined
        },
      ],
    },
  })

  async function currentToken(): Promise<string> {
    if (token === undefined) {
      const json = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, audience }
      const answer = await client.post(`${authUrl}/oauth/token`, { json }).json<{ access_token: string }>()
      token = answer.access_token
    }
    return token
  }

  return {
    async createWire(reference: string, amount: number, key: string): Promise<Wire> {
      const json = {
        accountNumber,
        businessFunctionCode: 'CTR',
        receiverRoutingNumber: '011000138',
        beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
        beneficiaryReference: reference,
        amount,
      }
      return await api.post('wires/v1/payments', { json, headers: { 'idempotency-key': key } }).json()
    },
    /** Reads the wire that a notification names by its path: `wires/v1/payments/…`. */
    async wireAt(path: string): Promise<Wire> {
      return await api.get(path).json()
    },
    async subscribe(eventName: string, callbackUrl: string): Promise<void> {
      const json = { partnerId, eventName, registrationType: 'Push', callbackUrl }
      try {
        await api.post('webhooks/v1/registrations', { json })
      } catch (error) {
        // 409 (assumed: `webhooks.duplicate`): we have subscribed before.
        const isHttp = error instanceof HTTPError
        if (!isHttp || error.response.status !== 409) throw error
      }
    },
  }
}

export type BankClient = ReturnType<typeof createBankClient>
