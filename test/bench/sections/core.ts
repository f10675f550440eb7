/** The core: single operations through the function API, beside the plain model, at a thousand and at a million subledgers. */
import { type Case, compare, type Effort } from '../measure.ts'
import { type Pair, pairOf, requestOf } from '../pairs.ts'
import { type Row, report } from '../row.ts'

interface Operation {
  readonly name: string
  readonly effort: Effort
  readonly target?: number
  readonly cases: (pair: Pair, times: number) => [ours: Case, limit: Case]
}

const KEPT = 64

/** A case in which each turn of the loop gets an input of its own, made before. */
function each<Input>(times: number, inputOf: () => Input, run: (input: Input) => unknown): Case {
  let inputs: Input[] = []
  return {
    prepare: () => {
      inputs = Array.from({ length: times }, inputOf)
    },
    // The newest are kept, as a test keeps what it asks for: what is never looked at, the engine does not make at all.
    run: () => {
      const newest: unknown[] = []
      for (let index = 0; index < times; index++) newest[index % KEPT] = run(inputs[index] as Input)
      return newest
    },
  }
}

let made = 0
const numberOf = ({ numberAt }: Pair) => numberAt(made++)
const newRequest = (pair: Pair) => requestOf(numberOf(pair), `key-${made}`)
const postingOf = (accountNumber: string) =>
  ({ accountNumber, rail: 'Ach', transactionType: 'Credit', transactionCode: 'Incoming ACH', amount: 100 }) as const
const completed = (pair: Pair, times: number): [string[], string[]] => {
  const { bank, plain } = pair
  const requests = Array.from({ length: times }, () => newRequest(pair))
  const ids: [string[], string[]] = [
    requests.map((request) => bank.wires.create(request).id),
    requests.map((request) => (plain.createWire(request) as { id: string }).id),
  ]
  bank.clock.advance({ seconds: 5 })
  bank.desk.releaseBatch()
  plain.advance(plain.now + 5_000)
  plain.release()
  return ids
}

const operations: readonly Operation[] = [
  // First: once many records were kept, as creating keeps them, the engine makes them all in the old heap, and plain ones suffer most.
  {
    name: 'get wire',
    effort: { times: 20_000 },
    target: 4,
    cases: (pair, times) => {
      const [ours, theirs] = completed(pair, 2_000)
      const inTurn = (ids: readonly string[]) => {
        let next = 0
        return () => ids[next++ % ids.length] as string
      }
      return [
        each(times, inTurn(ours), (id) => pair.bank.wires.get(id)),
        each(times, inTurn(theirs), (id) => pair.plain.getWire(id)),
      ]
    },
  },
  {
    name: 'create wire',
    effort: { times: 4_000 },
    target: 5,
    cases: (pair, times) => [
      each(
        times,
        () => newRequest(pair),
        (request) => pair.bank.wires.create(request),
      ),
      each(
        times,
        () => newRequest(pair),
        (request) => pair.plain.createWire(request),
      ),
    ],
  },
  {
    name: 'create wire and review it',
    effort: { times: 4_000 },
    target: 5,
    cases: (pair, times) => {
      const { bank, plain } = pair
      const ours = each(
        times,
        () => newRequest(pair),
        (request) => bank.wires.create(request),
      )
      const limit = each(
        times,
        () => newRequest(pair),
        (request) => plain.createWire(request),
      )
      return [
        { ...ours, run: () => [ours.run(times), bank.clock.advance({ seconds: 5 })] },
        { ...limit, run: () => [limit.run(times), plain.advance(plain.now + 5_000)] },
      ]
    },
  },
  {
    name: 'post',
    effort: { times: 4_000 },
    target: 12,
    cases: (pair, times) => [
      each(
        times,
        () => postingOf(numberOf(pair)),
        (request) => pair.bank.transactions.post(request),
      ),
      each(
        times,
        () => postingOf(numberOf(pair)),
        (request) => pair.plain.post(request),
      ),
    ],
  },
  {
    name: 'open subledger',
    effort: { times: 4_000 },
    target: 9,
    cases: ({ bank, plain }, times) => {
      const { accountNumber: masterAccountNumber } = bank.masterAccount
      const request = { masterAccountNumber, title: 'Customer' }
      const numbers = Array.from({ length: times }, (_, index) => `3${String(index).padStart(11, '0')}`)
      let { subledgers } = bank
      // Each round opens them in a bank of the size that is meant.
      return [
        {
          prepare: () => {
            subledgers = bank.fork().subledgers
          },
          run: () => numbers.map(() => subledgers.create(request)),
        },
        {
          prepare: () => {
            for (const number of numbers) plain.subledgers.delete(number)
          },
          run: () => numbers.map((number) => plain.open(number, 'Customer')),
        },
      ]
    },
  },
  {
    name: 'get subledger',
    effort: { times: 60_000 },
    target: 4,
    cases: (pair, times) => [
      each(
        times,
        () => numberOf(pair),
        (number) => pair.bank.subledgers.get(number),
      ),
      each(
        times,
        () => numberOf(pair),
        (number) => pair.plain.getSubledger(number),
      ),
    ],
  },
  {
    name: 'list subledgers, first page',
    effort: { times: 5_000 },
    cases: (pair, times) => [
      each(
        times,
        () => undefined,
        () => pair.bank.subledgers.list(),
      ),
      each(
        times,
        () => undefined,
        () => pair.plain.listSubledgers(),
      ),
    ],
  },
  {
    name: 'list the one subledger of a second master',
    effort: { times: 20_000 },
    target: 5,
    cases: (pair, times) => {
      const masterAccountNumber = pair.bank.accounts.open({ title: 'Second' }).accountNumber
      pair.bank.subledgers.create({ masterAccountNumber, title: 'Only' })
      const only = new Map([['2000000016', pair.plain.account('2000000016', 'Only', false)]])
      return [
        each(
          times,
          () => ({ masterAccountNumber }),
          (query) => pair.bank.subledgers.list(query),
        ),
        each(
          times,
          () => undefined,
          () => pair.plain.listSubledgers(only),
        ),
      ]
    },
  },
  {
    name: 'post, 100 restrictions to match',
    effort: { times: 4_000 },
    cases: (pair, times) => {
      const { accountNumber } = pair.bank.masterAccount
      for (let count = 0; count < 100; count++) {
        // Each agrees with the posting in three criteria, and differs in the fourth.
        const criteria = {
          rail: 'Ach',
          transactionType: 'Credit',
          amountThreshold: 50,
          transactionCode: 'Fee',
        } as const
        pair.bank.restrictions.create({ accountNumber, appliesTo: 'All', ...criteria })
        pair.plain.restrictions.push({ ...criteria, otherAccountType: null, subAccountNumber: null })
      }
      return [
        each(
          times,
          () => postingOf(numberOf(pair)),
          (request) => pair.bank.transactions.post(request),
        ),
        each(
          times,
          () => postingOf(numberOf(pair)),
          (request) => pair.plain.post(request),
        ),
      ]
    },
  },
]

