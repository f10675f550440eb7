/**
 * Finds the bank of the running test, in every promise and callback that the test started. So concurrent tests may use the same addresses.
 * A call that goes through a hook or a pool may lose its async context. It then belongs to the only running test. If several tests are
 * running, the call fails, and each of these tests gets a message when it ends, because the call may have come from that test.
 */
import { UsageError } from '../../core/errors.ts'
import type { Bank } from '../bank.ts'
import { portOf } from '../port.ts'
import { contextOf } from '../shell/host/context.ts'

/** Where code runs: within the test with this bank. A test begins before its bank is made. */
export interface TestPlace {
  bank?: Bank
}

/** In a browser the context is lost at the first `await`; from then on `currentBank()` returns the bank of the only running test. */
const place = contextOf<TestPlace>('currentBank')

/**
 * Returns the bank of the running test. Pass this function to MSW once, and each test is answered by its own bank. A call from outside of
 * all tests, for example from a hook or a pool, belongs to the running test if only one test with a bank is running.
 *
 * @throws {UsageError} if no test with a bank is running; if several are running, and the call comes from none of them; or if the
 *   call comes from code of a test that has ended
 * @example
 * ```ts
 * const server = setupServer(...bankHandlers(currentBank))
 * ```
 */
export function currentBank(): Bank {
  const bank = place.current?.bank
  if (bank && !isOutlived(bank)) return bank
  if (bank) throw outlived()
  const [only, ...others] = banksOfRunningTests()
  if (only && others.length === 0) return only
  throw new UsageError(
    only
      ? `Failed to find the bank of the running test: ${others.length + 1} tests with a bank are running, and this was called outside of them all, by a pool, an emitter or a hook that they share. Call it inside the test, or wrap it in within(bank, () => …), or run these tests one after the other. (§1)`
      : 'Failed to find the bank of the running test: this was called outside of any test that has one. Call it inside the test, or wrap it: within(bank, () => …). (§1)',
  )
}

/** The error for a call by code of a test that has ended: for example, by a pool that this test created. Such late calls are harmless, so no test fails with this error. */
function outlived(): UsageError {
  const error = new UsageError(
    'Failed to find the bank of the running test: this was called by code of a test, or of a run of explore, that has ended, such as a pool, a worker or a late timer. Create the pool in each test, or before all of them, or wrap the call: within(bank, () => …). (§1)',
  )
  ofEnded.add(error)
  return error
}

/**
 * Runs a function as a part of the test with this bank, for example in a hook, or in a callback of a pool that another test started.
 *
 * @param bank - the bank that `currentBank()` returns inside `run`
 * @returns what `run` returns
 * @example
 * ```ts
 * within(bank, () => currentBank() === bank) // true
 * ```
 */
export function within<Result>(bank: Bank, run: () => Result): Result {
  portOf(bank)
  if (typeof run === 'function') return place.run({ bank }, run)
  throw new UsageError(
    `Failed to run within a bank: the second argument must be a function, and is of type ${typeof run}. Write within(bank, () => …). (§1)`,
  )
}

const none = {
  banks: new Set<Bank>(),
  /** The banks of runs of `explore`, which are also in `banks`. */
  runs: new Set<Bank>(),
  /** The messages about calls whose test is unknown, by the bank of each test that was running at the time. */
  messages: new WeakMap<Bank, string[]>(),
  ended: new WeakSet<Bank>(),
  /** For the bank of a test: what is told of each bank that the test makes itself. */
  makings: new WeakMap<Bank, (made: Bank) => void>(),
}

// The symbol is registered, so that the ESM and the CommonJS form of the package know the same tests.
const KEY = Symbol.for('vostro.running')
const shared = globalThis as { [KEY]?: typeof none }
shared[KEY] ??= none
const running = shared[KEY]

export function begin(bank: Bank): void {
  running.banks.add(bank)
  running.ended.delete(bank)
}

export function end(bank: Bank): void {
  running.banks.delete(bank)
  running.runs.delete(bank)
  running.ended.add(bank)
}

/** Runs a part of a run of `explore`: its calls reach this bank, until `end`. */
export function beginRun<Result>(bank: Bank, run: () => Result): Result {
  begin(bank)
  running.runs.add(bank)
  return place.run({ bank }, run)
}

/** Runs a whole test, with its hooks and fixtures, as code of the bank that `beginTest` will name. */
export function withinTest<Result>(test: TestPlace, run: () => Result): Result {
  return place.current ? run() : place.run(test, run)
}

/** Makes this the bank of the test around the caller. */
export function beginTest(bank: Bank): void {
  if (place.current) place.current.bank = bank
}

export function onMade(bank: Bank, tell: (made: Bank) => void): void {
  running.makings.set(bank, tell)
}

/** Tells the kit of the test around the caller that this test has made a bank. */
export function tellMade(made: Bank): void {
  const bank = place.current?.bank
  if (bank) running.makings.get(bank)?.(made)
}

function isOutlived(bank: Bank): boolean {
  return running.ended.has(bank) && running.banks.size > 0
}

export function banksOfRunningTests(): Bank[] {
  return [...running.banks]
}

/** True if no running test need fail with the error. In a run of `explore`, the call may be one that the run needs. */
export function isOfEndedTest(error: unknown): boolean {
  return ofEnded.has(error as object) && running.runs.size === 0
}

const ofEnded = new WeakSet<object>()

/** Keeps the message for every running test, because a call whose test is unknown may belong to any of them. */
export function tellRunningTests(message: string): void {
  for (const bank of running.banks) {
    const messages = messagesOf(bank)
    if (!messages.includes(message)) running.messages.set(bank, [...messages, message])
  }
}

export function messagesOf(bank: Bank): readonly string[] {
  return running.messages.get(bank) ?? []
}
