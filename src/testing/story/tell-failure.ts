/** Puts the story of a failed test (what happened in the bank, and where its trace is) below its message. The message stays as it was. */
import type { Bank } from '../../bank/bank.ts'
import { portOf } from '../../bank/port.ts'
import { addToReport, reportedConduct } from '../../bank/reports/report.ts'
import {
  removeOldTraces,
  type TraceSettings,
  traceSettingsFrom,
  type WrittenTrace,
  writeTrace,
} from '../../bank/reports/trace/write-trace.ts'
import { lineIn } from '../../bank/shell/host/stack.ts'
import { writeMet } from '../../suite/coverage/write-met.ts'
import type { LooseEnds } from './loose-ends.ts'
import { storyOf } from './story.ts'
import type { TestIdentity } from './test-identity.ts'
import { usedBanks } from './used-banks.ts'

export interface TestedBank {
  readonly bank: Bank
  readonly test: TestIdentity
  readonly trace: TraceSettings
  readonly looseEnds: LooseEnds
}

/**
 * Puts the story below the message, and writes the trace if the options say so.
 *
 * @param known - text that the reader sees anyway, so that the story does not repeat it
 * @param ends - paragraphs to put before the story
 * @returns the path of the trace; undefined if none was written
 */
export async function tellFailure(
  tested: TestedBank,
  failure: Failure,
  known = failure.message ?? '',
  ends: readonly string[] = [],
): Promise<string | undefined> {
  const { test, trace, looseEnds } = tested
  const { when, folder } = traceSettingsFrom(trace)
  const { bank, title, which } = shownOf(tested)
  writeMet(portsOf(tested), test, known)
  // The story is made first, because it must not tell of the making of the trace.
  const story = storyOf(bank, known, looseEnds, failure)
  const options = { title, problem: known, ...placeOf(test, failure) }
  const { path, line }: WrittenTrace =
    when === 'off' ? { line: '' } : await writeTrace(() => bank.trace(options), test, folder)
  putBelow(failure, [...ends, which, story, line].filter((paragraph) => paragraph !== '').join('\n\n'))
  reportTest(tested, known, path)
  return path
}

/** The bank that the story and the trace of a test show: the one that the test used last. `which` says so if there are others. */
export function shownOf({ bank: own, test: { name } }: TestedBank) {
  const banks = usedBanks(own)
  const bank = banks.at(-1) ?? own
  if (banks.length === 1) return { bank, title: name, which: '' }
  const which = `The test used ${banks.length} banks. This is the one in use last, with seed ${bank.world.settings.seed}.`
  return { bank, title: `${name} (the last of ${banks.length} banks)`, which }
}

const portsOf = ({ bank }: TestedBank) => [...new Set([bank, ...usedBanks(bank)])].map(portOf)

/** The file of the test, with the line of it that failed. */
function placeOf({ file }: TestIdentity, { stack }: Failure): { place?: string } {
  const line = file === '' ? undefined : lineIn(stack, file)?.split(':').at(-1)
  return file === '' ? {} : { place: line === undefined ? file : `${file}:${line}` }
}

/** Ends a test that passed. Writes its trace if `when` is `all`; if it is `failed`, removes the trace of an earlier failure. */
export async function endPassed(tested: TestedBank): Promise<string | undefined> {
  const { when, folder } = traceSettingsFrom(tested.trace)
  if (when === 'failed') removeOldTraces(tested.test, folder)
  const { file } = tested.test
  const { bank, title } = shownOf(tested)
  const make = () => bank.trace({ title, ...(file === '' ? {} : { place: file }) })
  const path = when === 'all' ? (await writeTrace(make, tested.test, folder)).path : undefined
  writeMet(portsOf(tested), tested.test)
  reportTest(tested, null, path)
  return path
}

/** Adds the line of a test to the report. If `message` is null, the test passed. */
export function reportTest({ bank, test }: TestedBank, message: string | null, trace?: string): void {
  const { file, name, repeat = null } = test
  addToReport(() => ({
    kind: 'test',
    test: { file, name },
    outcome: message === null ? 'passed' : 'failed',
    message,
    trace: trace ?? null,
    findings: usedBanks(bank).flatMap((each) => reportedConduct(each, repeat)),
  }))
}

/** An error as a runner has it. The runner may have turned it into plain data. */
export interface Failure {
  message?: string
  stack?: string | undefined
}

/** Puts a text below the message of an error. Some runners print the stack instead, so the text goes there, too. Diff and frames stay. */
export function putBelow(error: Failure, text: string): void {
  if (text === '') return
  const before = error.message ?? ''
  const after = `${before}\n\n${text}\n`
  try {
    if (typeof error.stack === 'string') error.stack = withHead(error.stack, before, after)
    error.message = after
  } catch {
    // If the error is frozen, the runner prints it as it is.
  }
}

/** A stack with another message in its head. The head of a stack is everything before its first frame. */
function withHead(stack: string, before: string, after: string): string {
  if (before !== '' && stack.includes(before)) return stack.replace(before, () => after)
  const frame = stack.search(/\n[ \t]+at /)
  const head = frame < 0 ? stack : stack.slice(0, frame)
  return `${head}${after.slice(before.length)}${frame < 0 ? '' : stack.slice(frame)}`
}
