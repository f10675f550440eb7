/** A server for one test, and a client of it that speaks HTTP alone. */
import type { BankServerOptions } from '../../src/server/options.ts'
import { createBankServer } from '../../src/server/server.ts'
import { expectAsDeclared } from './declared.ts'

export const ORIGIN = 'http://127.0.0.1:4010'

/** What a test may say of a call. */
interface Asked {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** An answer, with its body as JSON where it is some. */
export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a client of another language knows no types
  readonly body: any
  readonly headers: Headers
}

/** A wire of 100.00 from the master account of a bank. */
export const wireFrom = (bank: { masterAccountNumber: string }) => ({
  accountNumber: bank.masterAccountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: { idCode: 'D', identifier: '12345678', name: 'Example Supplier' },
  amount: 10_000,
})

export function serverFor(options: Partial<BankServerOptions> = {}) {
  const server = createBankServer({ origin: ORIGIN, send: async () => new Response('ok'), ...options })
  const call = async (method: string, path: string, { token, body, headers = {} }: Asked = {}): Promise<Answered> => {
    const isText = typeof body === 'string'
    const request = new Request(path.startsWith('http') ? path : ORIGIN + path, {
      method,
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const response = await server.answer(request)
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    const answered = { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
    expectAsDeclared(request, answered)
    return answered
  }
  /** A token for the credentials of a bank, as any OAuth client asks for one. */
  const token = async (bank: { authUrl: string; clientId: string; clientSecret: string; audience: string }) => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: bank.clientId,
      client_secret: bank.clientSecret,
      audience: bank.audience,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { body } = await call('POST', `${bank.authUrl}/oauth/token`, { body: form.toString(), headers })
    return body.access_token as string
  }
  return { server, call, token }
}
