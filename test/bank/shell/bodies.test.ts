/** What the bank hands out are a Request and a Response as any other: used up when they are read, and open to what a test puts in. */
import { expect, it, vi } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { portOf } from '../../../src/bank/port.ts'
import { bankingToken, get, registrationRequest } from '../../support/calls.ts'

/** A response of a bank, and a request that it sends. */
const messages: [string, (bank: Bank) => Promise<Request | Response>][] = [
  ['a response', (bank) => get(bank, bankingToken(bank), '/wires/v1/payments')],
  ['a push', pushOf],
]

async function pushOf(bank: Bank): Promise<Request> {
  const requests: Request[] = []
  const { id, callbackUrl } = bank.webhooks.register({ ...registrationRequest(bank), registrationType: 'Push' })
  bank.webhooks.connect(callbackUrl, (request) => {
    requests.push(request)
    return new Response('ok')
  })
  bank.webhooks.ping(id)
  await bank.settled()
  return requests[0] as Request
}

it.each(messages)('uses the body of %s up as it is read, once [§4]', async (_, message) => {
  const read = await message(createBank())

  expect(read.bodyUsed).toBe(false)
  expect(await read.json()).toMatchObject({})
  expect(read.bodyUsed).toBe(true)
  await expect(read.text()).rejects.toThrow(TypeError)
  await expect(read.arrayBuffer()).rejects.toThrow(TypeError)
  expect(() => read.clone()).toThrow(TypeError)
})

it.each(messages)('reads %s once and its clone once, either first [§4]', async (_, message) => {
  for (const isCloneFirst of [true, false]) {
    const read = await message(createBank())
    const clone = read.clone()
    const [first, second] = isCloneFirst ? [clone, read] : [read, clone]

    expect(await first.text()).toBe(await second.text())
    expect([read.bodyUsed, clone.bodyUsed]).toEqual([true, true])
  }
})

it.each(['text', 'json'] as const)(
  'lets a test put its own in the place of %s() of all responses [§4]',
  async (name) => {
    const bank = createBank()
    const response = await get(bank, bankingToken(bank), '/wires/v1/payments')
    const spy = vi.spyOn(Response.prototype, name).mockResolvedValue('mine')

    try {
      expect(await response[name]()).toBe('mine')
      expect(spy).toHaveBeenCalledTimes(1)
    } finally {
      spy.mockRestore()
    }
  },
)

it('leaves what a test put in the place of text() of all requests alone: the bank reads what it is sent itself [§4]', async () => {
  const bank = createBank()
  const spy = vi.spyOn(Request.prototype, 'text').mockResolvedValue('{}')

  try {
    const headers = { authorization: `Bearer ${bankingToken(bank)}`, 'content-type': 'application/json' }
    const body = JSON.stringify(registrationRequest(bank))
    const url = `${bank.urls.baseUrl}/webhooks/v1/registrations`

    expect((await bank.fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  } finally {
    spy.mockRestore()
  }
})

it('performs a call whose body has arrived at once, and does not ask whether its client gives up [§4]', async () => {
  const bank = createBank({ seed: 7 })
  const { addresses, answer } = portOf(bank).serve({})
  const unasked = vi.fn(() => undefined)
  const asking = {
    method: 'POST',
    url: `${addresses.authUrl}/oauth/token`,
    headers: new Headers({ 'content-type': 'application/json' }),
    text: () => Promise.reject(new Error('It was read again.')),
    arrived: JSON.stringify({ grant_type: 'client_credentials' }),
    get signal() {
      return unasked()
    },
  }

  const answered = answer(asking)

  expect(bank.requests).toMatchObject([{ endpoint: 'requestToken', body: { grant_type: 'client_credentials' } }])
  expect((await answered).headers.get('request-id')).toBe(bank.requests[0]?.id)
  expect(unasked).not.toHaveBeenCalled()
})
