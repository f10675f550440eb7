/** The Id of a loan is a UUID, which has two cases and is one Id. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { getLoans, loanToken } from '../../support/calls.ts'

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

it('fails the compliance of a loan whose Id is written in the other case [§2.10]', () => {
  const bank = createBank()
  bank.loans.add({ Id: LOWER })

  expect(bank.loans.failCompliance(UPPER)).toMatchObject({ Id: LOWER, Status: 'ComplianceFailed' })
})

it.each(['id', 'Id', 'ID'])('finds a loan over HTTP by its Id in either case: %s [§4 call 9]', async (name) => {
  const bank = createBank()
  bank.loans.add({ Id: MIXED }, { isSparse: true })
  bank.loans.add()
  const token = loanToken(bank)

  for (const Id of [LOWER, UPPER, MIXED]) {
    const response = await getLoans(bank, token, `/LoanSummary?${name}=${Id}&Include=Total`)
    expect(await response.json()).toMatchObject({ Total: 1, Results: [{ Id: LOWER }] })
  }
})

it('knows that a loan is on file already, whatever the case of its Id [§2.10]', () => {
  const bank = createBank()
  bank.loans.add({ Id: LOWER })
  const before = bank.world

  expect(() => bank.loans.add({ Id: UPPER })).toThrow(expect.objectContaining({ code: 'loan_exists' }))
  expect(bank.world).toBe(before)
})

it('names the loan alike in the record, the events and the timeline [§6]', () => {
  const bank = createBank()
  bank.loans.add({ Id: UPPER })

  bank.loans.advance(UPPER)

  expect(bank.events).toMatchObject([{ resources: [`LoanSummary?id=${LOWER}`] }])
  expect(bank.timeline()).toContain('loan abcdef00 DocsComplete')
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

it('finds nothing under an Id that is no UUID, as it finds nothing under any that is not on file [§4 call 9]', async () => {
  const bank = createBank()
  bank.loans.add()
  const token = loanToken(bank)

  const answers = ['loan 1', LOWER].map((id) => bank.loans.summary({ id, Include: 'Total' }))
  const response = await getLoans(bank, token, '/LoanSummary?id=loan+1')

  expect(answers).toMatchObject([
    { Total: 0, Results: [] },
    { Total: 0, Results: [] },
  ])
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ Results: [] })
  expect(() => bank.loans.get('loan 1')).toThrow(expect.objectContaining({ code: 'loan_not_found' }))
})

it('takes the Id of a rail in either case, and no two rails with one Id [§2.10]', () => {
  const bank = createBank()
  const { Id, Rails } = bank.loans.add({ Status: 'InFunding', Rails: [{ Id: UPPER }, {}] })

  const loan = bank.loans.fund(Id, { failedRails: [MIXED] })

  expect(Rails).toMatchObject([{ Id: LOWER }, {}])
  expect(loan.Rails).toMatchObject([{ IsFailed: true }, { IsFailed: false }])
  expect(() => bank.loans.add({ Rails: [{ Id: UPPER }, { Id: LOWER }] })).toThrow(
    'Rails must each have an Id of its own',
  )
})

it('gives a rail that is put before another an Id that the other does not have [§2.10]', () => {
  const bank = createBank()
  const { Id, Rails = [] } = bank.loans.add()

  const changed = bank.loans.update(Id, { Rails: [{ RailType: 'Wire' }, ...Rails] })

  expect(changed.Rails).toMatchObject([{ RailType: 'Wire' }, Rails[0]])
  expect(new Set(changed.Rails?.map((rail) => rail.Id)).size).toBe(2)
})

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
