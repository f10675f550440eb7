/** The loan summary over 100,000 complete loans, beside sorting a plain array of the same records in the same run. */
import { createWorld, inquire, isRejection, type LoanSummaryQuery, transition, type World } from 'vostro'
import { compare } from '../measure.ts'
import { type Row, report } from '../row.ts'

const COUNT = 100_000
const partner = { kind: 'partner', partner: 0 } as const

const world = Array.from({ length: COUNT }).reduce<World>(
  (before) => {
    const result = transition(before, 'loans.add', { fields: {} }, partner)
    if (isRejection(result)) throw new Error(result.message)
    return result.world
  },
  createWorld({ seed: 7 }),
)
const plain = [...world.loans.records].map(({ loan }) => loan)
const ask = (query: LoanSummaryQuery) => inquire(world, 'loans.summary', query, partner)

type Compare = (first: (typeof plain)[number], second: (typeof plain)[number]) => number
const byAmount: Compare = (first, second) => Number(first.LoanAmount) - Number(second.LoanAmount)
const byScore: Compare = (first, second) => (first.FICO ?? 0) - (second.FICO ?? 0)
const sortings = {
  LoanAmount: () => plain.toSorted(byAmount),
  FICO: () => plain.toSorted(byScore),
}

const page = { Skip: 100, Take: 50 }
const queries: [string, keyof typeof sortings, LoanSummaryQuery][] = [
  ['filter, order, page, total', 'LoanAmount', { Program: 'Prime', OrderBy: 'LoanAmount', ...page, Include: 'Total' }],
  ['filter, order, page, total', 'FICO', { Program: 'Prime', OrderBy: 'FICO', ...page, Include: 'Total' }],
  ['order, page', 'LoanAmount', { OrderByDesc: 'LoanAmount', ...page }],
  ['order, page', 'FICO', { OrderByDesc: 'FICO', ...page }],
  ['order by three fields, page', 'FICO', { OrderBy: 'FICO,-LoanAmount,NoteDate', ...page }],
  [
    'filter by two fields, aggregate',
    'FICO',
    { Program: 'Prime', Term: 36, Take: 0, Include: 'COUNT(*),SUM(LoanAmount)' },
  ],
  ['by Id', 'FICO', { id: plain[COUNT / 2]?.Id }],
]
const rows = queries.map(([name, field, query]): Row => {
  const [ours, limit, ratio] = compare(
    { run: () => ask(query) },
    { run: sortings[field] },
    { times: 1, rounds: 9, warmUps: 2 },
  )
  return {
    section: 'loans',
    figure: `loan summary: ${name}`,
    beside: `sorting the array by ${field}`,
    ours,
    limit,
    ratio,
  }
})
report(rows)
