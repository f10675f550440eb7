/** One run of a test with a bank, in any runner, from the making of the bank to the verdict. Loose ends (things left open) fail a test. */
import type { Bank } from '../../bank/bank.ts'
import { begin, end, messagesOf, within } from '../../bank/current/current-bank.ts'
import { portOf } from '../../bank/port.ts'
import { UsageError } from '../../core/errors.ts'
import { breakForTest } from '../../suite/mutants/asked.ts'
import { brokenRules, type LooseEnds, leftBehind } from '../matchers/loose-ends.ts'
import { endSetUp } from '../matchers/verdict.ts'
import { unansweredOf } from '../msw/listen.ts'
import { storyOf } from '../story/story.ts'
import { type EndedTest, endPassed, type Failure, reportTest, shownOf, tellFailure } from '../story/tell-failure.ts'
import type { TestIdentity } from '../story/test-identity.ts'
import { type BankTestOptions, bankFor } from './bank-options.ts'
import { beginTime } from './test-time.ts'

export class BankRun {
  readonly bank: Bank
  /** If a mutant (a broken bank) was asked for: resolves when the bank is broken; the value is false if the test need not run. */
  readonly ready: Promise<boolean> | undefined
  readonly #ended: EndedTest
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
    this.#ended = { bank: this.bank, test, trace, looseEnds }
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
      const problem = looseEndsError(this.bank, this.#ended.looseEnds)
      if (problem) throw problem
    } catch (error) {
      throw await this.withStory(error)
    } finally {
      this.#stop()
    }
    if (!this.#isOver) await endPassed(this.#ended)
  }

  /** The failure with the story below its message. Only the first failure of a run has a story. */
  async withStory(thrown: unknown): Promise<unknown> {
    if (this.#hasStory || this.#isOver || this.isExpectedToFail) return thrown
    this.#hasStory = true
    const failure = isFailure(thrown) ? thrown : new Error(String(thrown))
    await tellFailure(this.#ended, failure)
    return failure
  }

  /** Reports that the test took too long, and returns the story so far. */
  storyOfTimeout(): string {
    const message = 'The test took too long.'
    reportTest(this.#ended, message)
    return storyOf(shownOf(this.#ended).bank, message, this.#ended.looseEnds)
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

/** An error with a line for each loose end that the test may not leave behind; undefined if there is none. */
export function looseEndsError(bank: Bank, allowed: LooseEnds, hasFailed = false): UsageError | undefined {
  // A failed test ended before it could deliver waiting pushes, or make the call that was to fail.
  const ofFailed = hasFailed ? { undelivered: true, unstruckFaults: true, unmetExpectations: true } : {}
  const ends = [
    ...messagesOf(bank),
    ...(allowed.unknownRequests ? [] : unansweredOf(bank)),
    ...leftBehind(bank, { ...allowed, ...ofFailed }).map(({ text }) => text),
    // The story of a failed test has its findings.
    ...(hasFailed ? [] : brokenRules(bank, allowed)),
  ]
  return ends.length === 0 ? undefined : new UsageError(ends.join('\n'))
}
