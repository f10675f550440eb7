import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { getLoans, loanToken } from '../../support/calls.ts'

it.each([
  ['FICOGreaterThan=700', ['C']],
  ['FICO>=700', ['C']],
  ['>FICO=700', ['B', 'C']],
  ['%3EFICO=700', ['B', 'C']],
  ['FICO<=700', ['A', 'B']],
  ['ficoGreaterThanOrEqualTo=700', ['B', 'C']],
  ['FICOLessThan=700&Include=Total', ['A']],
  ['FICOBetween=690,700', ['A', 'B']],
  ['FICOIn=690,710', ['A', 'C']],
  ['LoanNumbers=A,C', ['A', 'C']],
  ['LoanNumberStartsWith=b', ['B']],
  ['FICOGreaterThan=690&OrderByDesc=FICO&Take=1', ['C']],
  ['CreditGrade=', ['A', 'C']],
])('filters by the conventions of the framework: %s finds %j [§4 call 9]', async (query, numbers) => {
  const bank = createBank()
  bank.loans.add({ LoanNumber: 'A', FICO: 690 }, { isSparse: true })
  bank.loans.add({ LoanNumber: 'B', FICO: 700, CreditGrade: 'D' }, { isSparse: true })
  bank.loans.add({ LoanNumber: 'C', FICO: 710 }, { isSparse: true })
  const token = loanToken(bank)

  const response = await getLoans(bank, token, `/LoanSummary?${query}`)

  const { Results } = await response.json()
  expect(response.status).toBe(200)
  expect(Results.map(({ LoanNumber }: { LoanNumber: string }) => LoanNumber)).toEqual(numbers)
  expect(bank.timeline()).not.toContain('ignores')
})

it('tells below the request of what it ignored, so that not every loan comes in silence [§4 call 9]', async () => {
  const bank = createBank()
  bank.loans.add()
  const token = loanToken(bank)

  const response = await getLoans(bank, token, '/LoanSummary?FICOGreatrThan=700&format=json')

  expect((await response.json()).Results).toHaveLength(1)
  expect(bank.timeline().split('\n').slice(-2)).toEqual([
    expect.stringContaining('GET /LoanSummary?FICOGreatrThan=700&format=json  200  deprecated'),
    expect.stringMatching(/bank {4}│ loan summary ignores these parameters: FICOGreatrThan, format$/),
  ])
  expect(bank.assumptions.used()).toContainEqual(
    expect.objectContaining({ id: 'loans.unknownParameters', usedBy: ['loans.summary'] }),
  )
})

it.each([
  ['Total', { Total: 2, Meta: {} }],
  ['Total,COUNT(*)', { Total: 2, Meta: {} }],
  ['COUNT(*)', { Total: 2, Meta: { 'COUNT(*)': '2' } }],
  ['COUNT(Term)', { Total: 0, Meta: { 'COUNT(Term)': '1' } }],
  ['MAX(Term)', { Total: 0, Meta: { 'MAX(Term)': '36' } }],
])('sets Total for Total and COUNT(*) alone: Include=%s gives %j [§2.10][§4 call 9]', async (Include, envelope) => {
  const bank = createBank()
  bank.loans.add({ Term: 36 }, { isSparse: true })
  bank.loans.add({}, { isSparse: true })
  const token = loanToken(bank)

  const answer = await (await getLoans(bank, token, `/LoanSummary?Include=${Include}&Take=0`)).json()

  expect(answer).toEqual({ Offset: 0, Results: [], ...envelope })
})

it.each(['Total', 'Total,COUNT(*)'])(
  'takes the count as Total and omits Meta, as the framework does, where the bank is told to: Include=%s [§2.10]',
  async (Include) => {
    const bank = createBank({ assume: { 'loans.meta': 'omittedWithTotal' } })
    bank.loans.add()
    const token = loanToken(bank)

    const answer = await (await getLoans(bank, token, `/LoanSummary?Include=${Include}&Take=0`)).json()

    expect(answer).toEqual({ Offset: 0, Total: 1, Results: [] })
  },
)
