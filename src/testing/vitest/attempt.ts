/**
 * A failed test of vitest, and its story below the first message. When vitest reports a failure (also a time-out, a failed hook or loose
 * ends), it has already turned the error into plain data.
 */
import { recordArtifact, type TestContext } from 'vitest'
import { endPassed, type Failure, type TestedBank, tellFailure } from '../story/tell-failure.ts'
import { repeatable, type TestIdentity } from '../story/test-identity.ts'

type Task = TestContext['task']

/** The identity of a test: its file, relative to the root of the project, and its name with those of the groups around it. */
export function identityOf(task: Task): TestIdentity {
  const names: string[] = []
  for (let at: { name: string; suite?: { name: string } | undefined } | undefined = task; at; at = at.suite)
    names.unshift(at.name)
  return repeatable('vitest', { file: task.file.name, name: names.filter((name) => name !== '').join(' > ') })
}

/** One attempt at a test. vitest may try a failed test again. */
export class Attempt {
  readonly #task: Task
  readonly tested: TestedBank
  /** How many errors earlier attempts at the test had. */
  readonly #before: number
  #hasStory = false

  constructor(task: Task, tested: Omit<TestedBank, 'test'>) {
    // A test in several projects has a trace in each, so the project is part of the file.
    const { file, ...identity } = identityOf(task)
    const { projectName } = task.file
    this.#task = task
    this.tested = { ...tested, test: { ...identity, file: projectName ? `${projectName}/${file}` : file } }
    this.#before = task.result?.errors?.length ?? 0
  }

  get hasFailed(): boolean {
    return this.#task.result?.state === 'fail'
  }

  /** Ends the attempt. @throws the error about the loose ends of a test that had passed */
  async end(looseEnds: Error | undefined): Promise<void> {
    if (!this.hasFailed && !looseEnds) return await record(this.#task, await endPassed(this.tested))
    await this.tell(looseEnds)
    if (looseEnds && !this.hasFailed) throw looseEnds
  }

  /** Adds the story to the first failure of this attempt, below loose ends. If vitest knows of no failure yet, these are the failure. */
  async tell(looseEnds?: Error): Promise<void> {
    // A test that is expected to fail gets no story.
    if (this.#hasStory || this.#task.fails) return
    this.#hasStory = true
    const failure: Failure | undefined = this.#task.result?.errors?.[this.#before] ?? looseEnds
    if (!failure) return
    const paragraphs = looseEnds && failure !== looseEnds ? [looseEnds.message] : []
    const message = [failure.message ?? '', ...paragraphs].join('\n')
    await record(this.#task, await tellFailure(this.tested, failure, message, paragraphs))
  }
}

/** Records the trace as an artifact of the test, for reporters. */
async function record(task: Task, path: string | undefined): Promise<void> {
  if (path === undefined) return
  // The message names the trace already, so nothing is lost if the runner cannot record it.
  await recordArtifact(task, { type: 'vostro:trace', path } as never).catch(() => {})
}
