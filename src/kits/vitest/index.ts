/** vostro for vitest: a `test` with a fresh bank, matchers on banks, and isolation of tests that run at the same time. */
import { expect } from 'vitest'
import { listenWith } from '../listening/listen.ts'
import { nodeServer } from '../listening/node-server.ts'
import { type BankMatchers, bankMatchers } from '../matchers/index.ts'

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
export type { TestBankOptions } from '../test/bank-options.ts'
export type { TestTime } from '../time/test-time.ts'
export { type BankFixtures, type BankTrace, test, test as it } from './bank-test.ts'
export { expect }

listenWith(nodeServer)
expect.extend(bankMatchers)

declare global {
  namespace Chai {
    interface Assertion extends BankMatchers {}
  }
}
declare module 'vitest' {
  interface AsymmetricMatchersContaining extends Omit<BankMatchers<unknown>, 'toMoveMoney'> {}
}
