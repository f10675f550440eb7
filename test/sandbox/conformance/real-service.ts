/** A bank behind its fetch alone: what the real service is to conformance. */
import { type Bank, type BankOptions, createBank } from 'vostro'
import type { ConformanceScenario, ConformanceScene, ServiceOptions } from 'vostro/sandbox'
import type { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { timeOf } from '../service-clock.ts'

/** How `conformance` reaches a bank that it knows nothing of. */
export function serviceOf(bank: Bank): ServiceOptions {
  const { id: partnerId, clientId, clientSecret, audience, loanAudience } = bank.partner
  const { accountNumber } = bank.masterAccount
  return {
    ...timeOf(bank),
    urls: bank.urls,
    credentials: { clientId, clientSecret, audience, loanAudience, partnerId, accountNumber },
  }
}

/** Such a bank, unlike the usual one in all that says nothing. */
export function realService(options: BankOptions = {}): ServiceOptions {
  return serviceOf(
    createBank({
      seed: 4711,
      now: '2027-06-09T10:30:00+02:00',
      baseUrl: 'https://gateway.sandbox.example/banking',
      authUrl: 'https://id.sandbox.example',
      loanBaseUrl: 'https://gateway.sandbox.example/loans',
      partner: { name: 'Another Partner', clientId: 'client-of-another-partner' },
      masterAccount: { title: 'Another Partner Operating', balance: 7_000_000 },
      ...options,
    }),
  )
}

export type Change = Parameters<typeof answeringOtherwise>[1]

/** Refuses calls of this method and address. */
export const refusing =
  (path: RegExp, status: number, message = 'No'): Change =>
  (answer, { method, url }) =>
    path.test(`${method} ${url}`) ? { ...answer, status, body: { errors: [{ code: 1_000, message }] } } : answer

/** Answers calls of this method and address with other fields. */
export const changing =
  (path: RegExp, fields: object): Change =>
  (answer, { method, url }) =>
    path.test(`${method} ${url}`) ? { ...answer, body: { ...answer.body, ...fields } } : answer

export type Call = (
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<Record<string, string>>

/** A partner's client: a token, then calls with it. It rejects where it is refused. */
export async function clientOf(
  { fetch, urls, credentials }: ConformanceScene,
  audience = credentials.audience,
  baseUrl = urls.baseUrl,
): Promise<Call> {
  const { clientId, clientSecret } = credentials
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answered = await fetch(`${urls.authUrl}/oauth/token`, {
    ...post,
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience,
    }),
  })
  const { access_token } = (await answered.json()) as { access_token: string }
  return async (method, path, body, headers = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

/** A client of the loan service. */
export const loanClientOf = (scene: ConformanceScene): Promise<Call> =>
  clientOf(scene, scene.credentials.loanAudience, scene.urls.loanBaseUrl)

/** A wire of 100.00 from the partner's account. */
export const wireFrom = ({ credentials }: ConformanceScene, changes: object = {}) => ({
  accountNumber: credentials.accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: { idCode: 'D', identifier: '12345678', name: 'Example Supplies' },
  beneficiaryReference: 'INVOICE 4711',
  amount: 10_000,
  purpose: 'Invoice 4711',
  ...changes,
})

/** The request for an inbound wire of 100.00 to the partner's account. */
export const inboundTo = ({ credentials }: ConformanceScene, changes: object = {}) => ({
  accountNumber: credentials.accountNumber,
  originator: { idCode: 'D', identifier: '5551234', name: 'Example Buyer' },
  businessFunctionCode: 'CTR',
  senderRoutingNumber: '026009593',
  senderDiName: 'Example National',
  originatorFi: { idCode: 'F', identifier: '026009593', name: 'Example National' },
  amount: 10_000,
  ...changes,
})

type Act = (call: Call, scene: ConformanceScene) => Promise<unknown>

/** What a client does once it has a token; it ends where it is refused. */
export const calling =
  (act: Act): ConformanceScenario =>
  async (scene) => {
    await act(await clientOf(scene), scene)
  }

/** What a client does in spite of refusals. */
export const trying = (act: Act): ConformanceScenario =>
  calling((call, scene) => act((...given) => call(...given).catch(() => ({})), scene))

/** Pays a wire with each of these changes, in spite of refusals. */
export const pays = (...wires: readonly object[]): ConformanceScenario =>
  trying(async (call, scene) => {
    for (const changes of wires) await call('POST', '/wires/v1/payments', wireFrom(scene, changes))
  })

/** A wire is paid, and read when it should have been reviewed. */
export async function paysAWire(scene: ConformanceScene): Promise<unknown> {
  const call = await clientOf(scene)
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  await scene.wait({ minutes: 1 })
  return await call('GET', `/wires/v1/payments/${id}`)
}

/** Reads the loan `L-1`. */
export const readsALoan: ConformanceScenario = async (scene) => {
  await (await loanClientOf(scene))('GET', '/LoanSummary?LoanNumber=L-1')
}
