/** What happens when a test ends: loose ends (things left open, such as a waiting push) fail it, and the story goes below its message. */
import type { TestInfo } from '@playwright/test'
import { looseEndsError } from '../story/loose-ends.ts'
import { endPassed, type Failure, type TestedBank, tellFailure } from '../story/tell-failure.ts'
import { repeatable, type TestIdentity } from '../story/test-identity.ts'

/** @throws {UsageError} if a test that passed has loose ends */
export async function endTest(testInfo: TestInfo, tested: Omit<TestedBank, 'test'>): Promise<void> {
  const { status, expectedStatus } = testInfo
  const run = { ...tested, test: runOf(testInfo) }
  const tell = async (failure: Failure, ends: readonly string[] = []) => {
    const message = withoutColours(failure.message ?? '')
    const unsaid = ends.filter((each) => !message.includes(each))
    await attach(testInfo, await tellFailure(run, failure, [message, ...ends].join('\n'), unsaid))
  }
  if (status === 'passed') {
    const left = endsOf(tested, false)
    if (!left) return await attach(testInfo, await endPassed(run))
    await tell(left)
    throw left
  }
  if (status === expectedStatus || status === 'skipped' || status === 'interrupted') return
  // Playwright reports errors only after the fixtures have ended, so the story can still be added to the first message.
  const left = endsOf(tested, true)
  await tell(firstOf(testInfo), left ? [left.message] : [])
}

/** The loose ends of a test, or a defect inside a call. The error for loose ends has no frames: Playwright would show lines of vostro. */
function endsOf({ bank, looseEnds }: Omit<TestedBank, 'test'>, hasFailed: boolean): Error | undefined {
  try {
    const error = looseEndsError(bank, looseEnds, hasFailed)
    if (error) error.stack = String(error)
    return error
  } catch (error) {
    return error as Error
  }
}

/** The first error of a test. If the thrown value is no error, it gets a message. */
function firstOf({ errors }: TestInfo): Failure {
  const [first] = errors
  if (first === undefined) return {}
  if (first.message === undefined && first.value !== undefined) first.message = first.value
  return first as Failure
}

export function testOf({ titlePath, project }: TestInfo): TestIdentity {
  const [file = '', ...titles] = titlePath
  return repeatable('playwright', { file, name: [project.name, ...titles].filter(Boolean).join(' › ') })
}

/** The identity of a test with the number of the run in its name. A retry has a new worker, which does not know of earlier runs. */
function runOf(testInfo: TestInfo): TestIdentity {
  const test = testOf(testInfo)
  const { retry, repeatEachIndex } = testInfo
  return {
    ...test,
    name: `${test.name}${repeatEachIndex ? `, repeat ${repeatEachIndex}` : ''}${retry ? `, retry ${retry}` : ''}`,
  }
}

/** Shows the trace in the reports of Playwright. */
async function attach(testInfo: TestInfo, path: string | undefined): Promise<void> {
  if (path === undefined) return
  // The message names the file anyway, so a failed copy does not fail the test.
  await testInfo.attach('bank-trace', { path, contentType: 'text/html' }).catch(() => undefined)
}

function withoutColours(text: string): string {
  return text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
}
