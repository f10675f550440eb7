/** What a test says of its bank, checked: the options of the bank, with a seed that may be the test's own, and what may be left behind. */
import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/create-bank.ts'
import type { BankOptions } from '../../bank/shell/state/options.ts'
import type { TestTime } from '../../time/test-time.ts'
import type { LooseEnds } from '../matchers/loose-ends.ts'
import { seedOf, type TestIdentity } from '../story/test-identity.ts'
import type { TraceSettings } from '../story/trace-settings.ts'

/** The options of a bank that is made for a test. */
export interface TestBankOptions extends Omit<BankOptions, 'seed'> {
  /**
   * Any safe integer at least 0; same seed, same ids. By default 1. `test` makes it of the test's file and full name: ids differ from
   * test to test, for a database that outlives a test, and are the same on every machine.
   */
  seed?: number | 'test' | undefined
}

/** The options of a bank that is made for a test, what the test may leave behind, and when its trace is written. */
export interface BankTestOptions extends TestBankOptions {
  /** What the test may leave behind without failing. */
  looseEnds?: LooseEnds | undefined
  /** Whose time the code under test sees: `'real'`, the machine's, by default; or `'bank'`, as `followClock` of `vostro/time` gives it. */
  time?: TestTime | undefined
  /** When the trace of the bank is written, and where. */
  trace?: TraceSettings | undefined
}

/** A bank for a test. */
export function bankFor(options: TestBankOptions, test: TestIdentity): Bank {
  if (options?.seed !== 'test') return createBank(options as BankOptions)
  return createBank({ ...options, seed: seedOf(test) })
}
