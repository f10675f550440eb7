/** Filters by the conventions of the framework behind the loan service, and what is told of a parameter that filters nothing. */
import { expect, it } from 'vitest'
import { type Bank, createBank, type LoanFields, type LoanSummaryQuery, replay } from 'vostro'

/** The Ids of the loans differ in their last letter, by which the tests call them. */
const idOf = (letter: string) => `00000000-0000-4000-8000-00000000000${letter}`
const lettersOf = (loans: readonly { Id: string }[]) => loans.map(({ Id }) => Id.at(-1)).join('')

/** Four loans; `d` has none of the fields that are asked for. */
function bankWithLoans(assume: { 'loans.filters'?: 'exact' | 'conventions' } = {}): Bank {
  const bank = createBank({ assume })
  const loans: LoanFields[] = [
    { Id: idOf('a'), FICO: 690, LoanAmount: '900', Program: 'Prime', NoteDate: '2026-01-05T00:00:00Z' },
    { Id: idOf('b'), FICO: 700, LoanAmount: '1500.5', Program: 'Near Prime', NoteDate: '2026-02-05T00:00:00-05:00' },
    { Id: idOf('c'), FICO: 710, LoanAmount: '10000', Program: 'prime plus', NoteDate: '2026-03-05T00:00:00.0000000Z' },
    { Id: idOf('d') },
  ]
  for (const loan of loans) bank.loans.add(loan, { isSparse: true })
  return bank
}