/** What takes no longer in a bank of a million, where the plain model has to copy everything. */
const moments = (pair: Pair): [string, () => unknown][] => {
  const { bank } = pair
  const taken = bank.snapshot()
  return [
    ['snapshot', () => bank.snapshot()],
    ['restore', () => bank.restore(taken)],
    ['fork', () => bank.fork()],
  ]
}

const MOST_MICROSECONDS = 2
const MOST_GROWTH = 2
const [SMALL, LARGE] = [1_000, 1_000_000]
/** A process for each size: beside a million records that nobody touches, each collection of young garbage takes ten times as long. */
const SIZE = Number(process.env['BENCH_SUBLEDGERS'] ?? SMALL)
const rows: Row[] = []

const pair = pairOf(SIZE)
const many = operations.map(({ name, effort, target, cases }) => {
  const [ours, limit] = cases(pair, effort.times)
  const [own, plain, ratio] = compare(ours, limit, effort)
  const figure = `${name}, ${SIZE.toLocaleString('en')} subledgers`
  rows.push({ section: 'core', figure, beside: 'the plain model', ours: own, limit: plain, ratio, target })
  return ours
})
if (SIZE === LARGE) measureGrowth()
report(rows)

/** The same operations in a bank of each size, and the moments. */
function measureGrowth(): void {
  const small = pairOf(SMALL)
  const grown = { section: 'growth', beside: `a bank of ${SMALL.toLocaleString('en')}`, target: MOST_GROWTH }
  // All of them made before any is measured: the large bank has its second master and its restrictions already.
  const few = operations.map(({ cases, effort }) => cases(small, effort.times)[0])
  for (const [index, { name, effort }] of operations.entries()) {
    const [ours, limit, ratio] = compare(many[index] as Case, few[index] as Case, effort)
    rows.push({ ...grown, figure: name, ours, limit, ratio })
  }
  const ofSmall = moments(small)
  for (const [index, [name, run]] of moments(pair).entries()) {
    const [, runOfSmall] = ofSmall[index] as [string, () => unknown]
    const [ours, limit, ratio] = compare(repeating(run), repeating(runOfSmall), { times: 5_000 })
    const figure = `${name}, ${LARGE.toLocaleString('en')} subledgers`
    const beside = 'two microseconds'
    rows.push({ section: 'core', figure, beside, ours, microseconds: ours.wall, target: MOST_MICROSECONDS })
    rows.push({ ...grown, figure: name, ours, limit, ratio })
  }
}

function repeating(run: () => unknown): Case {
  return {
    run: (times) => {
      let last: unknown
      for (let count = 0; count < times; count++) last = run()
      return last
    },
  }
}
