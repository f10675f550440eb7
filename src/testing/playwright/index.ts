/** vostro for Playwright: a `test` with a fresh bank, matchers on banks, and pages whose requests the bank answers. */
import { expect as base, type Expect } from '@playwright/test'
import type { Bank } from '../../bank/bank.ts'
import { type BankMatchers, bankMatchers } from '../matchers/matchers.ts'
import type { Verdict } from '../matchers/verdict.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export type * from '../runner-types.ts'
export { type PlaywrightBankFixtures as BankFixtures, test, test as it } from './fixtures.ts'
export { routeFromBank } from './route-from-bank.ts'

type PlaywrightMatchers = {
  [Name in keyof BankMatchers]: (
    bank: Bank,
    ...given: Parameters<BankMatchers[Name]>
  ) => ReturnType<BankMatchers[Name]> extends Promise<void> ? Promise<Verdict> : Verdict
}

/** Playwright's `expect`, with the matchers on banks. */
export const expect: Expect<PlaywrightMatchers> = base.extend(bankMatchers) as never
