import { expect, it } from 'vitest'
import type { AssumptionId, BankOptions } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { hiddenBank } from '../hidden-bank.ts'

async function findingsOf(assume: NonNullable<BankOptions['assume']>, options: Partial<CalibrateOptions> = {}) {
  const report = await calibrate({ ...hiddenBank(assume), ...options })
  const found = (id: AssumptionId) => report.findings.find((finding) => finding.id === id)
  return { ...report, found }
}

/** A service that answers as a bank of ours does, but for what `change` makes of each payment record. */
function serviceWith(change: (record: Record<string, unknown>) => Record<string, unknown>): CalibrateOptions {
  const hidden = hiddenBank()
  return {
    ...hidden,
    maxWait: { minutes: 2 },
    fetch: async (request) => {
      const isOfWires = /\/v1\/payments/i.test(request.url)
      const response = await hidden.fetch(request)
      if (!isOfWires || !response.ok) return response
      const body = (await response.json()) as Record<string, unknown> & { results?: Record<string, unknown>[] }
      return Response.json(body.results ? { ...body, results: body.results.map(change) } : change(body), response)
    },
  }
}

it('finds the bounds of an amount [§8]', async () => {
  const { found } = await findingsOf({ 'limits.amountMinimum': 2_500, 'limits.amountMaximum': 77_777 })

  expect(found('limits.amountMinimum')).toMatchObject({ verdict: 'differs', value: 2_500 })
  expect(found('limits.amountMaximum')).toMatchObject({ verdict: 'differs', value: 77_777 })
})

it('finds how long a wire is reviewed and held [§3]', async () => {
  const { found } = await findingsOf({
    'wires.reviewSeconds': 40,
    'wires.reviewOutcome': 'Hold',
    'wires.holdMinutes': 3,
  })

  expect(found('wires.reviewSeconds')).toMatchObject({ value: 40, seen: 'it took 40 s' })
  expect(found('wires.reviewOutcome')).toMatchObject({ value: 'Hold' })
  expect(found('wires.holdMinutes')).toMatchObject({ value: 3, seen: 'a wire was on Hold for 180 s' })
})

it('says of what takes longer than it may wait that it does, and guesses nothing [§3]', async () => {
  const { found } = await findingsOf({ 'wires.reviewOutcome': 'Hold' }, { maxWait: { minutes: 2 } })

  expect(found('wires.reviewOutcome')).toMatchObject({ verdict: 'differs', value: 'Hold' })
  expect(found('wires.holdMinutes')).toMatchObject({ verdict: 'unknown' })
  expect(found('wires.holdMinutes')?.seen).toMatch(/^after .+ a wire is still on Hold$/)
})

it('moves no money, creates none, and lets none leave in the scopes that do not pay [§7]', async () => {
  const { exchanges, found } = await findingsOf({}, { scope: 'create' })

  expect(
    exchanges.filter(({ method, url, status }) => method === 'POST' && url.includes('/payments') && status < 300),
  ).toEqual([])
  expect(found('wires.source')).toMatchObject({ verdict: 'unknown' })
})

it('takes away the restrictions that it placed where money can leave again, and names what stays [§7]', async () => {
  const { left } = await findingsOf({})

  expect([...new Set(left.map(({ kind }) => kind))].sort()).toEqual(['paid wire', 'subledger'])
})

it('tells where the service does what no value of ours does [§2.4]', async () => {
  const { findings } = await calibrate(
    serviceWith((record) => ({
      ...record,
      source: 'Portal',
      referenceId: 'REF-1',
      typeCode: '1500',
      isInternational: undefined,
      receiverName: 'Bank of Nowhere',
    })),
  )

  const seen = Object.fromEntries(findings.map((finding) => [finding.id, finding]))
  expect(seen).toMatchObject({
    'wires.source': { verdict: 'differs', seen: expect.stringContaining('"Portal", which our bank cannot do') },
    'wires.reference': { verdict: 'differs', seen: 'referenceId is "REF-1"' },
    'wires.typeCode': { verdict: 'differs', seen: expect.stringContaining('typeCode is "1500"') },
    'wires.isInternational': { verdict: 'unknown', seen: 'no answer has isInternational' },
    'wires.institutionNames': { verdict: 'differs', seen: 'receiverName is "Bank of Nowhere"' },
  })
  expect(seen['wires.source']).not.toHaveProperty('value')
})
