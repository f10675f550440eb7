import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { ways } from '../support/drivers/ways.ts'

it.each(ways)(
  'summarizes the loans on file, filtered, ordered and paged, through the %s [§4 call 9]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const amounts = ['1500.00', '900.5', '12000']
    const added = amounts.map((LoanAmount, index) => bank.loans.add({ LoanAmount, LoanNumber: `L${index}`, FICO: 700 }))

    const all = await partner.loanSummary({ OrderBy: 'LoanAmount', Include: 'Total' })
    const largest = await partner.loanSummary({ OrderByDesc: 'LoanAmount', Take: 1 })
    const second = await partner.loanSummary({ OrderBy: 'LoanAmount', Skip: 1, Take: 1 })
    const one = await partner.loanSummary({ id: added[0]!.Id })

    expect(all).toMatchObject({ Offset: 0, Total: 3 })
    expect(all.Results.map(({ LoanAmount }) => Number(LoanAmount))).toEqual([900.5, 1_500, 12_000])
    expect(all.Results.map(({ Status }) => Status)).toEqual(['Received', 'Received', 'Received'])
    expect(largest.Results.map(({ LoanNumber }) => LoanNumber)).toEqual(['L2'])
    expect(second).toMatchObject({ Offset: 1, Total: 0, Results: [{ LoanNumber: 'L0' }], Meta: {} })
    expect(one.Results.map(({ Id }) => Id)).toEqual([added[0]!.Id])
  },
)

it.each(ways)(
  'writes the dates of a loan as /Date(…)/, or in Unix form where asked, through the %s [§2.10]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    bank.loans.add({ NoteDate: '2026-03-02T09:00:00-05:00' })

    const plain = await partner.loanSummary()
    const unix = await partner.loanSummary({ jsconfig: 'dh:ut' })

    expect(plain.Results).toMatchObject([{ NoteDate: '/Date(1772460000000-0000)/' }])
    expect(unix.Results).toMatchObject([{ NoteDate: 1_772_460_000 }])
  },
)

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

it.each(ways)(
  'pages through all loans without missing or repeating one, through the %s [§4 call 9]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const added = Array.from({ length: 25 }, (_, index) => bank.loans.add({ Term: 12 * (1 + (index % 3)) }))

    const pages: string[][] = []
    for (let Skip = 0; Skip < 25; Skip += 10) {
      const { Results } = await partner.loanSummary({ OrderByDesc: 'Term', Skip, Take: 10 })
      pages.push(Results.map(({ Id }) => Id))
    }

    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(pages.flat().sort()).toEqual(added.map(({ Id }) => Id).sort())
  },
)
