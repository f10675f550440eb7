/** One run of a test in jest or a runner of `bankTestWith`, from its bank to the verdict. In vitest and Playwright, fixtures do this. */
import type { Bank } from '../../bank/bank.ts'
import { begin, end, within } from '../../bank/current/current-bank.ts'
import { portOf } from '../../bank/port.ts'
import { breakForTest } from '../../suite/mutants/asked.ts'
import { endSetUp } from '../story/last-facts.ts'
import { looseEndsError } from '../story/loose-ends.ts'
import { storyOf } from '../story/story.ts'
import { endPassed, type Failure, reportTest, shownOf, type TestedBank, tellFailure } from '../story/tell-failure.ts'
import type { TestIdentity } from '../story/test-identity.ts'
import { type BankTestOptions, bankFor } from './bank-options.ts'
import { beginTime } from './test-time.ts'

export class RunWithoutFixtures {
  readonly bank: Bank
  /** If a mutant (a broken bank) was asked for: resolves when the bank is broken; the value is false if the test need not run. */
  readonly ready: Promise<boolean> | undefined
  readonly #tested: TestedBank
  readonly #endTime: () => void
  /** Whether the runner has its verdict. Failures after that get no story. */
  #isOver = false
  #hasStory = false

  /** A test that is expected to fail gets no story. */
  constructor(
    options: BankTestOptions,
    test: TestIdentity,
    readonly isExpectedToFail: boolean,
  ) {
    const { looseEnds = {}, trace = {}, time = 'real', ...bankOptions } = options
    this.bank = bankFor({ bankOptions, looseEnds, bankTrace: trace }, test)
    this.ready = breakForTest(portOf(this.bank), test)
    // If `ready` rejects, `play` throws the error. Until then the rejection must not count as unhandled.
    this.ready?.catch(() => {})
    this.#tested = { bank: this.bank, test, trace, looseEnds }
    this.#endTime = beginTime(this.bank, time)
    begin(this.bank)
  }

  /** Runs the test within its bank. Throws the error of the test, or else an error about its loose ends, with the story below. */
  async play(act: () => unknown): Promise<void> {
    try {
      if (this.ready && !(await this.ready) && !this.isExpectedToFail) return
      endSetUp(this.bank)
      await within(this.bank, async () => await act())
      this.#endTime()
      const problem = looseEndsError(this.bank, this.#tested.looseEnds)
      if (problem) throw problem
    } catch (error) {
      throw await this.withStory(error)
    } finally {
      this.#stop()
    }
    if (!this.#isOver) await endPassed(this.#tested)
  }

  /** The failure with the story below its message. Only the first failure of a run has a story. */
  async withStory(thrown: unknown): Promise<unknown> {
    if (this.#hasStory || this.#isOver || this.isExpectedToFail) return thrown
    this.#hasStory = true
    const failure = isFailure(thrown) ? thrown : new Error(String(thrown))
    await tellFailure(this.#tested, failure)
    return failure
  }

  /** Reports that the test took too long, and returns the story so far. */
  storyOfTimeout(): string {
    const message = 'The test took too long.'
    reportTest(this.#tested, message)
    return storyOf(shownOf(this.#tested).bank, message, this.#tested.looseEnds)
  }

  /** Ends the run, because the runner has its verdict. */
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
