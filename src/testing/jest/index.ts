/**
 * vostro for jest: matchers on banks, and `bankTest`, a test with a fresh bank. This entry takes `expect` and `test` from the globals
 * of jest, and does not import MSW. If your code calls the network, start an MSW server of your own with `bankHandlers(currentBank)`.
 */
import type {} from 'expect'
import { UsageError } from '../../core/errors.ts'
import { type BankMatchers, bankMatchers } from '../matchers/matchers.ts'
import { type BankTestCall, type BankTestEach, bankTestOf } from '../runner/bank-test-of.ts'
import { RunWithoutFixtures } from '../runner/run-without-fixtures.ts'
import { repeatable, type TestIdentity, testFile } from '../story/test-identity.ts'
import { begunTest, declareTest } from './circus.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export type { BankTestOptions } from '../runner/bank-options.ts'
export type { BankTestCall, BankTestContext, BankTestRun } from '../runner/bank-test-of.ts'
export type * from '../runner-types.ts'

type JestTest = (name: string, run?: () => Promise<void>, timeout?: number) => void

interface JestGlobals {
  readonly expect: {
    extend(matchers: object): void
    getState(): {
      currentConcurrentTestName?: () => string | undefined
      currentTestName?: string | undefined
      testPath?: string | undefined
    }
  }
  readonly test: JestTest & Record<'only' | 'skip' | 'failing' | 'concurrent', JestTest>
}

type BankTestForm = BankTestCall & { readonly each: BankTestEach }
type BankTestModes = BankTestForm & { readonly failing: BankTestForm }

/** jest's `test`, with a bank. */
export interface BankTest extends BankTestModes {
  readonly only: BankTestModes
  readonly skip: BankTestModes
  readonly todo: (name: string) => void
  readonly concurrent: BankTestModes & { readonly only: BankTestForm; readonly skip: BankTestForm }
}

const jest = globalThis as unknown as JestGlobals
if (jest.expect === undefined || jest.test === undefined) {
  throw new UsageError(
    'Failed to set up vostro for jest: there is no global `expect` and `test`. Import vostro/jest in a test file or in setupFilesAfterEnv, and leave injectGlobals on.',
  )
}
jest.expect.extend(bankMatchers)

/**
 * jest's `test` with a fresh bank: a test's requests reach its own bank, even if other tests run at the same time.
 *
 * @param name - the title
 * @param options - options of the bank, and `looseEnds` (what the test may leave open); this argument may be left out
 * @param run - the test
 * @example
 * ```ts
 * bankTest('an invoice is paid by wire', async ({ bank }) => {
 *   const payment = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
 *   bank.clock.advanceToNextBatch()
 *   expect(bank).toHaveCompleted(payment.id)
 * })
 * ```
 */
export const bankTest = bankTestOf(
  {
    defaults: {},
    identify,
    begun: begunTest,
    declare: (declare, options, isExpectedToFail) =>
      declareTest(declare, () => new RunWithoutFixtures(options, identify(''), isExpectedToFail)),
  },
  () => jest.test,
) as BankTest

function identify(name: string): TestIdentity {
  const { currentConcurrentTestName, currentTestName, testPath = '' } = jest.expect.getState()
  // jest keeps the name of a concurrent test in another field.
  const own = currentConcurrentTestName?.() ?? currentTestName ?? name
  return repeatable('jest', { name: own, file: testFile(testPath) })
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the parameters must be those of jest's own types
    interface Matchers<R, T = {}> extends BankMatchers<R> {}
  }
}
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends BankMatchers<R> {}
}
