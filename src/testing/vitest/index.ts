/** vostro for vitest: a `test` with a fresh bank, matchers on banks, and separate banks for tests that run at the same time. */
import { expect } from 'vitest'
import { type BankMatchers, bankMatchers } from '../matchers/matchers.ts'
import { chooseListener } from '../msw/listen.ts'
import { nodeServer } from '../msw/node-server.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export type * from '../runner-types.ts'
export { type BankFixtures, test, test as it } from './fixtures.ts'
export { expect }

chooseListener(nodeServer)
expect.extend(bankMatchers)

declare global {
  namespace Chai {
    interface Assertion extends BankMatchers {}
  }
}
declare module 'vitest' {
  interface AsymmetricMatchersContaining extends Omit<BankMatchers<unknown>, 'toMoveMoney'> {}
}
