/**
 * The `test` of vitest with a fresh bank for each test. What a test starts is answered by its own bank: the test's function runs
 * within it, as do the hooks `test.beforeEach` and `test.afterEach`.
 */
import { type TestAPI, type TestContext, test as vitestTest } from 'vitest'
import { type Bank, createBank } from '../../bank.ts'
import { UsageError } from '../../core/errors.ts'
import type { BankOptions } from '../../shell/options.ts'
import { within } from '../isolation/current-bank.ts'
import { begin, end, untoldOf } from '../isolation/running.ts'
import { listen, stopListening, unansweredOf } from '../listening/listen.ts'
import { type LooseEnds, looseEndsOf, looseEndsOfFailed } from '../matchers/loose-ends.ts'

/** What each test gets, and what `test.extend` can set. */
export interface BankFixtures {
  /** The bank of this test: fresh, on its own clock, answering what this test asks. `bank.reset()` begins again with the same seed. */
  bank: Bank
  /** Options of the bank: `test.extend({ bankOptions: { seed: 7 } })`. */
  bankOptions: BankOptions
  /**
   * Who listens: `'vostro'` starts an MSW server while tests with a bank run; `'own'` leaves it to a server of yours with the
   * handlers `bankHandlers(currentBank)`.
   */
  bankServer: 'vostro' | 'own'
  /** What this test may leave behind. */
  looseEnds: LooseEnds
}

const bankFixture = [
  async ({ bankOptions, bankServer, looseEnds, task }, use) => {
    const bank = createBank(bankOptions)
    if (bankServer === 'vostro') await listen()
    begin(bank)
    try {
      await use(bank)
    } finally {
      end(bank)
      if (bankServer === 'vostro') stopListening()
    }
    // A test that broke off had no chance to deliver what waits.
    const hasFailed = task.result?.state === 'fail'
    const ends = looseEndsOf(bank, { ...looseEnds, ...(hasFailed ? looseEndsOfFailed : {}) })
    if (!looseEnds.unknownRequests) ends.unshift(...unansweredOf(bank))
    ends.unshift(...untoldOf(bank))
    if (ends.length > 0) throw new UsageError(ends.join('\n'))
  },
  { auto: true },
] satisfies [
  (context: Omit<BankFixtures, 'bank'> & TestContext, use: (bank: Bank) => Promise<void>) => Promise<void>,
  { auto: true },
]

const extended = vitestTest.extend<BankFixtures>({
  bankOptions: {},
  bankServer: 'vostro',
  looseEnds: {},
  bank: bankFixture,
})

/** What `test.extend` is given. vitest 3 binds a fixture to the others as they were: a bank with new options is declared anew. */
function withOwnBank(given: unknown[]): unknown[] {
  const [fixtures] = given
  if (typeof fixtures !== 'object' || fixtures === null || 'bank' in fixtures) return given
  const isSetting = ['bankOptions', 'bankServer', 'looseEnds'].some((name) => name in fixtures)
  return isSetting ? [{ ...fixtures, bank: bankFixture }] : given
}

/** The parts of the test API whose functions run as a part of a test. */
const RUN_TESTS: readonly string[] = [
  'beforeEach',
  'afterEach',
  'only',
  'skip',
  'todo',
  'fails',
  'concurrent',
  'sequential',
]
/** Those that return another test API. */
const RETURN_API: readonly string[] = ['for', 'override', 'scoped', 'skipIf', 'runIf']

type Callable = (this: unknown, ...given: unknown[]) => unknown

/** A test API whose functions run within the bank of their test. vitest reads the fixtures off the text of a function: it stays. */
function withinBank<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    apply: (target, self, given) => Reflect.apply(target as unknown as Callable, self, given.map(runWithin)),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function' || typeof key !== 'string') return value
      if (RUN_TESTS.includes(key)) return withinBank(value)
      const make = (given: unknown[]) => withinBank(Reflect.apply(value, target, given) as object)
      if (key === 'extend') return (...given: unknown[]) => make(withOwnBank(given))
      if (RETURN_API.includes(key)) return (...given: unknown[]) => make(given)
      if (key === 'each')
        return (...cases: unknown[]) => eachWithin(Reflect.get(target, 'for') as Callable, target, cases)
      return value
    },
  })
}

/** `each` does not tell its functions the context of the test; `for` does. */
function eachWithin(forEach: Callable, target: object, cases: unknown[]): Callable {
  const collect = Reflect.apply(forEach, target, cases) as Callable
  // Where every case is a list, each of its values is an argument.
  const isSpread = Array.isArray(cases[0]) && cases[0].every(Array.isArray)
  const adapt = (run: Callable) =>
    named(
      (item: unknown, { bank }: BankFixtures) =>
        within(bank, () => Reflect.apply(run, undefined, isSpread ? (item as unknown[]) : [item])),
      '(item, { bank }) => {}',
    )
  return (name, ...given) =>
    collect(name, ...given.map((each) => (typeof each === 'function' ? adapt(each as Callable) : each)))
}

function runWithin(given: unknown): unknown {
  if (typeof given !== 'function') return given
  const run = given as Callable
  return named(function (this: unknown, ...values: unknown[]) {
    const context = values.find(hasBank)
    return context ? within(context.bank, () => Reflect.apply(run, this, values)) : Reflect.apply(run, this, values)
  }, String(run))
}

/** Whether this is the context of a test; vitest makes it as a function. */
function hasBank(value: unknown): value is BankFixtures {
  return (
    (typeof value === 'function' || typeof value === 'object') && value !== null && 'task' in value && 'bank' in value
  )
}

/** A function whose text is another: the one by which vitest finds the fixtures that it takes. */
function named<Run extends object>(run: Run, text: string): Run {
  return Object.defineProperty(run, 'toString', { value: () => text })
}

/**
 * vitest's `test`, with a bank.
 *
 * @example
 * ```ts
 * test('an invoice is paid by wire', async ({ bank }) => {
 *   const payment = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
 *   bank.clock.advanceToNextBatch()
 *   expect(bank).toHaveCompleted(payment.id)
 * })
 * ```
 */
export const test: TestAPI<BankFixtures> = withinBank(extended)
