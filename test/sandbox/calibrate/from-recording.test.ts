import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { calibrateFrom } from 'vostro/sandbox'

it('reads off recorded calls what they show, and sends nothing [§7]', async () => {
  const bank = createBank({ assume: { 'tokens.lifetimeSeconds': 600 } })
  const { clientId, clientSecret } = bank.partner
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  })
  const asked = bank.requests.length

  const { findings, calibration, text } = calibrateFrom(JSON.stringify(bank.requests), { urls: bank.urls })

  expect(text).toContain('1 call: 0 assumptions agree, 1 differs, ')
  expect(calibration['tokens.lifetimeSeconds']).toEqual({
    value: 600,
    observed: '2026-03-02',
    evidence: ['POST /oauth/token 200'],
  })
  expect(findings.find(({ id }) => id === 'tokens.form')).toMatchObject({
    verdict: 'unknown',
    seen: "only special calls show it, and calibrate makes them (scope 'read')",
  })
  expect(bank.requests).toHaveLength(asked)
})

it('wants to know the day of a recording that has no times [§7]', () => {
  const nock = [
    { scope: 'https://api.bank.test', method: 'GET', path: '/wires/v1/payments', status: 401, response: {} },
  ]
  const { urls } = createBank()

  expect(() => calibrateFrom(nock, { urls })).toThrow('day: is missing, and the calls of this recording have no time')
  expect(calibrateFrom(nock, { urls, day: '2026-03-02' }).exchanges).toHaveLength(1)
})

it('refuses addresses that match no call of the recording [§4]', async () => {
  const bank = createBank()
  await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  const urls = { baseUrl: 'https://other.example', authUrl: 'https://id.other.example' }

  expect(() => calibrateFrom(bank.requests, { urls })).toThrow(
    `urls: match none of the 1 calls of this recording, which went to ${new URL(bank.urls.baseUrl).host}`,
  )
})
