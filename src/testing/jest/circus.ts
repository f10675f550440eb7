/**
 * jest-circus, the runner of jest, keeps a list of event handlers under a registered symbol. The handler here makes the bank before the
 * hooks of a test, and adds the story to every failure, also to time-outs and failed hooks. In other runners the bank is made when the
 * test's function begins, and only errors of that function get a story.
 */
import { attempt } from '../../core/kernel/attempt.ts'
import type { RunWithoutFixtures } from '../runner/run-without-fixtures.ts'

interface CircusTest {
  readonly concurrent: boolean
  /** The errors of the test: each is what was thrown, or a pair of what was thrown and an error with a stack. */
  readonly errors: unknown[]
}
interface CircusEvent {
  readonly name: string
  readonly test?: CircusTest
}
interface CircusState {
  readonly currentDescribeBlock: { readonly children: readonly object[] }
}
type Handler = (event: CircusEvent, state: CircusState) => Promise<void> | void

const handlers = (globalThis as { [name: symbol]: Handler[] | undefined })[Symbol.for('EVENT_HANDLERS')]

/** For each test, the function that begins its run. */
const beginnings = new WeakMap<object, () => RunWithoutFixtures>()
let declaring: (() => RunWithoutFixtures) | undefined
let running: RunWithoutFixtures | undefined
let runningTest: CircusTest | undefined

export function declareTest(declare: () => unknown, begin: () => RunWithoutFixtures): void {
  declaring = begin
  try {
    declare()
  } finally {
    declaring = undefined
  }
}

/** The run of the present test. Undefined in a concurrent test and in other runners: there the test's function begins the run. */
export function begunTest(): RunWithoutFixtures | undefined {
  return running
}

handlers?.push((event, state) => {
  if (event.name === 'add_test' && declaring) {
    const added = state.currentDescribeBlock.children.at(-1)
    if (added) beginnings.set(added, declaring)
  }
  if (event.name === 'test_started' && event.test && !event.test.concurrent) {
    const { test } = event
    // If the options cannot be used, there is no run. The test itself reports this when it begins.
    running = attempt(() => beginnings.get(test)?.())
    runningTest = test
    if (running?.ready) return running.ready.then(() => {}).catch(() => {})
  }
  return event.name === 'test_done' && event.test ? finish(event.test) : undefined
})

// In ESM, jest lets code load modules only within a test and its hooks. The code that makes the page of a trace is loaded on demand. So if
// the test has failed by then, `afterEach` adds the story.
if (handlers) {
  const { afterEach } = globalThis as { afterEach?: (hook: () => Promise<void>) => void }
  afterEach?.(async () => {
    if (running && runningTest && runningTest.errors.length > 0) await tell(running, runningTest.errors)
  })
}

async function finish(test: CircusTest): Promise<void> {
  const run = running
  if (!run || !beginnings.has(test)) return
  running = undefined
  runningTest = undefined
  if (test.errors.length > 0) await tell(run, test.errors)
  run.close()
}

/** Puts the story below the message of the first failure. */
async function tell(run: RunWithoutFixtures, errors: unknown[]): Promise<void> {
  const [first] = errors
  const [thrown, place] = (Array.isArray(first) ? first : [first]) as [thrown: unknown, place?: Error]
  if (thrown instanceof Error || place === undefined) {
    const shown = await run.withStory(thrown)
    if (shown !== thrown) errors[0] = [shown, place]
    return
  }
  // jest throws a time-out as a text, and would print the text and the whole story in quotes. So an error takes its place.
  const error = new Error(`thrown: "${thrown}"`)
  if (place.stack)
    error.stack = [`Error: ${error.message}`, ...place.stack.split(/\n(?=[ \t]+at )/).slice(1)].join('\n')
  errors[0] = [await run.withStory(error), place]
}
