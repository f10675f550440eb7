import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { loanFieldsByKind } from '../../../src/core/loans/loan.ts'

it('puts a loan on file with an Id and the Status Received, and sparse with nothing else [§2.10]', () => {
  const bank = createBank({ seed: 7 })

  const loan = bank.loans.add({}, { isSparse: true })

  expect(loan).toEqual({ Id: expect.stringMatching(/^[0-9a-f-]{36}$/), Status: 'Received' })
  expect(bank.loans.get(loan.Id)).toEqual(loan)
})

it('keeps every field of the record: strings, dates, integers, decimals and rails [§2.10]', () => {
  const bank = createBank()
  const fields = {
    ...Object.fromEntries(loanFieldsByKind.text.map((name) => [name, `text of ${name}`])),
    Id: '00000000-0000-4000-8000-000000000001',
    ...Object.fromEntries(loanFieldsByKind.date.map((name) => [name, '2026-01-05T00:00:00Z'])),
    ...Object.fromEntries(loanFieldsByKind.integer.map((name, index) => [name, index])),
    ...Object.fromEntries(loanFieldsByKind.decimal.map((name) => [name, '1.500000'])),
    Rails: [
      {
        ACHFields: {
          StandardEntryClassCode: 'PPD',
          TransactionType: 'Credit',
          ToRoutingNumber: '011000138',
          ToAccountType: 'Checking',
          ToAccountName: 'Example Borrower',
          ToAccountNumber: '12345678',
          Description: 'Funding',
        },
        Id: '00000000-0000-4000-8000-000000000002',
        RailType: 'ACH',
        Priority: 1,
        Amount: '1500.000000',
        LoanId: '00000000-0000-4000-8000-000000000001',
        MPLId: 'TST',
        IssuingBankId: 'BNK',
        LoanType: 'Personal',
        IsFailed: false,
      },
    ],
  }

  const loan = bank.loans.add(fields)

  expect(loan).toEqual(fields)
  expect([
    loanFieldsByKind.text.length,
    loanFieldsByKind.date.length,
    loanFieldsByKind.integer.length,
    loanFieldsByKind.decimal.length,
  ]).toEqual([61, 12, 19, 20])
})

it.each([
  ['1500', '1500.000000'],
  ['0.1', '0.100000'],
  ['-0.5', '-0.500000'],
  ['12.345678', '12.345678'],
  ['0012.5', '12.500000'],
  ['-0', '0.000000'],
  ['9007199254740993', '9007199254740993.000000'],
  ['12345678901234567890.123456', '12345678901234567890.123456'],
])('writes the decimal %s with six places, exactly: %s [§2.10]', (given, written) => {
  const bank = createBank()

  const { Id } = bank.loans.add({ LoanAmount: given })

  expect(bank.loans.get(Id).LoanAmount).toBe(written)
  expect(bank.loans.summary({ id: Id }).Results[0]?.LoanAmount).toBe(written)
})

it.each([
  [{ LoanAmount: '1.2345678' }, 'LoanAmount must be a decimal text'],
  [{ LoanAmount: 'much' }, 'LoanAmount must be a decimal text'],
  [{ LoanAmount: '1e3' }, 'LoanAmount must be a decimal text'],
  [{ NoteDate: '2026-01-05' }, 'NoteDate must be ISO 8601 with an offset'],
  [{ NoteDate: 'Tue, 06 Jan 2026 00:00:00 Z' }, 'NoteDate must be ISO 8601 with an offset'],
  [{ NoteDate: '2026-02-30T00:00:00Z' }, 'NoteDate must be ISO 8601 with an offset'],
  [{ Term: 1.5 }, 'Term must be a whole number'],
])('refuses the loan field %o [§2.10]', (fields, problem) => {
  const bank = createBank()

  expect(() => bank.loans.add(fields)).toThrow(problem)
})

it('changes fields of a loan and keeps the others and the Id [§2.10]', () => {
  const bank = createBank()
  const { Id } = bank.loans.add({ LoanAmount: '1500', Term: 36 }, { isSparse: true })

  const changed = bank.loans.update(Id, { LoanAmount: '1600', FICO: 700 })

  expect(changed).toEqual({ Id, Status: 'Received', LoanAmount: '1600.000000', Term: 36, FICO: 700 })
  expect(bank.loans.get(Id)).toEqual(changed)
})

it.each([
  ['update', { Status: 'Funded' }, 'has no field Status'],
  ['update', { Id: 'other' }, 'has no field Id'],
  ['setStatus', 'Finished', 'must be one of Received, DocsComplete'],
  ['fund', { failedRails: 'all' }, 'failedRails must be array'],
  ['failCompliance', [], 'must name at least one rule'],
  ['failCompliance', [{ RuleName: 'FICO' }], '0.Rule is required'],
] as const)('refuses bank.loans.%s(id, %j): %s [§2.10]', (call, input, problem) => {
  const bank = createBank()
  const { Id } = bank.loans.add()

  expect(() => bank.loans[call](Id, input as never)).toThrow(problem)
})

it('knows no loan under an unknown Id, and takes no Id twice [§2.10]', () => {
  const bank = createBank()
  bank.loans.add({ Id: '00000000-0000-4000-8000-000000000001' })
  const before = bank.world

  expect(() => bank.loans.get('00000000-0000-4000-8000-000000000002')).toThrow(
    expect.objectContaining({ code: 'loan_not_found', status: 404 }),
  )
  expect(() => bank.loans.update('00000000-0000-4000-8000-000000000002', {})).toThrow(
    expect.objectContaining({ code: 'loan_not_found' }),
  )
  expect(() => bank.loans.add({ Id: '00000000-0000-4000-8000-000000000001' })).toThrow(
    expect.objectContaining({ code: 'loan_exists', status: 409 }),
  )
  expect(bank.world).toBe(before)
})
