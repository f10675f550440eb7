/**
 * vostro for any test runner. `bankTestWith` takes the `test` of a runner, such as node:test, bun:test or Deno, and returns a `test` with a
 * fresh bank. `bankMatchers` go into any `expect.extend`. This entry does not import MSW. If your code calls the network, start an MSW
 * server of your own with `bankHandlers(currentBank)`.
 */
import { hostProcess, nodeModule } from '../../bank/shell/host/platform.ts'
import { type Entry, stackBelow } from '../../bank/shell/host/stack.ts'
import { UsageError } from '../../core/errors.ts'
import { attempt } from '../../core/kernel/attempt.ts'
import { testFile } from '../story/test-identity.ts'
import type { BankTestOptions } from './bank-options.ts'
import { type BankTestOf, bankTestOf, type RunnerCall } from './bank-test-of.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export { type Coverage, coverageOf } from '../../suite/coverage/report.ts'
export { bankMatchers } from '../matchers/matchers.ts'
export type * from '../runner-types.ts'
export type { BankTestOptions } from './bank-options.ts'
export type { BankTestCall, BankTestContext, BankTestEach, BankTestOf, BankTestRun } from './bank-test-of.ts'

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
  const isOfNode = (nodeModule('node:test') as { test?: unknown } | undefined)?.test === test
  return bankTestOf(
    {
      defaults,
      identify: (name, given) => identityOf(name, given[0], file),
      ...(isOfNode ? { placed: fromCaller } : {}),
    },
    () => test,
  ) as BankTestOf<Test>
}

const CALL = 'return test(...given)'

/** node:test names as the location of a test the script and the line that called it. So a script with the name of the caller calls it. */
function fromCaller(test: RunnerCall, entry: Entry): RunnerCall | undefined {
  const vm = nodeModule('node:vm') as typeof import('node:vm')
  const [site] = stackBelow(entry, (_, sites) => sites) as NodeJS.CallSite[]
  const [line, column] = [site?.getLineNumber() ?? 1, site?.getColumnNumber() ?? 1]
  const place = { lineOffset: line - 1, columnOffset: column - 1 - CALL.indexOf('test') }
  // Deno has a node:test, too, and compiles no functions.
  const call = attempt(() =>
    vm.compileFunction(CALL, ['test', 'given'], { ...place, filename: site?.getFileName() ?? '' }),
  )
  return call && ((...given) => (call as (test: RunnerCall, given: unknown[]) => unknown)(test, given))
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
