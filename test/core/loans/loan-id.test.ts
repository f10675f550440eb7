/** The Id of a loan is a UUID, which has two cases and is one Id. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'

const LOWER = 'abcdef00-0000-4000-8000-00000000000a'
const UPPER = LOWER.toUpperCase()
const MIXED = 'AbCdEf00-0000-4000-8000-00000000000A'

it.each([LOWER, UPPER, MIXED])('puts a loan on file with the Id %s, and writes it in lower case [§2.10]', (Id) => {
  const bank = createBank()

  const loan = bank.loans.add({ Id, Rails: [{ LoanId: Id }] })

  expect(loan).toMatchObject({ Id: LOWER, Rails: [{ LoanId: LOWER }] })
})

const calls: [string, (bank: Bank, id: string) => string | undefined][] = [
  ['get', (bank, id) => bank.loans.get(id).Id],
  ['update', (bank, id) => bank.loans.update(id, { Term: 36 }).Id],
  ['advance', (bank, id) => bank.loans.advance(id).Id],
  ['setStatus', (bank, id) => bank.loans.setStatus(id, 'Funded').Id],
  ['fund', (bank, id) => bank.loans.fund(id).Id],
  ['summary, by id', (bank, id) => bank.loans.summary({ id }).Results[0]?.Id],
  ['summary, by Id', (bank, Id) => bank.loans.summary({ Id }).Results[0]?.Id],
]

it.each(calls)('takes an Id in either case for the same loan: bank.loans.%s [§2.10]', (_, call) => {
  const found = [LOWER, UPPER, MIXED].flatMap((added) =>
    [LOWER, UPPER, MIXED].map((asked) => {
      const bank = createBank()
      bank.loans.add({ Id: added, Status: 'InFunding' })
      return call(bank, asked)
    }),
  )

  expect(new Set(found)).toEqual(new Set([LOWER]))
})

it('knows that a loan is on file already, whatever the case of its Id [§2.10]', () => {
  const bank = createBank()
  bank.loans.add({ Id: LOWER })
  const before = bank.world

  expect(() => bank.loans.add({ Id: UPPER })).toThrow(expect.objectContaining({ code: 'loan_exists' }))
  expect(bank.world).toBe(before)
})

it.each(['', 'loan 1', '17', LOWER.replaceAll('-', ''), `{${LOWER}}`, `${LOWER} `, LOWER.replace('a', 'g')])(
  'refuses a loan whose Id is no UUID: %j [§2.10]',
  (Id) => {
    const bank = createBank()
    const before = bank.world

    expect(() => bank.loans.add({ Id })).toThrow('Id must be a UUID')
    expect(() => bank.loans.add({ Rails: [{ Id }] })).toThrow('Rails.0.Id must be a UUID')
    expect(() => bank.loans.add({ Rails: [{ LoanId: Id }] })).toThrow('Rails.0.LoanId must be a UUID')
    expect(bank.world).toBe(before)
  },
)

it('notes as a guess that the other case was taken for the same loan [§2.10]', () => {
  const bank = createBank()
  bank.loans.add({ Id: LOWER })
  bank.loans.get(LOWER)
  const before = bank.assumptions.used().map(({ id }) => id)

  bank.loans.get(UPPER)

  expect(before).not.toContain('loans.id')
  expect(bank.assumptions.used()).toContainEqual(
    expect.objectContaining({ id: 'loans.id', provenance: 'assumed', usedBy: ['loans.get'] }),
  )
})
