import { expect, it } from 'vitest'
import { type Bank, createBank, type LoanSummary } from 'vostro'
import { getLoans, loanToken } from '../../support/calls.ts'

it.each([
  ['FICO=700', ['B']],
  ['fico=700&Include=Total', ['B']],
  ['CreditGrade=', ['A', 'C']],
  ['CreditGrade=&OrderByDesc=FICO&Take=1', ['C']],
])('filters by the value of a field: %s finds %j [§4 call 9]', async (query, numbers) => {
  const bank = bankWithLoans()

  const response = await getLoans(bank, loanToken(bank), `/LoanSummary?${query}`)

  expect(response.status).toBe(200)
  expect(numbersOf(await response.json())).toEqual(numbers)
  expect(bank.timeline()).not.toContain('ignores')
  expect(bank.conduct().map(({ rule }) => rule)).not.toContain('parameter_not_read')
})

it.each([
  ['FICOGreaterThan=700', 'FICOGreaterThan'],
  ['FICONotEqualTo=700', 'FICONotEqualTo'],
  ['LikeProgram=prime%25', 'LikeProgram'],
  ['MinFICO=700', 'MinFICO'],
  ['FICOIn=690,700', 'FICOIn'],
  ['FICOBetween=690,700', 'FICOBetween'],
  ['LoanNumbers=A,C', 'LoanNumbers'],
  ['FICO>=700', 'FICO>'],
  ['%3EFICO=700', '>FICO'],
])(
  'ignores a condition of the framework, and names it as a parameter that is not read: %s [§4 call 9]',
  async (query, name) => {
    const bank = bankWithLoans()

    const response = await getLoans(bank, loanToken(bank), `/LoanSummary?${query}`)

    expect(numbersOf(await response.json())).toEqual(['A', 'B', 'C'])
    expect(bank.timeline({ last: 1 })).toContain(`loan summary ignores these parameters: ${name}`)
    expect(bank.conduct()).toContainEqual(
      expect.objectContaining({
        rule: 'parameter_not_read',
        fact: `The call getLoanSummary does not read the parameter "${name}".`,
      }),
    )
  },
)

function bankWithLoans(): Bank {
  const bank = createBank()
  bank.loans.add({ LoanNumber: 'A', FICO: 690 }, { isSparse: true })
  bank.loans.add({ LoanNumber: 'B', FICO: 700, CreditGrade: 'D' }, { isSparse: true })
  bank.loans.add({ LoanNumber: 'C', FICO: 710 }, { isSparse: true })
  return bank
}

const numbersOf = ({ Results }: LoanSummary) => Results.map(({ LoanNumber }) => LoanNumber)

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
