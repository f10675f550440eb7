import { expect, it } from 'vitest'
import { type Bank, createBank, type LoanFields, type LoanSummaryQuery, replay } from 'vostro'

/** The Ids of the loans differ in their last letter, by which the tests call them. */
const idOf = (letter: string) => `00000000-0000-4000-8000-00000000000${letter}`
const lettersOf = (loans: readonly { Id: string }[]) => loans.map(({ Id }) => Id.at(-1)).join('')

/** Five loans; `c` has no amount, `b` and `e` the same. */
function bankWithLoans(): Bank {
  const bank = createBank()
  const loans: LoanFields[] = [
    { Id: idOf('d'), LoanAmount: '900', Term: 36, NoteDate: '2026-01-05T00:00:00Z', Program: 'P1' },
    { Id: idOf('b'), LoanAmount: '1500.5', Term: 60, NoteDate: '2026-01-04T19:00:00-05:00', Program: 'P2' },
    { Id: idOf('a'), LoanAmount: '10000', Term: 9, NoteDate: '2025-12-31T00:00:00Z', Program: 'P1' },
    { Id: idOf('c'), Term: 36, Program: 'p1', Status: 'Funded' },
    { Id: idOf('e'), LoanAmount: '1500.500000', Term: 120 },
  ]
  for (const loan of loans) bank.loans.add(loan, { isSparse: true })
  return bank
}

/** Filters find the loans whose fields have exactly these values, and read no word of the framework around a name. */
const queries: [LoanSummaryQuery, string][] = [
  [{}, 'dbace'],
  [{ id: idOf('b') }, 'b'],
  [{ id: idOf('f') }, ''],
  [{ id: '' }, ''],
  [{ Program: undefined }, 'dbace'],
  [{ Program: 'P1' }, 'da'],
  [{ Program: 'P%' }, ''],
  [{ Program: '' }, 'e'],
  [{ program: 'P1', TERM: 9 }, 'a'],
  [{ Status: 'Funded' }, 'c'],
  [{ Term: '36' }, 'dc'],
  [{ Term: '36,60' }, ''],
  [{ Term: '36.0' }, ''],
  [{ LoanAmount: '1500.50' }, 'be'],
  [{ LoanAmount: '01500.5000000' }, 'be'],
  [{ LoanAmount: '0900.' }, ''],
  [{ LoanAmount: '1500.50000001' }, ''],
  [{ id: idOf('b'), Program: 'P1' }, ''],
  [{ NoteDate: '2026-01-05T00:00:00Z' }, 'db'],
  [{ NoteDate: '2026-01-05' }, 'db'],
  [{ NoteDate: '2026-01-05T00:00:00' }, ''],
  [{ NoteDate: '/Date(1767571200000-0000)/' }, 'db'],
  [{ NoteDate: 'Monday' }, ''],
  [{ NoteDate: '' }, 'ce'],

  [{ Skip: 2 }, 'cde'],
  [{ Take: 2 }, 'ab'],
  [{ skip: '4', take: '9' }, 'e'],
  [{ Take: 0 }, ''],
  [{ Skip: '', Take: '', OrderBy: '', Include: '', Meta: 'x' }, 'dbace'],
  [{ OrderByDesc: 'Id', Skip: 1, Take: 3, jsconfig: 'dh:ut' }, 'dcb'],
  [{ Term: 36, OrderBy: 'Id', Take: 1 }, 'c'],

  [{ OrderBy: 'id', OrderByDesc: 'Term' }, 'abcde'],
  [{ OrderBy: 'LoanAmount' }, 'cdbea'],
  [{ OrderByDesc: 'LoanAmount' }, 'abedc'],
  [{ OrderBy: 'Term,-Id' }, 'adcbe'],
  [{ OrderBy: 'Term,-Term,Id,-Id' }, 'acdbe'],
  [{ OrderByDesc: 'Term; Id' }, 'ebdca'],
  [{ OrderBy: 'NoteDate' }, 'ceabd'],
]

it.each(queries)('answers the query %o with the loans "%s" [§4 call 9]', (query, ids) => {
  const bank = bankWithLoans()

  const { Results, Offset } = bank.loans.summary(query)

  expect(lettersOf(Results)).toBe(ids)
  expect(Offset).toBe(Number(query.Skip ?? query.skip ?? 0))
  expect(bank.timeline()).not.toContain('ignores')
  const names = Object.keys(query).filter((name) => query[name] !== undefined)
  const isFiltered = names.some((name) => !/^(id|skip|take|order|include|meta|jsconfig)/i.test(name))
  expect(bank.assumptions.used().some(({ id }) => id === 'loans.unknownParameters')).toBe(isFiltered)
})

