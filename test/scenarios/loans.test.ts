import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { ways } from '../support/drivers/ways.ts'

it.each(ways)('follows a loan from Received to Funded by its events, through the %s [§3][§6]', async (_, partnerOf) => {
  const bank = createBank({ assume: { 'loans.stepSeconds': 3_600 } })
  const partner = partnerOf(bank)
  await partner.registerWebhook('LoanStatusUpdated')
  const { Id } = bank.loans.add()

  const before = await partner.loanSummary({ id: Id })
  bank.clock.advance({ days: 1 })
  const after = await partner.loanSummary({ id: Id })

  expect(before.Results).toMatchObject([{ Id, Status: 'Received' }])
  expect(after.Results).toMatchObject([{ Id, Status: 'Funded' }])
  expect(bank.pushes.map(({ payload }) => payload?.content)).toMatchObject(
    [2, 3, 4, 5, 6].map((Status) => ({ LoanId: Id, Status })),
  )
})

it.each(ways)('sees a disbursement fail and succeed the second time, through the %s [§6]', async (_, partnerOf) => {
  const bank = createBank()
  const partner = partnerOf(bank)
  for (const name of await partner.loanEvents()) await partner.registerWebhook(name)
  const { Id, Rails = [] } = bank.loans.add({ Status: 'InFunding', Rails: [{ RailType: 'ACH' }, { RailType: 'ACH' }] })

  bank.loans.fund(Id, { failedRails: [Rails[1]!.Id!] })
  const halfway = await partner.loanSummary({ id: Id, Include: 'COUNT(*)' })
  bank.loans.fund(Id)
  bank.loans.update(Id, { AdjustedLoanAmount: '1000' })
  const done = await partner.loanSummary({ id: Id })

  expect(halfway).toMatchObject({ Total: 1, Results: [{ Status: 'NotFullyFunded' }], Meta: { 'COUNT(*)': '1' } })
  expect(halfway.Results[0]?.Rails?.map(({ IsFailed }) => IsFailed)).toEqual([false, true])
  expect(done.Results).toMatchObject([{ Status: 'Funded' }])
  expect(bank.pushes.map(({ eventName }) => eventName)).toEqual([
    'RailUpdated',
    'RailUpdated',
    'FundingAttemptComplete',
    'LoanStatusUpdated',
    'RailUpdated',
    'FundingAttemptComplete',
    'LoanStatusUpdated',
    'AdjustmentActionUpdate',
  ])
})
