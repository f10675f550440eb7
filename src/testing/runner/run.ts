/** One run of a test with a bank: from the birth of the bank to the verdict, whatever the runner. */
import type { Bank } from '../../bank/bank.ts'
import { begin, end, within } from '../../bank/current/current-bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { breakForTest } from '../../bank/mutants/asked.ts'
import { beginTime } from '../../time/test-time.ts'
import { checkedLooseEnds } from '../matchers/loose-ends.ts'
import { storyOf } from '../story/story.ts'
import { endPassed, type Failure, reportTest, type ToldTest, tellFailure } from '../story/tell.ts'
import type { TestIdentity } from '../story/test-identity.ts'
import { traceSettingsFrom } from '../story/write-trace.ts'
import { type BankTestOptions, bankFor } from './bank-options.ts'
import { endsError } from './ends.ts'

export class BankRun {
  readonly bank: Bank
  /** Resolves when the bank is the mutant that is asked for, with whether the test is to run; undefined where none is. */
  readonly ready: Promise<boolean> | undefined
  readonly #told: ToldTest
  readonly #endTime: () => void
  /** Whether the verdict is known: what comes later is of no interest. */
  #isOver = false
  #isTold = false

  /** Where a test is expected to fail, nothing is told. */
  constructor(
    options: BankTestOptions,
    test: TestIdentity,
    readonly isExpectedToFail: boolean,
  ) {
    const { looseEnds = {}, trace = {}, time = 'real', ...bankOptions } = options
    checkedLooseEnds(looseEnds)
    traceSettingsFrom(trace)
    this.bank = bankFor(bankOptions, test)
    this.ready = breakForTest(internalsOf(this.bank).shell, test)
    // It is thrown when the test is played.
    this.ready?.catch(() => {})
    this.#told = { bank: this.bank, test, trace, looseEnds }
    this.#endTime = beginTime(this.bank, time)
    begin(this.bank)
  }

  /** Runs the test within its bank, and throws what it throws, with the story below; or what it left behind. */
  async play(act: () => unknown): Promise<void> {
    try {
      if (this.ready && !(await this.ready) && !this.isExpectedToFail) return
      await within(this.bank, async () => await act())
      this.#endTime()
      const problem = endsError(this.bank, this.#told.looseEnds)
      if (problem) throw problem
    } catch (error) {
      throw await this.told(error)
    } finally {
      this.#stop()
    }
    if (!this.#isOver) await endPassed(this.#told)
  }

  /** The failure with the story below its message; only the first is told. */
  async told(thrown: unknown): Promise<unknown> {
    if (this.#isTold || this.#isOver || this.isExpectedToFail) return thrown
    this.#isTold = true
    const failure = isFailure(thrown) ? thrown : new Error(String(thrown))
    await tellFailure(this.#told, failure)
    return failure
  }

  /** The story of the test until now, for a runner that waits for nothing more: the test took too long. */
  story(): string {
    reportTest(this.#told, 'The test took too long.')
    return storyOf(this.bank, '', this.#told.looseEnds)
  }

  /** The runner has its verdict. */
  close(): void {
    this.#isOver = true
    this.#stop()
  }

  #stop(): void {
    end(this.bank)
    this.#endTime()
  }
}

function isFailure(thrown: unknown): thrown is Failure {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown
}
