import { expect, it } from 'vitest'
import { createBank, type Loan } from 'vostro'
import { isRoutingNumber } from '../../../src/contract/primitives.ts'
import { achFieldNames, loanFields, loanFieldsByKind, railStrings } from '../../../src/core/loans/loan.ts'

it('gives a complete loan: every field of the record, of its type [§2.10]', () => {
  const loan = createBank({ seed: 7 }).loans.add()

  const typesOf = (names: readonly (keyof Loan)[]) => new Set(names.map((name) => typeof loan[name]))
  expect(Object.keys(loan).sort()).toEqual([...loanFields, 'Rails'].sort())
  expect(typesOf(loanFieldsByKind.text)).toEqual(new Set(['string']))
  expect(loanFieldsByKind.date.map((name) => loan[name])).toEqual(
    loanFieldsByKind.date.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/)),
  )
  expect(loanFieldsByKind.integer.filter((name) => !Number.isSafeInteger(loan[name]))).toEqual([])
  expect(loanFieldsByKind.decimal.map((name) => loan[name])).toEqual(
    loanFieldsByKind.decimal.map(() => expect.stringMatching(/^\d+\.\d{6}$/)),
  )
  expect(loan.Rails).toHaveLength(1)
  expect(Object.keys(loan.Rails![0]!).sort()).toEqual(
    ['ACHFields', ...railStrings, 'Priority', 'Amount', 'IsFailed'].sort(),
  )
  expect(Object.keys(loan.Rails![0]!.ACHFields!).sort()).toEqual([...achFieldNames].sort())
})

it('keeps what is given, and lets the rest follow from it [§2.10]', () => {
  const given = { LoanAmount: '12500.000000', Term: 24, Rate: '12', MPLId: 'ABC', ReceiverName: 'Jo', Field1: 'mine' }

  const loan = createBank().loans.add(given)

  expect(loan).toMatchObject({
    ...given,
    Rate: '12.000000',
    ApprovedLoanAmount: '12500.000000',
    OriginationFee: '375.000000',
    NetFunding: '12125.000000',
    TotalPayments: '15500.000000',
    PeriodicPayment: '645.830000',
    FinalPayment: '645.910000',
    Rails: [{ Amount: '12125.000000', LoanId: loan.Id, MPLId: 'ABC', ACHFields: { ToAccountName: 'Jo' } }],
  })
})

it('completes each rail that is given [§2.10]', () => {
  const { Id, Rails } = createBank().loans.add({
    Rails: [{ RailType: 'Wire', Amount: '5' }, { Id: '00000000-0000-4000-8000-000000000001' }],
  })

  expect(Rails).toMatchObject([
    { Id: expect.stringMatching(/^[0-9a-f-]{36}$/), RailType: 'Wire', Amount: '5.000000', Priority: 1, LoanId: Id },
    { Id: '00000000-0000-4000-8000-000000000001', RailType: 'ACH', Priority: 2, IsFailed: false, LoanId: Id },
  ])
})

it('makes up people who cannot exist [§2.10]', () => {
  const bank = createBank({ seed: 7 })
  const loans = Array.from({ length: 50 }, () => bank.loans.add())

  for (const loan of loans) {
    for (const role of ['Borrower', 'CoBorrower'] as const) {
      // Area 666 is never assigned; 555-0100 to 555-0199 are for fiction; example.com is reserved; ZIP codes begin at 00501.
      expect(loan[`${role}SSN`]).toMatch(/^666-(?!00)\d\d-(?!0000)\d{4}$/)
      expect(loan[`${role}Phone`]).toMatch(/^\d{3}-555-01\d\d$/)
      expect(loan[`${role}Email`]).toMatch(/^[a-z.\d]+@example\.com$/)
      expect(loan[`${role}Zip`]).toMatch(/^000\d\d$/)
    }
    expect(isRoutingNumber(loan.Rails![0]!.ACHFields!.ToRoutingNumber!)).toBe(true)
  }
  expect(new Set(loans.map(({ BorrowerSSN }) => BorrowerSSN)).size).toBeGreaterThan(45)
})

it('gives the same loans for the same seed, others for another, and no rail Id twice [§2.10]', () => {
  const loansOf = (seed: number) => {
    const bank = createBank({ seed })
    return Array.from({ length: 20 }, () => bank.loans.add({ Rails: [{}, {}] }))
  }
  const [loans, again, others] = [loansOf(7), loansOf(7), loansOf(8)]

  expect(again).toEqual(loans)
  expect(others.map(({ LoanAmount }) => LoanAmount)).not.toEqual(loans.map(({ LoanAmount }) => LoanAmount))
  const railIds = [...loans, ...others].flatMap(({ Rails = [] }) => Rails.map(({ Id }) => Id))
  expect(new Set(railIds).size).toBe(80)
})

it.each([
  { Term: 0 },
  { Term: -5 },
  { LoanAmount: '-1500.5' },
  { LoanAmount: '12345678901234567890.123456' },
  { Rate: '0' },
  { LoanAmount: '0' },
])('fills up a loan with %j as well [§2.10]', (given) => {
  const loan = createBank().loans.add(given)

  expect(loanFieldsByKind.decimal.map((name) => loan[name])).toEqual(
    loanFieldsByKind.decimal.map(() => expect.stringMatching(/^-?\d+\.\d{6}$/)),
  )
})