const queries: [LoanSummaryQuery, string][] = [
  [{ FICOGreaterThan: 700 }, 'c'],
  [{ FICOGreaterThan: '700' }, 'c'],
  [{ ficoGreaterThan: 700 }, 'c'],
  [{ ficogreaterthan: 700 }, 'c'],
  [{ 'FICO>': 700 }, 'c'],
  [{ FICOGreaterThanOrEqualTo: 700 }, 'bc'],
  [{ '>FICO': 700 }, 'bc'],
  [{ FICOLessThan: 700 }, 'a'],
  [{ '<FICO': 700 }, 'a'],
  [{ FICOLessThanOrEqualTo: 700 }, 'ab'],
  [{ 'FICO<': 700 }, 'ab'],
  [{ FICOGreaterThan: 690, FICOLessThan: 710 }, 'b'],
  [{ FICOGreaterThan: 690, Program: 'Prime' }, ''],
  [{ FICOBetween: '690,700' }, 'ab'],
  [{ FICOBetween: '700, 999' }, 'bc'],
  [{ FICOBetween: '710,700' }, ''],
  [{ FICOBetween: '700' }, ''],
  [{ FICOBetween: '690,700,1' }, 'ab'],
  [{ FICOIn: '690,710' }, 'ac'],
  [{ FICOIn: ' 690 , , 1 ' }, 'a'],
  [{ FICOIn: ',,' }, ''],
  [{ FICOs: '690,710' }, 'ac'],
  [{ FICOsIn: '700' }, 'b'],
  [{ FICOIn: 'high,700' }, 'b'],
  [{ FICOGreaterThan: 'high' }, ''],
  [{ FICOBetween: 'low,high' }, ''],
  [{ id: '' }, ''],
  [{ FICONotEqualTo: 700 }, 'ac'],
  [{ 'FICO!': 700 }, 'ac'],
  [{ '<>FICO': 700 }, 'ac'],
  [{ FICOIsNull: '' }, 'd'],
  [{ FICOIsNull: 'true' }, 'd'],
  [{ FICOIsNotNull: '' }, 'abc'],
  [{ MinFICO: 700 }, 'bc'],
  [{ MaximumFICO: 700 }, 'ab'],
  [{ AboveFICO: 700 }, 'c'],
  [{ FICOAbove: 700 }, 'c'],
  [{ FICOUnder: 700 }, 'a'],
  [{ FICOIds: '690,710' }, 'ac'],
  [{ BetweenFICO: '690,700' }, 'ab'],
  [{ LikeProgram: 'prime%' }, 'ac'],
  [{ ProgramLike: '%PRIME' }, 'ab'],
  [{ ProgramLike: 'prime' }, 'a'],
  [{ ProgramLike: '_rim%s' }, 'c'],
  [{ ProgramLike: '%r%i%e%' }, 'abc'],
  [{ OnOrAfterNoteDate: '2026-02-05T05:00:00Z' }, 'bc'],
  [{ UntilNoteDate: '2026-02-05T05:00:00Z' }, 'ab'],
  [{ UntilNoteDate: '2026-02-05T05:00:00.0000001Z' }, 'ab'],

  [{ LoanAmountGreaterThan: '1500.5' }, 'c'],
  [{ LoanAmountGreaterThan: '1500.4999999' }, 'bc'],
  [{ LoanAmountGreaterThanOrEqualTo: '1500.50' }, 'bc'],
  [{ LoanAmountLessThan: '9999.999999999' }, 'ab'],
  [{ LoanAmountLessThan: '10000.000000000001' }, 'abc'],
  [{ LoanAmountGreaterThan: '-1' }, 'abc'],
  [{ LoanAmountBetween: '0900.000000,1500.5000000' }, 'ab'],
  [{ LoanAmounts: '900,10000.0' }, 'ac'],
  [{ LoanAmount: '1500.50000000' }, 'b'],
  [{ LoanAmount: '1500.50000001' }, ''],

  [{ NoteDateGreaterThan: '2026-02-05' }, 'bc'],
  [{ NoteDateGreaterThan: '2026-02-05T05:00:00Z' }, 'c'],
  [{ NoteDateLessThanOrEqualTo: '2026-02-05T05:00:00Z' }, 'ab'],
  [{ NoteDateBetween: '2026-01-01,2026-01-31' }, 'a'],
  [{ NoteDateIn: '/Date(1767571200000-0000)/,2026-03-05' }, 'ac'],

  [{ ProgramStartsWith: 'PRIME' }, 'ac'],
  [{ ProgramEndsWith: 'prime' }, 'ab'],
  [{ ProgramContains: 'Prime' }, 'abc'],
  [{ ProgramContains: '%' }, ''],
  [{ Programs: 'Prime,Near Prime' }, 'ab'],
  [{ ProgramIn: 'PRIME' }, ''],
  [{ ProgramGreaterThan: 'Near Prime' }, 'ac'],
  [{ Ids: `${idOf('a')},${idOf('C')}` }, 'ac'],
  [{ IdIn: idOf('B') }, 'b'],
  [{ IdEndsWith: '000C' }, 'c'],
  [{ IdGreaterThan: idOf('B') }, 'cd'],

  [{ Program: '' }, 'd'],
  [{ FICO: '' }, 'd'],
  [{ FICOGreaterThan: '' }, ''],
  [{ ProgramGreaterThan: '' }, ''],
  [{ ProgramContains: '' }, 'abc'],
]

it.each(queries)(
  'answers the query %o with the loans "%s", by the conventions of the framework [§4 call 9]',
  (query, ids) => {
    const bank = bankWithLoans()

    const { Results, Total } = bank.loans.summary({ ...query, Include: 'Total' })

    expect(lettersOf(Results)).toBe(ids)
    expect(Total).toBe(ids.length)
    expect(bank.timeline()).not.toContain('ignores')
  },
)

it('compares decimals with any number of digits, on both sides of zero [§2.10]', () => {
  const bank = createBank()
  const amounts = ['-9007199254740993.000001', '-0.000001', '0', '0.000001', '9007199254740993.000001']
  for (const [index, LoanAmount] of amounts.entries()) bank.loans.add({ Id: idOf(`${index}`), LoanAmount })

  const above = ['-9007199254740993.000002', '-9007199254740993.000001', '-0', '9007199254740993.0000009'].map(
    (LoanAmountGreaterThan) => lettersOf(bank.loans.summary({ LoanAmountGreaterThan }).Results),
  )

  expect(above).toEqual(['01234', '1234', '34', '4'])
})