it.each<[LoanSummaryQuery, string]>([
  [{ TermGreaterThan: 9, LikeProgram: 'P%', MinTerm: 9 }, 'TermGreaterThan, LikeProgram, MinTerm'],
  [{ TermIn: '9,36', Terms: '9', TermIsNull: '' }, 'TermIn, Terms, TermIsNull'],
  [{ 'Term>': 9, '>Term': 9, 'Term!': 9 }, 'Term>, >Term, Term!'],
  [{ Unknown: 'x', other: '' }, 'Unknown, other'],
  [{ Rails: '[]' }, 'Rails'],
  [{ constructor: 'x' }, 'constructor'],
])('tells in the timeline and as a guess of a parameter that filters nothing: %o [§4 call 9]', (query, names) => {
  const bank = bankWithLoans()
  const before = bank.world

  const { Results } = bank.loans.summary(query)

  expect(lettersOf(Results)).toBe('dbace')
  expect(bank.timeline({ last: 1 })).toContain(`test      │ loan summary ignores these parameters: ${names}`)
  expect(bank.assumptions.used()).toContainEqual(
    expect.objectContaining({ id: 'loans.unknownParameters', provenance: 'assumed', usedBy: ['loans.summary'] }),
  )
  expect(bank.world).toBe(before)
})

it('keeps in the journal what an answer ignored, so that a snapshot and a replay tell the same story [§4 call 9]', () => {
  const bank = bankWithLoans()
  bank.loans.summary({ Take: 1 })
  bank.loans.summary({ Colour: 'red' })

  const copy = createBank()
  copy.restore(JSON.stringify(bank.snapshot()))
  const again = replay(JSON.parse(JSON.stringify(bank.journal)))

  expect(bank.journal.at(-1)).toMatchObject({
    operation: 'loans.summary',
    input: { Colour: 'red' },
    outcome: 'done',
    happenings: [{ what: 'loan.parametersIgnored', parameters: ['Colour'], at: bank.clock.now }],
  })
  expect(bank.journal).toHaveLength(7)
  expect(copy.timeline()).toBe(bank.timeline())
  expect(again.timeline()).toBe(bank.timeline())
  expect(again.journal).toEqual(bank.journal)
})

it('tells nothing of a query that is refused [§4 call 9]', () => {
  const bank = bankWithLoans()

  expect(() => bank.loans.summary({ Colour: 'red', Skip: 'x' })).toThrow('must be a whole number')

  expect(bank.timeline()).not.toContain('ignores')
})

it('leaves out an empty Meta beside Total by an assumption [§2.10]', () => {
  const bank = createBank({ assume: { 'loans.meta': 'omittedWithTotal' } })
  bank.loans.add({ Id: idOf('a') })

  const included = ['Total', 'Total,COUNT(*)', 'COUNT(*), total', 'Total,MAX(Id)', 'COUNT(*)', 'SUM(Nothing)']
  const envelopes = included.map((Include) => bank.loans.summary({ Include }))

  expect(envelopes.map(({ Results, ...envelope }) => envelope)).toStrictEqual([
    { Offset: 0, Total: 1 },
    { Offset: 0, Total: 1 },
    { Offset: 0, Total: 1 },
    { Offset: 0, Total: 1, Meta: { 'MAX(Id)': idOf('a') } },
    { Offset: 0, Total: 1, Meta: { 'COUNT(*)': '1' } },
    { Offset: 0, Total: 0, Meta: {} },
  ])
})

