/** An MSW server of the test beside the one of vostro, which MSW does not support: it gives each request to one of them twice. */
import axios from 'axios'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, vi } from 'vitest'
import { bankHandlers } from 'vostro/msw'
import { currentBank, expect, test } from 'vostro/vitest'
import { storyOf } from '../../../src/testing/story/story.ts'
import { initOf } from '../../support/calls.ts'
import { outboundWire } from '../../support/wire.ts'

const server = setupServer(...bankHandlers(currentBank))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test('answers each call once, prints nothing, and says in the story that two servers are open [§4]', async ({
  bank,
}) => {
  const said = vi.spyOn(console, 'error')
  const token = bank.tokens.issue().access_token
  const url = `${bank.urls.baseUrl}/wires/v1/payments`

  const paid = await fetch(url, initOf('POST', { token, body: outboundWire(bank) }))
  const { id } = (await paid.json()) as { id: string }
  await fetch(`${url}/${id}/cancel`, initOf('POST', { token }))
  await axios.get(url, { headers: { authorization: `Bearer ${token}` } })

  expect(bank.requests.map(({ method, status }) => [method, status])).toEqual([
    ['POST', 200],
    ['POST', 409],
    ['GET', 200],
  ])
  expect(said).not.toHaveBeenCalled()
  expect(storyOf(bank, 'expected 1 to be 2')).toMatch(
    /^Between your code and the bank:\n- two MSW servers are open, .* set bankServer: 'own'\n\nWhat happened last/,
  )
})
