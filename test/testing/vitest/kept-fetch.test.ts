import { expect, test } from 'vostro/vitest'
import { keptFetch } from '../../support/kept-fetch.ts'

test('answers a client that kept the fetch it saw when it was imported [§4]', async ({ bank }) => {
  const response = await keptFetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)

  expect(response.status).toBe(200)
  expect(bank.requests).toHaveLength(1)
})

test.extend({ looseEnds: { unknownRequests: true } })(
  'answers such a client in the next test, too [§4]',
  async ({ bank }) => {
    const response = await keptFetch(bank.urls.baseUrl)

    expect(response.status).toBe(404)
    expect(bank.requests).toMatchObject([{ url: `${bank.urls.baseUrl}/` }])
  },
)
