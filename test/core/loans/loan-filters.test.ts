/** Filters by the names of fields, and what is told of a parameter that filters nothing. */
import { expect, it } from 'vitest'
import { type Bank, createBank, type LoanFields, type LoanSummaryQuery, replay } from 'vostro'

/** The Ids of the loans differ in their last letter, by which the tests call them. */
const idOf = (letter: string) => `00000000-0000-4000-8000-00000000000${letter}`
const lettersOf = (loans: readonly { Id: string }[]) => loans.map(({ Id }) => Id.at(-1)).join('')

/** Four loans; `d` has none of the fields that are asked for. */
function bankWithLoans(): Bank {
  const bank = createBank()
  const loans: LoanFields[] = [
    { Id: idOf('a'), FICO: 690, LoanAmount: '900', Program: 'Prime', NoteDate: '2026-01-05T00:00:00Z' },
    { Id: idOf('b'), FICO: 700, LoanAmount: '1500.5', Program: 'Near Prime', NoteDate: '2026-02-05T00:00:00-05:00' },
    { Id: idOf('c'), FICO: 710, LoanAmount: '10000', Program: 'prime plus', NoteDate: '2026-03-05T00:00:00.0000000Z' },
    { Id: idOf('d') },
  ]
  for (const loan of loans) bank.loans.add(loan, { isSparse: true })
  return bank
}

it.each<[LoanSummaryQuery, string]>([
  [{ FICO: 700 }, 'b'],
  [{ fico: '700' }, 'b'],
  [{ FICO: '690,700' }, ''],
  [{ FICO: 700, Program: 'Near Prime' }, 'b'],
  [{ FICO: 700, Program: 'Prime' }, ''],
  [{ FICO: '' }, 'd'],
  [{ Program: '' }, 'd'],
  [{ Program: 'prime' }, ''],
  [{ Program: 'prime%' }, ''],
  [{ LoanAmount: '1500.50000000' }, 'b'],
  [{ LoanAmount: '0900.' }, ''],
  [{ LoanAmount: '1500.50000001' }, ''],
  [{ NoteDate: '/Date(1767571200000-0000)/' }, 'a'],
  [{ id: '' }, ''],
])(
  'answers the query %o with the loans "%s": those whose fields have exactly these values [§4 call 9]',
  (query, ids) => {
    const bank = bankWithLoans()

    const { Results, Total } = bank.loans.summary({ ...query, Include: 'Total' })

    expect(lettersOf(Results)).toBe(ids)
    expect(Total).toBe(ids.length)
    expect(bank.timeline()).not.toContain('ignores')
  },
)

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
  expect(bank.assumptions.used().map(({ id }) => id)).not.toContain('loans.unknownParameters')
})

it.each<[LoanSummaryQuery, string]>([
  [{ FICOGreaterThan: 700 }, 'FICOGreaterThan'],
  [{ FICONotEqualTo: 700, LikeProgram: 'prime%', MinFICO: 700 }, 'FICONotEqualTo, LikeProgram, MinFICO'],
  [{ FICOIn: '690,700', FICOBetween: '690,700', FICOs: '700' }, 'FICOIn, FICOBetween, FICOs'],
  [{ 'FICO>': 700, '>FICO': 700, 'FICO!': 700 }, 'FICO>, >FICO, FICO!'],
  [{ ProgramStartsWith: 'Prime', FICOIsNull: '' }, 'ProgramStartsWith, FICOIsNull'],
  [{ Unknown: 'x', other: '' }, 'Unknown, other'],
  [{ Rails: '[]' }, 'Rails'],
  [{ constructor: 'x' }, 'constructor'],
])('tells in the timeline and as a guess of a parameter that filters nothing: %o [§4 call 9]', (query, names) => {
  const bank = bankWithLoans()
  const before = bank.world

  const { Results } = bank.loans.summary(query)

  expect(lettersOf(Results)).toBe('abcd')
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
  expect(bank.journal).toHaveLength(6)
  expect(copy.timeline()).toBe(bank.timeline())
  expect(again.timeline()).toBe(bank.timeline())
  expect(again.journal).toEqual(bank.journal)
})

it('tells nothing of a query that is refused [§4 call 9]', () => {
  const bank = bankWithLoans()

  expect(() => bank.loans.summary({ Colour: 'red', Skip: 'x' })).toThrow('must be a whole number')

  expect(bank.timeline()).not.toContain('ignores')
})