it('reads the names of the specification first: they are never filters [§4 call 9]', () => {
  const bank = bankWithLoans()

  const { Results } = bank.loans.summary({
    Skip: 1,
    Take: 2,
    OrderByDesc: 'Id',
    Meta: 'x',
    jsconfig: 'dh:ut',
    Include: '',
  })

  expect(lettersOf(Results)).toBe('cb')
  expect(bank.assumptions.used().map(({ id }) => id)).not.toContain('loans.filters')
})

it('needs no guess to filter by id [§4 call 9]', () => {
  const bank = bankWithLoans()

  bank.loans.summary({ id: idOf('a') })

  expect(bank.assumptions.used().map(({ id }) => id)).not.toContain('loans.filters')
})

it('notes that a filter by another field rests on the framework [§4 call 9]', () => {
  const bank = bankWithLoans()

  bank.loans.summary({ FICOGreaterThan: 700 })

  expect(bank.assumptions.used()).toContainEqual({
    id: 'loans.filters',
    section: '§4',
    provenance: 'published',
    value: 'conventions',
    usedBy: ['loans.summary'],
  })
})

it.each<[LoanSummaryQuery, string, string]>([
  [{ FICO: 700 }, 'b', ''],
  [{ FICOGreaterThan: 700 }, 'abcd', 'FICOGreaterThan'],
  [{ FICOs: '700' }, 'abcd', 'FICOs'],
  [{ Program: '' }, 'abcd', 'Program'],
])('serves fields alone where the bank is told to: %o [§4 call 9]', (query, ids, ignored) => {
  const bank = bankWithLoans({ 'loans.filters': 'exact' })

  expect(lettersOf(bank.loans.summary(query).Results)).toBe(ids)
  if (ignored === '') expect(bank.timeline()).not.toContain('ignores')
  else expect(bank.timeline()).toContain(`loan summary ignores these parameters: ${ignored}`)
})

it.each<[LoanSummaryQuery, string]>([
  [{ FICOGreatrThan: 700 }, 'FICOGreatrThan'],
  [{ Unknown: 'x', FICO: 700, other: '' }, 'Unknown, other'],
  [{ StartsWithFICO: 700 }, 'StartsWithFICO'],
  [{ FICOHasAll: 700 }, 'FICOHasAll'],
  [{ FICOStartsWith: 7 }, 'FICOStartsWith'],
  [{ NoteDateContains: '2026' }, 'NoteDateContains'],
  [{ Rails: '[]' }, 'Rails'],
  [{ RailsIn: 'x' }, 'RailsIn'],
  [{ Fields: 'Id' }, 'Fields'],
  [{ '>': 1, '<': 1, In: 'x', s: 'x' }, '>, <, In, s'],
  [{ FICOIn: '' }, 'FICOIn'],
  [{ FICOBetween: '' }, 'FICOBetween'],
  [{ constructor: 'x' }, 'constructor'],
])('tells in the timeline and as a guess of a parameter that filters nothing: %o [§4 call 9]', (query, names) => {
  const bank = bankWithLoans()
  const before = bank.world

  bank.loans.summary(query)

  expect(bank.timeline({ last: 1 })).toContain(`bank    │ loan summary ignores these parameters: ${names}`)
  expect(bank.timeline({ as: 'mermaid' })).toContain(`loan summary ignores`)
  expect(bank.assumptions.used()).toContainEqual(
    expect.objectContaining({ id: 'loans.unknownParameters', provenance: 'published', usedBy: ['loans.summary'] }),
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
  expect(bank.journal).toHaveLength(6)
  expect(copy.timeline()).toBe(bank.timeline())
  expect(again.timeline()).toBe(bank.timeline())
  expect(again.journal).toEqual(bank.journal)
})

it('tells nothing of a query that is refused [§4 call 9]', () => {
  const bank = bankWithLoans()

  expect(() => bank.loans.summary({ Colour: 'red', Skip: 'x' })).toThrow('not a whole number')

  expect(bank.timeline()).not.toContain('ignores')
})
