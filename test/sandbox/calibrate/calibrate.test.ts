import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { calibrate } from 'vostro/sandbox'
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
