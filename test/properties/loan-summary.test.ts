/** The loan summary against a plain list: pages partition the whole in order, orders are total, filters and sums are exact. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank, type LoanFields, type LoanSummaryRecord } from 'vostro'

const digits = (length: number) => fc.nat(10 ** length - 1).map((number) => String(number).padStart(length, '0'))

/** Decimals of a few sizes, some with more digits than a double has. */
const decimal = fc.oneof(
  fc.constantFrom('0', '1', '1.5', '-1.5'),
  fc.tuple(fc.constantFrom('', '-'), digits(2), digits(6)).map(([sign, whole, places]) => `${sign}${whole}.${places}`),
  fc.tuple(digits(8), digits(8), digits(6)).map(([high, low, places]) => `${high}${low}.${places}`),
)

/** Few values, so that many loans are equal in most of them; some have none. */
const loan: fc.Arbitrary<LoanFields> = fc.record(
  {
    Term: fc.constantFrom(12, 24, 36),
    Program: fc.constantFrom('a', 'B', 'b', ''),
    LoanAmount: decimal,
    NoteDate: fc.constantFrom('2026-01-05T00:00:00Z', '2026-01-04T19:00:00-05:00', '1969-12-31T23:59:59.999Z'),
  },
  { requiredKeys: [] },
)
const loans = fc.array(loan, { maxLength: 30 })

const field = fc.constantFrom('Term', 'program', 'LOANAMOUNT', 'NoteDate', 'Id', '-Term', '-LoanAmount', '-NoteDate')
const order = fc.record(
  {
    OrderBy: fc.array(field, { maxLength: 3 }).map((names) => names.join(',')),
    OrderByDesc: fc.array(field, { maxLength: 3 }).map((names) => names.join(';')),
  },
  { requiredKeys: [] },
)
const filter = fc.record(
  { Term: fc.constantFrom('12', '24'), program: fc.constantFrom('a', 'b') },
  { requiredKeys: [] },
)

function bankOf(fields: readonly LoanFields[]) {
  const bank = createBank({ seed: 7 })
  for (const each of fields) bank.loans.add(each, { isSparse: true })
  return bank
}

const idsOf = (records: readonly LoanSummaryRecord[]) => records.map(({ Id }) => Id)

it('gives pages that partition the whole, in order, whatever Skip and Take [§4 call 9]', () => {
  fc.assert(
    fc.property(loans, order, filter, fc.integer({ min: 1, max: 12 }), (fields, orders, filters, Take) => {
      const bank = bankOf(fields)
      const query = { ...orders, ...filters }

      const whole = idsOf(bank.loans.summary({ ...query, Skip: 0 }).Results)
      const pages: string[][] = []
      for (let Skip = 0; Skip < fields.length; Skip += Take) {
        const page = bank.loans.summary({ ...query, Skip, Take, Include: 'Total' })
        expect(page).toMatchObject({ Offset: Skip, Total: whole.length })
        pages.push(idsOf(page.Results))
      }

      expect(pages.flat()).toEqual(whole)
      expect(pages.slice(0, Math.floor(whole.length / Take)).every(({ length }) => length === Take)).toBe(true)
    }),
  )
})

it('orders totally: every query has one answer, whatever the order in which the loans were put on file [§4 call 9]', () => {
  fc.assert(
    fc.property(loans, order, fc.infiniteStream(fc.nat()), (fields, orders, numbers) => {
      const named = fields.map((each, index) => ({
        ...each,
        Id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      }))
      const shuffled = named
        .map((each) => ({ each, at: numbers.next().value as number }))
        .sort((first, second) => first.at - second.at)
        .map(({ each }) => each)

      const answers = [named, shuffled].map((each) => bankOf(each).loans.summary({ ...orders, Skip: 0 }).Results)

      expect(idsOf(answers[1]!)).toEqual(idsOf(answers[0]!))
    }),
  )
})

it('puts each loan at or after the one before it, field by field, the Id last [§4 call 9]', () => {
  fc.assert(
    fc.property(loans, fc.array(field, { minLength: 1, maxLength: 3 }), (fields, names) => {
      const bank = bankOf(fields)

      const { Results } = bank.loans.summary({ OrderBy: names.join(',') })

      const held = Results.map(({ Id }) => bank.loans.get(Id))
      for (const [index, second] of held.slice(1).entries()) {
        const first = held[index]!
        const differences = [...names, 'Id'].map((name) => difference(name, first, second))
        expect(differences.find((each) => each !== 0)).toBe(-1)
      }
    }),
  )
})

it('filters as a plain list does, alone and combined [§4 call 9]', () => {
  fc.assert(
    fc.property(loans, filter, decimal, (fields, filters, LoanAmount) => {
      const bank = bankOf(fields)
      const all = bank.loans.summary().Results

      const found = bank.loans.summary(filters).Results
      const ofAmount = bank.loans.summary({ LoanAmount }).Results

      expect(idsOf(found)).toEqual(
        idsOf(
          all.filter(({ Term, Program }) => {
            const { Term: term, program } = filters
            return (term === undefined || Term === Number(term)) && (program === undefined || Program === program)
          }),
        ),
      )
      const scaled = scaledOf(LoanAmount)
      expect(idsOf(ofAmount)).toEqual(
        idsOf(all.filter((each) => each.LoanAmount !== undefined && scaledOf(each.LoanAmount) === scaled)),
      )
    }),
  )
})

it('adds up exactly what is on file, and finds the least and the greatest [§2.10]', () => {
  fc.assert(
    fc.property(fc.array(decimal, { minLength: 1, maxLength: 20 }), fc.nat(3), (amounts, Skip) => {
      const bank = bankOf(amounts.map((LoanAmount) => ({ LoanAmount })))

      const { Meta } = bank.loans.summary({
        Include: 'SUM(LoanAmount) sum, MIN(LoanAmount) min, MAX(LoanAmount) max, COUNT(LoanAmount) count',
        Skip,
        Take: 1,
      })

      const scaled = amounts.map(scaledOf)
      const extreme = (pick: (first: bigint, second: bigint) => boolean) =>
        scaled.reduce((best, each) => (pick(each, best) ? each : best))
      expect(Object.entries(Meta ?? {}).map(([name, value]) => [name, scaledOf(value)])).toEqual([
        ['sum', scaled.reduce((sum, each) => sum + each)],
        ['min', extreme((first, second) => first < second)],
        ['max', extreme((first, second) => first > second)],
        ['count', BigInt(amounts.length) * 1_000_000n],
      ])
    }),
  )
})

/** Millionths, worked out another way than the library does. */
function scaledOf(text: string): bigint {
  const [, sign, whole = '0', places = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? []
  const size = BigInt(whole) * 1_000_000n + BigInt(`${places}000000`.slice(0, 6))
  return sign === '-' ? -size : size
}

/** -1, 0 or 1: how two loans stand in a field; a minus before its name turns it round. */
function difference(name: string, first: LoanFields, second: LoanFields): number {
  const keyOf = (each: LoanFields) => {
    switch (name.replace('-', '').toLowerCase()) {
      case 'term':
        return each.Term
      case 'program':
        return each.Program
      case 'loanamount':
        return each.LoanAmount === undefined ? undefined : scaledOf(each.LoanAmount)
      case 'notedate':
        return each.NoteDate === undefined ? undefined : Date.parse(each.NoteDate)
      default:
        return each.Id
    }
  }
  const [left, right] = [keyOf(first), keyOf(second)]
  const sign = name.startsWith('-') ? -1 : 1
  if (left === right) return 0
  if (left === undefined || right === undefined) return left === undefined ? -sign : sign
  return left < right ? -sign : sign
}
