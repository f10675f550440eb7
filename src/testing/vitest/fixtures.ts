/**
 * The `test` of vitest with a fresh bank for each test. The requests of a test reach its own bank, because a hook around the whole test
 * names the bank to all code within: fixtures, hooks and the test's function.
 */
import * as vitest from 'vitest'
import type { Bank } from '../../bank/bank.ts'
import { begin, beginTest, end, withinTest } from '../../bank/current/current-bank.ts'
import { portOf } from '../../bank/port.ts'
import { UsageError } from '../../core/errors.ts'
import { breakForTest } from '../../suite/mutants/asked.ts'
import { whileListening } from '../msw/listen.ts'
import { addedSetting, bankFor, refuseMistyped, type SettingFixtures } from '../runner/bank-options.ts'
import { beginTime, type TestTime } from '../runner/test-time.ts'
import { endSetUp } from '../story/last-facts.ts'
import { looseEndsError } from '../story/loose-ends.ts'
import { Attempt, identityOf } from './attempt.ts'

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

const settings: Settings = { bankOptions: {}, bankServer: 'vostro', looseEnds: {}, bankTrace: {}, bankTime: 'real' }

async function bankFixture(
  {
    bankOptions,
    bankServer,
    looseEnds,
    bankTrace,
    bankTime,
    task,
    onTestFailed,
    onTestFinished,
    skip,
  }: Settings & vitest.TestContext,
  use: (bank: Bank) => Promise<void>,
): Promise<void> {
  const bank = bankFor({ bankOptions, bankServer, looseEnds, bankTrace }, identityOf(task))
  beginTest(bank)
  const attempt = new Attempt(task, { bank, trace: bankTrace, looseEnds })
  const isToRun = await breakForTest(portOf(bank), attempt.tested.test)
  if (isToRun === false) skip('This test never reached what the mutant breaks.')
  // This and the end of the attempt: whichever comes first tells the story, and the other adds nothing.
  onTestFailed(async () => {
    // If the teardown of another fixture threw, the teardown of this one may not have run.
    end(bank)
    await attempt.tell()
  })
  let [ended, isFinished] = [Promise.resolve(), false]
  onTestFinished(() => {
    isFinished = true
    return ended
  })
  begin(bank)
  await whileListening(bankServer, async () => {
    const endTime = beginTime(bank, bankTime)
    noteReads(task, bank)
    await use(bank).finally(endTime)
  }).finally(() => end(bank))
  ended = Promise.resolve().then(() => attempt.end(looseEndsError(bank, looseEnds, attempt.hasFailed)))
  // vitest lists an error of a fixture twice, so the hook throws it, unless the hook has run before: an aroundEach with the bank goes on after it.
  await ended.catch((error) => {
    if (isFinished) throw error
  })
}

/** The function of a test reads its bank from the context after all fixtures and hooks before it: the last read ends the set-up. */
function noteReads({ context, result }: vitest.TestContext['task'], made: Bank): void {
  let bank = made
  Object.defineProperty(context, 'bank', {
    configurable: true,
    enumerable: true,
    get: () => {
      if (result?.state === 'run') endSetUp(made)
      return bank
    },
    set: (value: Bank) => {
      bank = value
    },
  })
}

/** The file for which each collector of vitest has the hook: if files are not isolated, they share a collector. */
const hooked = new WeakMap<object, object>()

/** Puts the hook around the tests of the present `describe` or file. In a file that is not isolated, no import could do this. */
function hookTests(): void {
  const suite = vitest.TestRunner.getCurrentSuite()
  if (hooked.get(suite) === suite.file) return
  hooked.set(suite, suite.file)
  suite.on('aroundEach', (runTest, { bank }: vitest.TestContext & { bank?: Bank }) =>
    withinTest(bank ? { bank } : {}, runTest),
  )
}

if (!('aroundEach' in vitest)) {
  throw new UsageError('Failed to load vostro/vitest: it needs vitest 4.1 or later. Install vitest@latest.')
}

type Callable = (this: unknown, ...given: unknown[]) => unknown

/** The function of vitest's own `test`, which adds a test to the present `describe` or file. */
const declareTest = Reflect.get(vitest.test, 'fn') as Callable

const plainTest = vitest.TestRunner.createTaskCollector(function (this: unknown, ...given: unknown[]) {
  hookTests()
  return declareTest.apply(this, given)
})

type Fixtures = Readonly<Record<string, unknown>>

/** A `test` whose extensions add their settings to its own: `{ bankOptions: { now } }` keeps the seed that an earlier one set. */
function adding<Context>(test: vitest.TestAPI<Context>, earlier: Fixtures): vitest.TestAPI<Context> {
  const { extend, aroundEach } = test as unknown as Record<'extend' | 'aroundEach', Callable>
  return Object.assign(test, {
    extend: (...given: readonly unknown[]) => {
      const [first, ...rest] = given
      const own = typeof first === 'string' ? { [first]: rest.at(-1) } : (first as Fixtures)
      refuseMistyped(Object.keys(own))
      const known = Object.entries(own).filter(([name]) => Object.hasOwn(settings, name))
      const added = Object.fromEntries(known.map(([name, value]) => [name, addedSetting(earlier[name], value)]))
      const all =
        typeof first === 'string'
          ? [first, ...rest.slice(0, -1), { ...own, ...added }[first]]
          : [{ ...own, ...added }, ...rest]
      return adding(extend.apply(test, all) as vitest.TestAPI, { ...earlier, ...added })
    },
    aroundEach: (...given: readonly unknown[]) => {
      hookTests()
      return aroundEach.apply(test, [...given])
    },
  })
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
export const test: vitest.TestAPI<BankFixtures> = adding(
  plainTest.extend<BankFixtures>({ ...settings, bank: [bankFixture, { auto: true }] }),
  settings,
)
