import { expect, test } from 'vostro/vitest'
import { pay } from './partner.js'

test('a page pays by wire with fetch', async ({ bank }) => {
  expect(typeof document).toBe('object')
  const { accountNumber } = bank.masterAccount
  const { id } = await pay({ urls: bank.urls, partner: bank.partner, accountNumber })
  bank.clock.advanceToNextBatch()
  expect(bank).toHaveCompleted(id)
})

test('a page asks with XMLHttpRequest', async ({ bank }) => {
  const request = new XMLHttpRequest()
  const answer = new Promise((resolve, reject) => {
    request.onload = () => resolve(JSON.parse(request.responseText))
    request.onerror = () => reject(new Error('The page could not read the answer.'))
  })
  request.open('POST', `${bank.urls.authUrl}/oauth/token`)
  request.setRequestHeader('content-type', 'application/json')
  request.send(
    JSON.stringify({
      grant_type: 'client_credentials',
      client_id: bank.partner.clientId,
      client_secret: bank.partner.clientSecret,
      audience: bank.partner.audience,
    }),
  )
  expect(await answer).toHaveProperty('access_token')
})
