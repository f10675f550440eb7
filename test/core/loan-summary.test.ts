import { afterEach, expect, it, vi } from 'vitest'
import { type Bank, createBank, type LoanSummaryQuery } from 'vostro'

/** Five loans; `c` has no amount, `b` and `e` the same. */
function bankWithLoans(): Bank {
  const bank = createBank()
  bank.loans.add({ Id: 'd', LoanAmount: '900', Term: 36, NoteDate: '2026-01-05T00:00:00Z', Program: 'P1' })
  bank.loans.add({ Id: 'b', LoanAmount: '1500.5', Term: 60, NoteDate: '2026-01-04T19:00:00-05:00', Program: 'P2' })
  bank.loans.add({ Id: 'a', LoanAmount: '10000', Term: 9, NoteDate: '2025-12-31T00:00:00Z', Program: 'P1' })
  bank.loans.add({ Id: 'c', Term: 36, Program: 'p1', Status: 'Funded' })
  bank.loans.add({ Id: 'e', LoanAmount: '1500.500000', Term: 120 })
  return bank
}

afterEach(() => vi.unstubAllEnvs())

it('answers with an envelope of Offset, Total, Results and Meta [§2.10]', () => {
  const bank = createBank()
  bank.loans.add({ Id: 'a', Term: 36 })

  expect(bank.loans.summary()).toStrictEqual({
    Offset: 0,
    Total: 0,
    Results: [{ Id: 'a', Status: 'Received', Term: 36 }],
    Meta: {},
  })
})

const queries: [LoanSummaryQuery, string][] = [
  [{}, 'dbace'],
  [{ id: 'b' }, 'b'],
  [{ Id: 'b' }, 'b'],
  [{ id: 'nobody' }, ''],
  [{ id: '' }, 'dbace'],
  [{ Program: 'P1' }, 'da'],
  [{ program: 'P1', TERM: 9 }, 'a'],
  [{ Status: 'Funded' }, 'c'],
  [{ Term: '36' }, 'dc'],
  [{ LoanAmount: '1500.5' }, 'be'],
  [{ LoanAmount: '1500.50' }, 'be'],
  [{ LoanAmount: 900 }, 'd'],
  [{ LoanAmount: 'much' }, ''],
  [{ NoteDate: '2026-01-05T00:00:00Z' }, 'db'],
  [{ Unknown: 'x' }, 'dbace'],

  [{ Skip: 2 }, 'cde'],
  [{ Take: 2 }, 'ab'],
  [{ Skip: 1, Take: 2 }, 'bc'],
  [{ skip: '4', take: '9' }, 'e'],
  [{ Skip: 9 }, ''],
  [{ Take: 0 }, ''],

  [{ OrderBy: 'Id' }, 'abcde'],
  [{ OrderByDesc: 'Id' }, 'edcba'],
  [{ OrderBy: 'id', OrderByDesc: 'Term' }, 'abcde'],
  [{ OrderBy: 'LoanAmount' }, 'cdbea'],
  [{ OrderByDesc: 'LoanAmount' }, 'abedc'],
  [{ OrderBy: 'Term' }, 'acdbe'],
  [{ OrderBy: '-Term' }, 'ebcda'],
  [{ OrderBy: 'Term,-Id' }, 'adcbe'],
  [{ OrderBy: 'Term; Id' }, 'acdbe'],
  [{ OrderByDesc: 'Term,Id' }, 'ebdca'],
  [{ OrderBy: 'NoteDate' }, 'ceabd'],
  [{ OrderByDesc: 'Id', Skip: 1, Take: 3 }, 'dcb'],
  [{ Term: 36, OrderBy: 'Id', Take: 1 }, 'c'],
]

it.each(queries)('answers the query %o with the loans "%s" [§4]', (query, ids) => {
  const { Results, Offset } = bankWithLoans().loans.summary(query)

  expect(Results.map(({ Id }) => Id).join('')).toBe(ids)
  expect(Offset).toBe(Number(query.Skip ?? query.skip ?? 0))
})

it.each([
  [{ Skip: 'two' }, 'query_is_not_a_number'],
  [{ Take: '-1' }, 'query_is_not_a_number'],
  [{ Take: 1.5 }, 'query_is_not_a_number'],
  [{ OrderBy: 'Nothing' }, 'order_field_is_unknown'],
  [{ OrderByDesc: 'Id,Nothing' }, 'order_field_is_unknown'],
])('refuses the query %o: %s [§4]', (query, code) => {
  expect(() => bankWithLoans().loans.summary(query)).toThrow(expect.objectContaining({ code, status: 400 }))
})

it('counts with Include=Total, all loans that match whatever the page, and leaves Meta out [§4]', () => {
  const bank = bankWithLoans()

  const { Results, ...envelope } = bank.loans.summary({ Include: 'Total', Program: 'P1', Take: 1 })

  expect(Results).toHaveLength(1)
  expect(envelope).toStrictEqual({ Offset: 0, Total: 2 })
  expect(bank.loans.summary({ Include: 'something' })).toMatchObject({ Total: 0, Meta: {} })
})

it('counts always where the bank is told to [§2.10]', () => {
  const bank = createBank({ assume: { 'loans.total': 'always' } })
  bank.loans.add()

  expect(bank.loans.summary()).toMatchObject({ Total: 1, Meta: {} })
})

it('gives no more loans than the bank is told, whatever Take says [§8]', () => {
  const bank = createBank({ assume: { 'loans.take': 2 } })
  for (const Id of ['a', 'b', 'c']) bank.loans.add({ Id })

  const counts = [{}, { Take: 1 }, { Take: 3 }].map((query) => bank.loans.summary(query).Results.length)

  expect(counts).toEqual([2, 1, 2])
})

it.each([
  [undefined, '/Date(1767571200000-0000)/'],
  ['dh:ut', 1_767_571_200],
  ['edv,dh:ut', 1_767_571_200],
  ['eccn', '/Date(1767571200000-0000)/'],
])('writes dates with jsconfig %s as %s [§2.10]', (jsconfig, written) => {
  const bank = bankWithLoans()

  expect(bank.loans.summary({ id: 'd', jsconfig }).Results[0]?.NoteDate).toBe(written)
})

it('filters dates alike in every time zone of the host [§4]', () => {
  const bank = bankWithLoans()

  const found = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].map((zone) => {
    vi.stubEnv('TZ', zone)
    return bank.loans.summary({ NoteDate: '2026-01-05T00:00:00' }).Results.map(({ Id }) => Id)
  })

  expect(found[1]).toEqual(found[0])
  expect(found[2]).toEqual(found[0])
})

it('gives results that nobody can change for the next query [§2.10]', () => {
  const bank = createBank()
  const { Id } = bank.loans.add({ Rails: [{ RailType: 'ACH', ACHFields: { Description: 'Funding' } }] })

  bank.loans.summary().Results[0]!.Rails![0]!.RailType = 'changed'

  expect(bank.loans.get(Id).Rails).toEqual([{ RailType: 'ACH', ACHFields: { Description: 'Funding' } }])
})
