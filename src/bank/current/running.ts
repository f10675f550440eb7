/**
 * The tests with a bank that are running in this process. Where one alone runs, a call that lost its test on the way, through a hook
 * or a pool, can only be of that one. Where several run nobody can tell, and each of them is told so at its end: whichever it was,
 * something of it was not done.
 */
import type { Bank } from '../bank.ts'

interface Running {
  readonly banks: Set<Bank>
  /** What could not be told while a test ran, by its bank. */
  readonly untold: WeakMap<Bank, string[]>
  /** Of tests that have ended. */
  readonly ended: WeakSet<Bank>
}

// Under a registered symbol, so that the ESM and the CommonJS form of the package know the same tests.
const KEY = Symbol.for('vostro.running')
const shared = globalThis as { [KEY]?: Running }
shared[KEY] ??= { banks: new Set(), untold: new WeakMap(), ended: new WeakSet() }
const running = shared[KEY]

/** A test with this bank runs from now on. */
export function begin(bank: Bank): void {
  running.banks.add(bank)
  running.ended.delete(bank)
}

/** The test with this bank has ended; saying so twice is no harm. */
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

/** Whether nobody is told of an error: what an ended test left behind is of none that is running. */
export function isOfEndedTest(error: unknown): boolean {
  return ofEnded.has(error as object)
}

const ofEnded = new WeakSet<object>()

/** Marks an error as one of a test that has ended. */
export function ofEndedTest<Failure extends Error>(error: Failure): Failure {
  ofEnded.add(error)
  return error
}

/** Something was lost, and it may have been of any test that is running now. */
export function tellRunningTests(message: string): void {
  for (const bank of running.banks) {
    const told = running.untold.get(bank) ?? []
    if (!told.includes(message)) running.untold.set(bank, [...told, message])
  }
}

/** What was lost while the test with this bank ran, as nobody could tell whose it was. */
export function untoldOf(bank: Bank): readonly string[] {
  return running.untold.get(bank) ?? []
}
