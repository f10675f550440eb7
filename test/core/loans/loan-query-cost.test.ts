/** Long parameters of the loan summary cost what reading them costs: no pattern goes over a text again and again. */
import { expect, it } from 'vitest'
import { createBank, type LoanSummaryQuery } from 'vostro'

/** So long that a way of reading which is quadratic takes many seconds, and a linear one milliseconds. */
const LENGTH = 160_000
const long = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length))

const blanks = long(' ')
const zeros = long('0')
const texts: [string, string][] = [
  ['commas', long(',')],
  ['commas and brackets', long(',(')],
  ['commas in brackets', `COUNT(${long(',')})`],
  ['opening brackets', long('(')],
  ['closing brackets', long(')')],
  ['empty brackets', long('COUNT()')],
  ['a bracket with blanks that never closes', `COUNT(${blanks}`],
  ['a bracket with blanks and another word', `COUNT(${blanks}Term${blanks}Id${blanks})`],
  ['blanks before a bracket', `COUNT${blanks}(*)`],
  ['blanks before an alias', `COUNT(*)${blanks}as${blanks}N`],
  ['blanks between words', `COUNT(distinct${blanks}Term)${blanks}x`],
  ['one word', long('a')],
  ['one word and no end', `${long('a')}!`],
  ['an alias of signs', `COUNT(*) as ${long('!')}`],
  ['distinct again and again', `COUNT(${long('distinct ')})`],
  ['aggregates', long('SUM(Term),')],
  ['semicolons', long(';')],
  ['minuses', long('-')],
  ['minuses and commas', long('-,')],
  ['blanks and commas', long(' ,')],
  ['colons', long(':')],
  ['keys', long('dh:ut,')],
  ['line ends', long('\n,')],
  ['zeros', zeros],
  ['zeros and a letter', `1${zeros}x`],
  ['zeros in the places', `1.${zeros}1`],
  ['a date without an end', `/Date(${zeros}`],
  ['numbers', long('700,')],
  ['dates', long('2026-01-05,')],
]
const names = [
  'Include',
  'jsconfig',
  'Term',
  'TermIn',
  'LoanAmount',
  'LoanAmountGreaterThan',
  'LoanAmountIn',
  'NoteDateBetween',
]

it.each(texts)(
  'reads %s in no more time than their length asks for, whichever parameter has them [§4 call 9]',
  (_, text) => {
    const bank = createBank()
    bank.loans.add()
    const start = performance.now()

    for (const name of [...names, 'ProgramContains', 'Programs', 'Meta', 'id']) bank.loans.summary({ [name]: text })
    for (const name of ['OrderBy', 'OrderByDesc', 'Skip', 'Take']) {
      // Refused or not: it is read.
      try {
        bank.loans.summary({ [name]: text })
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
    }
    bank.loans.summary({ [text]: text })
    bank.timeline({ last: 1 })

    expect(performance.now() - start).toBeLessThan(4_000)
  },
)

it('orders by a long list of fields, of which each is looked at once [§4 call 9]', () => {
  const bank = createBank()
  for (let count = 0; count < 500; count++) bank.loans.add({ Term: 36 })
  const start = performance.now()

  const { Results } = bank.loans.summary({ OrderBy: long('Term,-Status;'), Take: 1 })

  expect(Results).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(4_000)
})

it('reads as many parameters as an address has room for [§4 call 9]', () => {
  const bank = createBank()
  bank.loans.add({ Term: 36 })
  const query: LoanSummaryQuery = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, index) => [`Unknown${index}>`, 'x']),
  )
  const start = performance.now()

  const { Results } = bank.loans.summary({ ...query, Term: 36 })

  expect(Results).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(4_000)
})
