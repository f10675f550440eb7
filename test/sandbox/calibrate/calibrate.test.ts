import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { calibrate, calibrateFrom } from 'vostro/sandbox'
import { hiddenBank } from './hidden-bank.ts'

it('finds out what a service does, and makes a bank that does it too [§7]', async () => {
  const { findings, calibration } = await calibrate(hiddenBank({ 'tokens.lifetimeSeconds': 3_600 }))

  expect(findings.find(({ id }) => id === 'tokens.lifetimeSeconds')).toMatchObject({
    verdict: 'differs',
    default: 86_400,
    value: 3_600,
    seen: 'expires_in is 3600',
  })
  const bank = createBank({ assume: calibration })
  expect(bank.tokens.issue().expires_in).toBe(3_600)
  expect(bank.assumptions.used().find(({ id }) => id === 'tokens.lifetimeSeconds')).toMatchObject({
    provenance: 'observed',
    value: 3_600,
  })
})

it('takes a calibration from a file, and lets the test know better [§7]', () => {
  const file = JSON.stringify({
    'tokens.lifetimeSeconds': { value: 3_600, observed: '2026-03-02', evidence: ['POST /oauth/token 200'] },
    'tokens.withoutAudience': { value: 'refused', observed: '2026-03-02', evidence: ['POST /oauth/token 400'] },
  })

  const bank = createBank({ assume: { ...JSON.parse(file), 'tokens.lifetimeSeconds': 60 } })

  expect(bank.tokens.issue().expires_in).toBe(60)
  expect(bank.assumptions.used().map(({ id, provenance }) => `${id} ${provenance}`)).toContain(
    'tokens.lifetimeSeconds published',
  )
})

it('refuses an observation of a value that there is not [§7]', () => {
  const observation = { value: 'sometimes', observed: '2026-03-02', evidence: [] }

  expect(() => createBank({ assume: { 'tokens.withoutAudience': observation } })).toThrow(
    `assume['tokens.withoutAudience']: is "sometimes", allowed is "everything" or "refused"`,
  )
})

it('sends nothing to what looks like a real bank, where the two names that confirm it differ [§7]', async () => {
  const { urls, ...bank } = hiddenBank()
  const baseUrl = 'https://api.bank-of-somewhere.com'
  const production = { host: 'api.bank-of-somewhere.com', confirmHost: 'api.bank-of-anywhere.com' }
  const fetch = () => expect.unreachable('It was sent.')

  await expect(calibrate({ ...bank, fetch, urls: { ...urls, baseUrl }, production })).rejects.toThrow(
    'urls.baseUrl: is api.bank-of-somewhere.com, which does not look like a sandbox',
  )
})

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
