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

it.each(ways)('follows a loan from Received to Funded, through the %s [§3]', async (_, partnerOf) => {
  const bank = createBank()
  const partner = partnerOf(bank)
  const { Id } = bank.loans.add()

  const before = await partner.loanSummary({ id: Id })
  bank.loans.update(Id, { Status: 'Funded' })
  const after = await partner.loanSummary({ id: Id })

  expect(before.Results).toMatchObject([{ Id, Status: 'Received' }])
  expect(after.Results).toMatchObject([{ Id, Status: 'Funded' }])
})

it.each(ways)('names the five loan events, through the %s [§4 call 10][§6]', async (_, partnerOf) => {
  const bank = createBank()

  const names = await partnerOf(bank).loanEvents()

  expect(names).toEqual([
    'AdjustmentActionUpdate',
    'FundingAttemptComplete',
    'LoanStatusUpdated',
    'RailUpdated',
    'ComplianceLoanFailed',
  ])
})

it('serves the loan events at both addresses that are written [§4 call 10]', async () => {
  const bank = createBank()
  const { access_token } = bank.tokens.issue({ audience: bank.partner.loanAudience })
  const headers = { authorization: `Bearer ${access_token}`, accept: 'application/json' }

  const answers = await Promise.all(
    ['Webhook', 'Webhooks'].map((name) => bank.fetch(`${bank.urls.loanBaseUrl}/${name}/GetEvents`, { headers })),
  )

  const [first, second] = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(second).toBe(first)
})
