/**
 * The tests with a bank that are running in this process. A call may lose its async context on the way, through a
 * hook or a pool. Where one test runs, the call belongs to that one. Where several run, its test is unknown, and each of them gets a
 * message at its end: a call of one of them was not done.
 */
import type { Bank } from '../bank.ts'

interface Running {
  readonly banks: Set<Bank>
  /** The messages about calls whose test is unknown, by the bank of each test that ran then. */
  readonly messages: WeakMap<Bank, string[]>
  /** Of tests that have ended. */
  readonly ended: WeakSet<Bank>
}

// Under a registered symbol, so that the ESM and the CommonJS form of the package know the same tests.
const KEY = Symbol.for('vostro.running')
const shared = globalThis as { [KEY]?: Running }
shared[KEY] ??= { banks: new Set(), messages: new WeakMap(), ended: new WeakSet() }
const running = shared[KEY]

/** A test with this bank runs from now on. */
export function begin(bank: Bank): void {
  running.banks.add(bank)
  running.ended.delete(bank)
}

/** The test with this bank has ended; a second call does nothing. */
export function end(bank: Bank): void {
  running.banks.delete(bank)
  running.ended.add(bank)
}

/** Whether the test with this bank has ended, and another one is running. */
export function isOutlived(bank: Bank): boolean {
  return running.ended.has(bank) && running.banks.size > 0
}

export function banksOfRunningTests(): Bank[] {
  return [...running.banks]
}

/** Whether an error comes from a test that has ended: no running test is to fail with it. */
export function isOfEndedTest(error: unknown): boolean {
  return ofEnded.has(error as object)
}

const ofEnded = new WeakSet<object>()

/** Marks an error as one of a test that has ended. */
export function ofEndedTest<Failure extends Error>(error: Failure): Failure {
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

/** The messages about calls that were lost while the test with this bank ran. */
export function messagesOf(bank: Bank): readonly string[] {
  return running.messages.get(bank) ?? []
}
