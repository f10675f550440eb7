/**
 * The `test` of Playwright with a fresh bank for each test. A worker of Playwright is a process that runs one test at a time. So the bank
 * of that test answers every request of the process, including those of hooks, of fixtures, and of an application that outlives the test.
 */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test'
import type { Bank } from '../../bank/bank.ts'
import { begin, end } from '../../bank/current/current-bank.ts'
import { portOf } from '../../bank/port.ts'
import { UsageError } from '../../core/errors.ts'
import { breakForTest } from '../../suite/mutants/asked.ts'
import { chooseListener, whileListening } from '../msw/listen.ts'
import { nodeServer } from '../msw/node-server.ts'
import { bankFor, refuseMistyped, type SettingFixtures } from '../runner/bank-options.ts'
import { endTest, testOf } from './end-test.ts'
import { routeFromBank } from './route-from-bank.ts'

/** What each test gets. `test.use`, or `use` in the configuration, can set these fixtures. (The option `trace` is Playwright's own.) */
export interface PlaywrightBankFixtures extends SettingFixtures {
  /** The bank of this test: fresh, on its own clock, and answering the requests of this test. A retry has a fresh bank, too. */
  bank: Bank
}

chooseListener(nodeServer)

/**
 * Playwright's `test`, with a bank.
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
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & PlaywrightBankFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<PlaywrightBankFixtures>({
  bankOptions: [{}, { option: true }],
  bankServer: ['vostro', { option: true }],
  looseEnds: [{}, { option: true }],
  bankTrace: [{}, { option: true }],
  bank: [
    async ({ bankOptions, bankServer, looseEnds, bankTrace }, use, testInfo) => {
      refuseNames(Object.keys(testInfo.project.use))
      refuseSharedHook(testInfo)
      const bank = bankFor({ bankOptions, bankServer, looseEnds, bankTrace }, testOf(testInfo))
      if ((await breakForTest(portOf(bank), testOf(testInfo))) === false) testInfo.skip()
      begin(bank)
      await whileListening(bankServer, () => use(bank)).finally(() => end(bank))
      await endTest(testInfo, { bank, looseEnds, trace: bankTrace })
    },
    { auto: true },
  ],
  context: async ({ context, bank }, use) => {
    await routeFromBank(context, bank)
    await use(context)
    // If a page makes a request after the end of its test, this is no failure.
    await context.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)
  },
})

/** @throws {UsageError} if a name is a mistyped fixture, or is `bankTime`, which vostro does not have for Playwright */
export function refuseNames(names: readonly string[]): void {
  refuseMistyped(names)
  if (!names.includes('bankTime')) return
  throw new UsageError(
    `Failed to set the fixture "bankTime": pages, and an application in a process of its own, have their own time, which Playwright's kit cannot set. Move bank.clock in the test, and page.clock with it; leave bankTime out.`,
  )
}

/** In `beforeAll` and `afterAll`, which belong to no test, Playwright would make a bank that no test has. */
function refuseSharedHook(testInfo: TestInfo): void {
  const hook = (testInfo as { _currentHookType?(): string | undefined })._currentHookType?.()
  if (hook !== 'beforeAll' && hook !== 'afterAll') return
  throw new UsageError(
    `Failed to give a bank to ${hook}: each test has a bank of its own, and ${hook} belongs to no test. Use test.${hook.replace('All', 'Each')}, or createBank() and within(bank, () => …).`,
  )
}
