/**
 * The bank of the running test. It follows the test through every promise and callback that the test started, so that tests
 * that run at the same time, with the same addresses, each have their own. The only room that imports a Node module.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bank } from '../../bank.ts'
import { UsageError } from '../../core/errors.ts'
import { internalsOf } from '../../http/bank-internals.ts'

// Under a registered symbol, so that the ESM and the CommonJS form of the package know the same bank.
const KEY = Symbol.for('vostro.currentBank')
const shared = globalThis as { [KEY]?: AsyncLocalStorage<Bank> }
shared[KEY] ??= new AsyncLocalStorage<Bank>()
const storage = shared[KEY]

/**
 * The bank of the test that is running: give it to MSW once, and each test is answered by its own bank.
 *
 * @throws {UsageError} where no test with a bank is running, in a hook say
 * @example
 * ```ts
 * const server = setupServer(...bankHandlers(currentBank))
 * ```
 */
export function currentBank(): Bank {
  const bank = storage.getStore()
  if (bank) return bank
  throw new UsageError(
    'Failed to find the bank of the running test: this was called outside of any test that has one. Call it inside the test, or wrap it: within(bank, () => …). (§1)',
  )
}

/**
 * Runs something as a part of a test with this bank: in a hook, or in a callback of a pool that another test began.
 *
 * @param bank - the bank that answers what `run` asks
 * @returns what `run` returns
 * @example
 * ```ts
 * within(bank, () => currentBank() === bank) // true
 * ```
 */
export function within<Result>(bank: Bank, run: () => Result): Result {
  internalsOf(bank)
  return storage.run(bank, run)
}