const aggregates: [include: string, query: LoanSummaryQuery, total: number, meta: Record<string, string>][] = [
  ['Total', {}, 5, {}],
  ['total', {}, 5, {}],
  ['Total', { Program: 'P1', Take: 1 }, 2, {}],
  ['COUNT(*)', {}, 5, { 'COUNT(*)': '5' }],
  ['COUNT()', {}, 5, { 'COUNT()': '5' }],
  ['COUNT(LoanAmount)', {}, 0, { 'COUNT(LoanAmount)': '4' }],
  ['COUNT(*) as N', {}, 5, { N: '5' }],
  ['COUNT(*) AS number of loans', {}, 5, { number_of_loans: '5' }],
  ['SUM(LoanAmount)', {}, 0, { 'SUM(LoanAmount)': '13901.000000' }],
  ['sum(loanamount) as Lent', {}, 0, { Lent: '13901.000000' }],
  ['SUM(Term)', {}, 0, { 'SUM(Term)': '261' }],
  ['AVG(Term)', {}, 0, { 'AVG(Term)': '52.200000' }],
  ['AVG(LoanAmount)', {}, 0, { 'AVG(LoanAmount)': '3475.250000' }],
  ['MIN(LoanAmount),MAX(LoanAmount)', {}, 0, { 'MIN(LoanAmount)': '900.000000', 'MAX(LoanAmount)': '10000.000000' }],
  ['MIN(Program), MAX(Program)', {}, 0, { 'MIN(Program)': 'P1', 'MAX(Program)': 'p1' }],
  ['MIN(NoteDate)', {}, 0, { 'MIN(NoteDate)': '/Date(1767139200000-0000)/' }],
  ['MAX(NoteDate)', { jsconfig: 'dh:ut' }, 0, { 'MAX(NoteDate)': '1767571200' }],
  ['FIRST(Id),LAST(Id)', {}, 0, { 'FIRST(Id)': idOf('d'), 'LAST(Id)': idOf('e') }],
  ['FIRST(Id),LAST(Id)', { OrderByDesc: 'Id' }, 0, { 'FIRST(Id)': idOf('e'), 'LAST(Id)': idOf('a') }],
  ['COUNT( * )', {}, 5, { 'COUNT( * )': '5' }],
  ['COUNT(LoanAmount),COUNT(*)', {}, 5, { 'COUNT(LoanAmount)': '4', 'COUNT(*)': '5' }],
  ['Total,COUNT(*)', {}, 5, {}],
  ['Total,COUNT(*) as N', {}, 5, { N: '5' }],
  ['Total,COUNT(LoanAmount)', {}, 5, { 'COUNT(LoanAmount)': '4' }],
  ['Total,COUNT(*),SUM(Term) as Months', { Program: 'P1' }, 2, { Months: '45' }],
  ['COUNT(*)', { Skip: 1, Take: 1 }, 5, { 'COUNT(*)': '5' }],
  ['COUNT(*),SUM(Term),AVG(Term),MIN(Term)', { id: 'nobody' }, 0, { 'COUNT(*)': '0' }],
  ['SUM(Nothing)', {}, 0, {}],
  ['MEDIAN(Term)', {}, 0, {}],
  ['toString(Term)', {}, 0, {}],
  ['COUNT(*', {}, 0, {}],
  ['COUNT(*)N', {}, 0, {}],
  ['COUNT(Term Id)', {}, 0, {}],
  ['COUNT(distinct Term)', {}, 0, {}],
  ['SUM(Term,Id)', {}, 0, {}],
  ['COUNT ( * )  as  N , Total', {}, 5, { N: '5' }],
  [',, ,COUNT(*),', {}, 5, { 'COUNT(*)': '5' }],
  ['', {}, 0, {}],
]

it.each(aggregates)('includes %j for %j: Total %i, Meta %j [§4 call 9]', (Include, query, total, meta) => {
  const { Total, Meta } = bankWithLoans().loans.summary({ ...query, Include })

  expect(Total).toBe(total)
  expect(Meta).toStrictEqual(meta)
})

it('adds up what no double holds, and rounds an average half away from zero [§2.10]', () => {
  const bank = createBank()
  for (const LoanAmount of ['9007199254740993.000001', '0.000002', '-0.000001']) bank.loans.add({ LoanAmount })
  const negative = createBank()
  for (const LoanAmount of ['-0.000001', '0']) negative.loans.add({ LoanAmount })

  const sum = bank.loans.summary({ Include: 'SUM(LoanAmount)' }).Meta
  const average = negative.loans.summary({ Include: 'AVG(LoanAmount)' }).Meta

  expect(sum).toEqual({ 'SUM(LoanAmount)': '9007199254740993.000002' })
  expect(average).toEqual({ 'AVG(LoanAmount)': '-0.000001' })
})

it.each([{ Meta: '{"a":1}' }, { meta: 'x', Term: 36 }])(
  'takes the parameter Meta and changes nothing: %j [§4 call 9]',
  (query) => {
    const bank = bankWithLoans()
    const { Meta, meta, ...others } = query as Record<string, string>

    expect(bank.loans.summary(query)).toEqual(bank.loans.summary(others))
    expect(bank.assumptions.used().map(({ id }) => id)).toContain('loans.metaParameter')
  },
)

it('counts always by an assumption [§2.10]', () => {
  const bank = createBank({ assume: { 'loans.total': 'always' } })
  bank.loans.add()

  expect(bank.loans.summary()).toMatchObject({ Total: 1, Meta: {} })
})

it('gives no more loans than the bank is told, whatever Take says [§8]', () => {
  const bank = createBank({ assume: { 'loans.take': 2 } })
  for (const letter of ['a', 'b', 'c']) bank.loans.add({ Id: idOf(letter) })

  const counts = [{}, { Take: 1 }, { Take: 3 }].map((query) => bank.loans.summary(query).Results.length)

  expect(counts).toEqual([2, 1, 2])
})

it.each([
  [undefined, '/Date(1767571200000-0000)/'],
  ['dh:ut', 1_767_571_200],
  ['DH:UT', 1_767_571_200],
  ['eccn, dh:ut', 1_767_571_200],
  ['dh:utm', '/Date(1767571200000-0000)/'],
  ['dh:iso8601', '/Date(1767571200000-0000)/'],
  ['dh', '/Date(1767571200000-0000)/'],
  ['eccn', '/Date(1767571200000-0000)/'],
])('writes dates with jsconfig %s as %s [§2.10]', (jsconfig, written) => {
  const bank = bankWithLoans()

  expect(bank.loans.summary({ id: idOf('d'), jsconfig }).Results[0]?.NoteDate).toBe(written)
})
