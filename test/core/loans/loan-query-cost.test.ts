/**
 * Long parameters of the loan summary cost what reading them costs: no text is gone over again and again. What is counted are letters, so
 * that the machine does not matter.
 */
import { expect, it } from 'vitest'
import { createBank, isRejection, type LoanSummaryQuery } from 'vostro'
import { loanQueryOf } from '../../../src/core/loans/summary/query.ts'
import { isLinear, lettersRead } from '../../support/letters-read.ts'
import { thoroughly } from '../../support/thorough.ts'

const LENGTH = thoroughly(20_000, 5_000)
/** How often each letter may be gone over, all in all: reading that is quadratic goes over each of them thousands of times. */
const TIMES = 40
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
const names = ['Include', 'jsconfig', 'Term', 'LoanAmount', 'NoteDate', 'Program', 'Meta', 'id']

it.each(texts)('goes over %s a few times at most, whichever parameter has them [§4 call 9]', (_, text) => {
  const bank = createBank()
  bank.loans.add()
  const parameters = [...names, 'OrderBy', 'OrderByDesc', 'Skip', 'Take', text]

  for (const name of parameters) {
    const { letters, patterns } = lettersRead(() => {
      // Refused or not: it is read.
      try {
        bank.loans.summary({ [name]: text })
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
      bank.timeline({ last: 1 })
    })

    expect(letters, name.slice(0, 20)).toBeLessThan(TIMES * LENGTH)
    expect(patterns.filter((pattern) => !isLinear(pattern))).toEqual([])
  }
})

it('orders by a long list of fields, of which each is looked at once [§4 call 9]', () => {
  const bank = createBank()
  for (let count = 0; count < 500; count++) bank.loans.add({ Term: 36 })
  const OrderBy = long('Term,-Status;')

  const { letters } = lettersRead(() => expect(bank.loans.summary({ OrderBy, Take: 1 }).Results).toHaveLength(1))
  const query = loanQueryOf({ OrderBy })

  expect(letters).toBeLessThan(TIMES * LENGTH)
  expect(isRejection(query) || query.orders).toEqual([
    { field: 'Term', sign: 1 },
    { field: 'Status', sign: -1 },
  ])
})

it('reads as many parameters as an address has room for [§4 call 9]', () => {
  const bank = createBank()
  bank.loans.add({ Term: 36 })
  const query: LoanSummaryQuery = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, index) => [`Unknown${index}>`, 'x']),
  )
  const length = Object.keys(query).join('').length

  const { letters } = lettersRead(() => {
    const { Results } = bank.loans.summary({ ...query, Term: 36 })
    expect(Results).toHaveLength(1)
  })

  expect(letters).toBeLessThan(2 * TIMES * length)
})
