/**
 * vostro for jest: matchers on banks, and `bankTest`, a test with a fresh bank. It takes `expect` and `test` from the globals of
 * jest, and needs no MSW; where your code calls the network, give MSW `bankHandlers(currentBank)`.
 */
import type {} from 'expect'
import { type Bank, createBank } from '../../bank.ts'
import { UsageError } from '../../core/errors.ts'
import type { BankOptions } from '../../shell/options.ts'
import { within } from '../isolation/current-bank.ts'
import { type BankMatchers, bankMatchers } from '../matchers/index.ts'
import { type LooseEnds, looseEndsOf } from '../matchers/loose-ends.ts'

export { currentBank, within } from '../isolation/current-bank.ts'
export type {
  AnyStatus,
  AssumptionId,
  BankMatchers,
  BookEntry,
  ConductOptions,
  ConductRule,
  EndpointName,
  EventExpectation,
  EventName,
  ExpectedBalance,
  Ground,
  GroundOptions,
  IntentOptions,
  Movements,
  ReconcileOptions,
  RequestExpectation,
} from '../matchers/index.ts'
export type { LooseEnds } from '../matchers/loose-ends.ts'

/** A test as jest runs it. */
type JestTest = (name: string, run?: () => Promise<void>, timeout?: number) => void

/** What jest gives to each test file. */
interface JestGlobals {
  readonly expect: { extend(matchers: object): void }
  readonly test: JestTest & Record<'only' | 'skip' | 'failing' | 'concurrent', JestTest>
}

/** What a test may leave behind, and the options of its bank. */
export interface BankTestOptions extends BankOptions {
  /** What the test may leave behind without failing. */
  looseEnds?: LooseEnds | undefined
}

/** The code of a test: it is given its bank. */
export type BankTestRun = (context: { bank: Bank }) => unknown

/** Declares one test. */
export interface BankTestCall {
  (name: string, run: BankTestRun, timeout?: number): void
  (name: string, options: BankTestOptions, run: BankTestRun, timeout?: number): void
}

/** jest's `test`, with a bank. */
export interface BankTest extends BankTestCall {
  readonly only: BankTestCall
  readonly skip: BankTestCall
  readonly failing: BankTestCall
  readonly concurrent: BankTestCall
}

const jest = globalThis as unknown as JestGlobals
if (jest.expect === undefined || jest.test === undefined) {
  throw new UsageError(
    'Failed to set up vostro for jest: there is no global `expect` and `test`. Import vostro/jest in a test file or in setupFilesAfterEnv, and leave injectGlobals on. (§1)',
  )
}
jest.expect.extend(bankMatchers)

/**
 * jest's `test` with a fresh bank: what the test starts is answered by its own bank, whatever runs at the same time.
 *
 * @param name - the title
 * @param options - options of the bank, and `looseEnds`; may be left out
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
export const bankTest: BankTest = Object.assign(
  callOf(() => jest.test),
  {
    only: callOf(() => jest.test.only),
    skip: callOf(() => jest.test.skip),
    failing: callOf(() => jest.test.failing),
    concurrent: callOf(() => jest.test.concurrent),
  },
)

function callOf(find: () => JestTest): BankTestCall {
  return (name: string, ...given: unknown[]) => {
    const options = typeof given[0] === 'function' ? {} : (given.shift() as BankTestOptions)
    const [run, timeout] = given as [BankTestRun, number | undefined]
    const { looseEnds = {}, ...bankOptions } = options
    const body = async () => {
      const bank = createBank(bankOptions)
      await within(bank, async () => await run({ bank }))
      const ends = looseEndsOf(bank, looseEnds)
      if (ends.length > 0) throw new UsageError(ends.join('\n'))
    }
    // jest takes no `undefined` for a timeout.
    if (timeout === undefined) find()(name, body)
    else find()(name, body, timeout)
  }
}

declare global {
  namespace jest {
    // The same parameters as the types of jest have.
    // biome-ignore lint/complexity/noBannedTypes: they must be identical
    interface Matchers<R, T = {}> extends BankMatchers<R> {}
  }
}
declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends BankMatchers<R> {}
}
