/** The end of a test: what it left behind fails it, and where it failed its message goes on with what happened in the bank. */
import type { TestInfo } from '@playwright/test'
import type { Bank } from '../../bank/bank.ts'
import { untoldOf } from '../../bank/current/running.ts'
import { UsageError } from '../../core/errors.ts'
import { type LooseEnds, looseEndsOf, looseEndsOfFailed } from '../matchers/loose-ends.ts'
import { unansweredOf } from '../msw/listen.ts'
import { type Failure, putBelow, tellFailure, traceOfPassed } from '../story/tell.ts'
import type { TestIdentity } from '../story/test-identity.ts'
import type { TraceSettings } from '../story/trace-settings.ts'

/** What the options of a test say of its end. */
export interface Ending {
  readonly looseEnds: LooseEnds
  readonly bankTrace: TraceSettings
}

/** @throws {UsageError} a test that passed has left something behind that it may not */
export async function endTest(bank: Bank, testInfo: TestInfo, { looseEnds, bankTrace }: Ending): Promise<void> {
  const { status, expectedStatus } = testInfo
  const tell = async (failure: Failure, ends: readonly string[] = []) => {
    const message = withoutColours(failure.message ?? '')
    const { text, tracePath } = await tellFailure(bank, runOf(testInfo), [message, ...ends].join('\n'), {
      trace: bankTrace,
      looseEnds,
    })
    await attach(testInfo, tracePath)
    putBelow(failure, [...ends.filter((each) => !message.includes(each)), text].filter(Boolean).join('\n\n'))
  }
  if (status === 'passed') {
    const left = thrownBy(() => endsOf(bank, looseEnds))
    if (!left) return await attach(testInfo, await traceOfPassed(bank, runOf(testInfo), bankTrace))
    await tell(left)
    throw left
  }
  if (status === expectedStatus || status === 'skipped' || status === 'interrupted') return
  // Playwright reports its errors when the fixtures have ended: what is said in the first of them stands on the first screen. A test
  // that broke off had no chance to deliver what waits.
  const left = thrownBy(() => endsOf(bank, { ...looseEnds, ...looseEndsOfFailed }))
  await tell(firstOf(testInfo), left ? [left.message] : [])
}

/** @throws {UsageError} with a line for each thing that was left behind */
function endsOf(bank: Bank, looseEnds: LooseEnds): void {
  const unanswered = looseEnds.unknownRequests ? [] : unansweredOf(bank)
  const ends = [...untoldOf(bank), ...unanswered, ...looseEndsOf(bank, looseEnds)]
  if (ends.length === 0) return
  const error = new UsageError(ends.join('\n'))
  // Where it was thrown says nothing of the test, and Playwright would show that place.
  error.stack = String(error)
  throw error
}

function thrownBy(act: () => void): Error | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** The first error of a test; what was thrown without being one gets a message. */
function firstOf({ errors }: TestInfo): Failure {
  const [first] = errors
  if (first === undefined) return {}
  if (first.message === undefined && first.value !== undefined) first.message = first.value
  return first as Failure
}

/** Which test it is. A worker that runs a test again starts anew, so its name says which run this is. */
export function testOf({ titlePath, project }: TestInfo): TestIdentity {
  const [file = '', ...titles] = titlePath
  return { file, name: [project.name, ...titles].filter(Boolean).join(' › ') }
}

function runOf(testInfo: TestInfo): TestIdentity {
  const { file, name } = testOf(testInfo)
  const { retry, repeatEachIndex } = testInfo
  return {
    file,
    name: `${name}${repeatEachIndex ? `, repeat ${repeatEachIndex}` : ''}${retry ? `, retry ${retry}` : ''}`,
  }
}

/** Shows the trace in the reports of Playwright. */
async function attach(testInfo: TestInfo, path: string | undefined): Promise<void> {
  if (path === undefined) return
  // The file is there, and the message names it: that it cannot be copied is no failure.
  await testInfo.attach('bank-trace', { path, contentType: 'text/html' }).catch(() => undefined)
}

/** What Playwright colours for a terminal, in plain text. */
function withoutColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
}
