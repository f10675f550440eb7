/**
 * The bank of the running test. It follows the test through every promise and callback that the test started, so that tests that run at the
 * same time, with the same addresses, each have their own bank. A call may lose its async context on the way, through a hook or a pool.
 * Where one test runs, the call belongs to that test. Where several run, its test is unknown, and each gets a message at its end: a call
 * that may be its own was not done.
 */
import { UsageError } from '../../core/errors.ts'
import type { Bank } from '../bank.ts'
import { internalsOf } from '../http/bank-internals.ts'
import { contextOf } from '../shell/state/context.ts'

/** In a browser the context is lost at the first `await`; from then on the bank is that of the only running test. */
const testBank = contextOf<Bank>('currentBank')

/**
 * The bank of the test that is running: give it to MSW once, and each test is answered by its own bank. A call from outside of all tests,
 * from a hook or a pool say, belongs to the only running test with a bank.
 *
 * @throws {UsageError} where no test with a bank is running, or several are and the call comes from none of them; where code that an
 *   earlier test started makes the call, and another test is running
 * @example
 * ```ts
 * const server = setupServer(...bankHandlers(currentBank))
 * ```
 */
export function currentBank(): Bank {
  const bank = testBank.current
  if (bank && !isOutlived(bank)) return bank
  if (bank) throw outlived()
  const [only, ...others] = banksOfRunningTests()
  if (only && others.length === 0) return only
  throw new UsageError(
    only
      ? `Failed to find the bank of the running test: ${others.length + 1} tests with a bank are running, and this was called outside of them all, by a pool, an emitter or a hook that they share. Call it inside the test, wrap it: within(bank, () => …), or run these tests one after the other. (§1)`
      : 'Failed to find the bank of the running test: this was called outside of any test that has one. Call it inside the test, or wrap it: within(bank, () => …). (§1)',
  )
}

/** A pool that an earlier test started keeps that test's context. Its late timers are harmless, so no test fails by this error. */
function outlived(): UsageError {
  return ofEndedTest(
    new UsageError(
      'Failed to find the bank of the running test: this was called by code that an earlier test started, which has ended: a pool, a worker or a late timer. Create the pool in each test, or before all of them, or wrap the call: within(bank, () => …). (§1)',
    ),
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
  if (typeof run === 'function') return testBank.run(bank, run)
  throw new UsageError(
    `Failed to run within a bank: the second argument must be a function, and is of type ${typeof run}. Write within(bank, () => …). (§1)`,
  )
}

const none = {
  banks: new Set<Bank>(),
  /** The messages about calls whose test is unknown, by the bank of each test that ran then. */
  messages: new WeakMap<Bank, string[]>(),
  ended: new WeakSet<Bank>(),
}

// Under a registered symbol, so that the ESM and the CommonJS form of the package know the same tests.
const KEY = Symbol.for('vostro.running')
const shared = globalThis as { [KEY]?: typeof none }
shared[KEY] ??= none
const running = shared[KEY]

export function begin(bank: Bank): void {
  running.banks.add(bank)
  running.ended.delete(bank)
}

/** The test with this bank has ended; a second call does nothing. */
export function end(bank: Bank): void {
  running.banks.delete(bank)
  running.ended.add(bank)
}

function isOutlived(bank: Bank): boolean {
  return running.ended.has(bank) && running.banks.size > 0
}

export function banksOfRunningTests(): Bank[] {
  return [...running.banks]
}

/** Whether an error comes from a test that has ended: no running test may fail with it. */
export function isOfEndedTest(error: unknown): boolean {
  return ofEnded.has(error as object)
}

const ofEnded = new WeakSet<object>()

function ofEndedTest<Failure extends Error>(error: Failure): Failure {
  ofEnded.add(error)
  return error
}

/** Keeps a message for every running test: a call was lost that may belong to any of them. */
export function tellRunningTests(message: string): void {
  for (const bank of running.banks) {
    const messages = messagesOf(bank)
    if (!messages.includes(message)) running.messages.set(bank, [...messages, message])
  }
}

export function messagesOf(bank: Bank): readonly string[] {
  return running.messages.get(bank) ?? []
}
