/**
 * The `test` of vitest with a fresh bank for each test. The requests of a test reach its own bank, because the test's function,
 * its fixtures and the hooks `test.beforeEach` and `test.afterEach` run within that bank.
 */
import { type TestAPI, type TestContext, test as vitestTest } from 'vitest'
import type { Bank } from '../../bank/bank.ts'
import { end, within } from '../../bank/current/current-bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { breakForTest } from '../../bank/mutants/asked.ts'
import { runListening } from '../msw/listen.ts'
import { bankFor, type SettingFixtures } from '../runner/bank-options.ts'
import { looseEndsError } from '../runner/run.ts'
import { beginTime, type TestTime } from '../runner/test-time.ts'
import { addedTo, type Callable, fixturesFrom, named, runIn, runOwn, runWithin } from './extending.ts'
import { Attempt, type BankContext, identityOf } from './failure.ts'

/** What each test gets, and what `test.extend` can set. */
export interface BankFixtures extends SettingFixtures {
  /** The bank of this test: fresh, on its own clock, and answering this test's requests. `bank.reset()` begins again with the same seed. */
  bank: Bank
  /**
   * Which time the code under test sees. `'real'`: the time of the machine. `'bank'`: `Date` and timers follow the clock of this
   * test's bank, which goes on by itself when the code waits. An object such as `{ advance: 'manual' }` means `'bank'` with these
   * options of `followClock`.
   */
  bankTime: TestTime
}

type Settings = Omit<BankFixtures, 'bank'>

/** The last bank that each test set up. For a test that was extended, vitest 3 also sets up the bank of the original test. */
const latest = new WeakMap<object, Bank>()

const bankFixture = [
  async ({ bankOptions, bankServer, looseEnds, bankTrace, bankTime, task, onTestFailed, skip }, use) => {
    const bank = bankFor({ bankOptions, bankServer, looseEnds, bankTrace }, identityOf(task))
    const former = latest.get(task)
    if (former) end(former)
    latest.set(task, bank)
    const attempt = new Attempt(task, { bank, trace: bankTrace, looseEnds })
    const isToRun = await breakForTest(internalsOf(bank).shell, attempt.told.test)
    if (isToRun === false) skip('This test never reached what the mutant breaks.')
    onTestFailed(async () => {
      // If the teardown of another fixture threw, the teardown of this one may not have run.
      end(bank)
      if (latest.get(task) === bank) await attempt.tell()
    })
    await runListening(bank, bankServer, async () => {
      const endTime = beginTime(bank, bankTime)
      await within(bank, () => use(bank)).finally(endTime)
    })
    if (latest.get(task) !== bank) return
    const problem = looseEndsError(bank, looseEnds, attempt.hasFailed)
    if (problem || attempt.hasFailed) await attempt.tell(problem)
    else await attempt.pass()
    if (problem) throw problem
  },
  { auto: true },
] satisfies [(context: Settings & TestContext, use: (bank: Bank) => Promise<void>) => Promise<void>, { auto: true }]

const fixtures = {
  bankOptions: {},
  bankServer: 'vostro' as const,
  looseEnds: {},
  bankTrace: {},
  bankTime: 'real' as const,
  bank: bankFixture,
}

/** The arguments of each `test.extend`, in the order of the calls. */
type Extensions = readonly (readonly unknown[])[]

/** In vitest 3, an extension of a `test` leaks into later extensions of it. So there each extension starts from vitest's own `test`. */
function extend(target: object, extensions: Extensions): object {
  const isIsolated = 'override' in vitestTest
  const from = isIsolated ? target : vitestTest
  const added = isIsolated ? extensions.slice(-1) : extensions
  return added.reduce(
    (test, given) => Reflect.apply(Reflect.get(test, 'extend') as Callable, test, [...given]) as object,
    from,
  )
}

/** The members of the test API that take a hook. */
const HOOKS: readonly string[] = ['beforeEach', 'afterEach', 'aroundEach']
/** The members of the test API that take a test. */
const TESTS: readonly string[] = ['only', 'skip', 'todo', 'fails', 'concurrent', 'sequential']
/** The methods that return another test API. */
const RETURN_API: readonly string[] = ['for', 'skipIf', 'runIf']

/** A test API whose functions run within the bank of their test. They keep their source text, because vitest reads it to find fixtures. */
function withinBank<Api extends object>(api: Api, extensions: Extensions, enter = runOwn): Api {
  return new Proxy(api, {
    apply: (target, self, given) =>
      Reflect.apply(
        target as unknown as Callable,
        self,
        given.map((each) => runWithin(each, enter)),
      ),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function' || typeof key !== 'string') return value
      if (HOOKS.includes(key)) return withinBank(value, extensions, runIn)
      if (TESTS.includes(key)) return withinBank(value, extensions)
      const make = (given: unknown[]) => withinBank(Reflect.apply(value, target, given) as object, extensions)
      if (key === 'extend') {
        return (...given: unknown[]) => {
          const extended = [...extensions, fixturesFrom(addedTo(extensions, given), bankFixture)]
          return withinBank(extend(target, extended), extended)
        }
      }
      if (key === 'override') return (...given: unknown[]) => make(fixturesFrom(given))
      if (key === 'scoped') return (...given: unknown[]) => void Reflect.apply(value, target, fixturesFrom(given))
      if (RETURN_API.includes(key)) return (...given: unknown[]) => make(given)
      if (key === 'each')
        return (...cases: unknown[]) => eachWithin(Reflect.get(target, 'for') as Callable, target, cases)
      return value
    },
  })
}

/** `each` with a bank. It is made with `for`, because vitest's `each` does not give the context of the test to its functions. */
function eachWithin(forEach: Callable, target: object, cases: unknown[]): Callable {
  const collect = Reflect.apply(forEach, target, cases) as Callable
  // If every case is a list, the values of a case are the arguments.
  const isSpread = Array.isArray(cases[0]) && cases[0].every(Array.isArray)
  const adapt = (run: Callable) =>
    named(
      (item: unknown, context: BankContext) =>
        runOwn(context, () => Reflect.apply(run, undefined, isSpread ? (item as unknown[]) : [item])),
      '(item, { bank }) => {}',
    )
  return (name, ...given) =>
    collect(name, ...given.map((each) => (typeof each === 'function' ? adapt(each as Callable) : each)))
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
export const test: TestAPI<BankFixtures> = withinBank(vitestTest.extend<BankFixtures>(fixtures), [[fixtures]])
