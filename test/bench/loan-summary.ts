/**
 * How long the loan summary takes over 100,000 complete loans, beside sorting a plain array of the same records in the same run:
 * `npx tsx test/bench/loan-summary.ts`. Prints the median of a few runs and the ratio.
 */
import { createWorld, inquire, isRejection, type LoanSummaryQuery, transition, type World } from '../../src/index.ts'

const COUNT = 100_000
const RUNS = 9
const partner = { kind: 'partner', partner: 0 } as const

const world = Array.from({ length: COUNT }).reduce<World>(
  (before) => {
    const result = transition(before, 'loans.add', { fields: {} }, partner)
    if (isRejection(result)) throw new Error(result.message)
    return result.world
  },
  createWorld({ seed: 7 }),
)
const plain = [...world.loans].map(({ loan }) => loan)
const ask = (query: LoanSummaryQuery) => inquire(world, 'loans.summary', query, partner)

type Compare = (first: (typeof plain)[number], second: (typeof plain)[number]) => number
const byAmount: Compare = (first, second) => Number(first.LoanAmount) - Number(second.LoanAmount)
const byScore: Compare = (first, second) => (first.FICO ?? 0) - (second.FICO ?? 0)
const sorting = { LoanAmount: median(() => plain.toSorted(byAmount)), FICO: median(() => plain.toSorted(byScore)) }

const page = { Skip: 100, Take: 50 }
const queries: [string, keyof typeof sorting, LoanSummaryQuery][] = [
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
for (const [field, time] of Object.entries(sorting)) {
  console.log(`sorting the plain array of ${COUNT} by ${field}: ${time.toFixed(1)} ms`)
}
for (const [name, field, query] of queries) {
  const time = median(() => ask(query))
  console.log(`${name}: ${time.toFixed(2)} ms, ${(time / sorting[field]).toFixed(2)} times sorting by ${field}`)
}

function median(run: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return times.sort((first, second) => first - second)[Math.floor(RUNS / 2)] as number
}
