/**
 * Long parameters of the loan summary cost what reading them costs: no text is gone over again and again. What is counted are letters, so
 * that the machine does not matter.
 */
import { expect, it } from 'vitest'
import { createBank, type LoanSummaryQuery } from 'vostro'
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
  ['commas in brackets', `COUNT(${long(',')})`],
  ['empty brackets', long('COUNT()')],
  ['a bracket with blanks that never closes', `COUNT(${blanks}`],
  ['a bracket with blanks and another word', `COUNT(${blanks}Term${blanks}Id${blanks})`],
  ['blanks before an alias', `COUNT(*)${blanks}as${blanks}N`],
  ['blanks between words', `COUNT(distinct${blanks}Term)${blanks}x`],
  ['one word', long('a')],
  ['distinct again and again', `COUNT(${long('distinct ')})`],
  ['aggregates', long('SUM(Term),')],
  ['minuses', long('-')],
  ['blanks and commas', long(' ,')],
  ['colons', long(':')],
  ['zeros', zeros],
  ['zeros in the places', `1.${zeros}1`],
  ['a date without an end', `/Date(${zeros}`],
  ['numbers', long('700,')],
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
