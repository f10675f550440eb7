import { expect, it } from 'vitest'
import { playPartnerDay } from '../../docs/examples/partner-day.ts'

it('plays the same day on every run: calls, clock, pushes and books [§1]', async () => {
  const story = await playPartnerDay()
  const again = await playPartnerDay()

  expect(again).toBe(story)
  const told = [
    'POST /oauth/token  200',
    'POST /core/v1/dda/subaccounts  200',
    'POST /webhooks/v1/registrations  200',
    'POST /wires/v1/payments  200',
    'batch',
    'Completed  outbound 12,500.00',
    ' to https://partner.example/hooks/bank captured',
    'GET /wires/v1/payments/',
    'Completed  inbound 3,000.00',
    '/restrictions  200',
    'payments  ✗ wire b45742fd Rejected RES  12,500.00',
    'GET /LoanSummary',
    'GET /Webhook/GetEvents  200',
    '990,500.00',
  ]
  expect(told.filter((line) => !story.includes(line))).toEqual([])
  expect(told.map((line) => story.indexOf(line))).toEqual(told.map((line) => story.indexOf(line)).sort((a, b) => a - b))
})
