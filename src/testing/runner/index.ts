/**
 * vostro for any test runner. `bankTestWith` takes the `test` of a runner, such as node:test, bun:test or Deno, and returns a `test` with a
 * fresh bank. `bankMatchers` go into any `expect.extend`. This entry does not import MSW. If your code calls the network, start an MSW
 * server of your own with `bankHandlers(currentBank)`.
 */
import { hostProcess } from '../../bank/shell/state/platform.ts'
import { UsageError } from '../../core/errors.ts'
import { testFile } from '../story/test-identity.ts'
import type { BankTestOptions } from './bank-options.ts'
import { type BankTestOf, bankTestOf } from './bank-test.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export { bankMatchers } from '../matchers/matchers.ts'
export type * from '../runner-types.ts'
export type { BankTestOptions } from './bank-options.ts'
export type { BankTestCall, BankTestContext, BankTestEach, BankTestOf, BankTestRun } from './bank-test.ts'

/** What holds for each test that a `bankTest` declares. */
export interface BankTestWithOptions extends BankTestOptions {
  /** The file of the tests, such as `import.meta.url`, if the runner does not tell it. `seed: 'test'` and names of traces need it. */
  file?: string | undefined
}

type RunnerTest = (name: string, run: () => Promise<void>) => unknown

/**
 * Makes a `bankTest` for any runner. Each test has a fresh bank, which answers its requests even while other tests run. A test fails if
 * it leaves loose ends behind, such as a push that was never delivered. The message of a failed test has the story of the bank.
 * `bankTest` has `only`, `skip`, `todo`, `each`, `concurrent` and `failing` if the runner's test has them.
 *
 * @param test - the `test` of node:test or bun:test, or `Deno.test`
 * @param options - for each test: options of the bank, `looseEnds`, `trace`, and `file`
 * @returns `bankTest(name, ({ bank }) => …)`, and `bankTest(name, options, ({ bank }) => …)`
 * @throws {UsageError} if `test` is no function
 * @example
 * ```ts
 * const bankTest = bankTestWith(test) // for example the test of node:test
 *
 * bankTest('an account is opened', ({ bank }) => {
 *   bank.accounts.open({ title: 'Payroll' })
 * })
 * ```
 */
export function bankTestWith<Test extends RunnerTest>(test: Test, options: BankTestWithOptions = {}): BankTestOf<Test> {
  if (typeof test !== 'function') {
    throw new UsageError(
      `Failed to make a bankTest: the test of the runner is ${test === null ? 'null' : typeof test}, but must be a function. Write bankTestWith(test), for example with the test of node:test.`,
    )
  }
  const { file, ...defaults } = options
  return bankTestOf(
    { defaults, identify: (name, given) => identityOf(name, given[0], file) },
    () => test,
  ) as BankTestOf<Test>
}

/** What runners tell a test about itself: node:test gives its full name and its file; Deno gives its name and the URL of its file. */
interface RunnerContext {
  readonly fullName?: string
  readonly name?: string
  readonly filePath?: string
  readonly origin?: string
}

function identityOf(name: string, given: unknown, file?: string) {
  const context: RunnerContext = typeof given === 'object' && given !== null ? given : {}
  // In many runners, the file of the tests is the one with which the process was started.
  const mainFile = hostProcess()?.argv?.[1] ?? ''
  return {
    name: context.fullName ?? context.name ?? name,
    file: testFile(file ?? context.filePath ?? context.origin ?? mainFile),
  }
}
