/** Writes the trace of a test into a folder. If it cannot be written, a line of text says so, but this is never a second failure. */

import { checkedOptions, isOneOf, type OptionRules, rule } from '../../../contract/options.ts'
import { messageOf, UsageError } from '../../../core/errors.ts'
import { attempt } from '../../../core/kernel/attempt.ts'
import { hashText, hex32 } from '../../../core/kernel/identity.ts'
import { environment, nodeModule } from '../../shell/host/platform.ts'
import { makeFolder } from '../append-line.ts'
import { writeIndex } from './trace-index.ts'

/** When a test writes the trace of its bank, and where. */
export interface TraceSettings {
  /** `failed`, the default: when the test failed; `all`: for each test; `off`: never. The variable `VOSTRO_TRACE` overrides it. */
  when?: 'off' | 'failed' | 'all' | undefined
  /** The folder, relative to the working directory; by default `.vostro`. The environment variable `VOSTRO_TRACE_FOLDER` overrides it. */
  folder?: string | undefined
}

const whens = ['off', 'failed', 'all'] as const
const rules: OptionRules<TraceSettings> = {
  when: isOneOf(whens),
  folder: rule((value) => typeof value === 'string' && value !== '', 'must be the path of a folder'),
}

/** @throws {UsageError} if a value cannot be used */
export function traceSettingsFrom(given: TraceSettings = {}): { when: 'off' | 'failed' | 'all'; folder: string } {
  checkedOptions(given, rules, { failed: 'Failed to set up the trace', advice: "Write { when: 'failed' }." })
  const { when = 'failed', folder = '.vostro' } = given
  const whenSaid = environment('VOSTRO_TRACE')
  if (whenSaid && !whens.some((each) => each === whenSaid)) {
    throw new UsageError(
      `Failed to set up the trace: VOSTRO_TRACE is "${whenSaid}", but must be "off", "failed" or "all".`,
    )
  }
  return {
    when: (whenSaid as TraceSettings['when']) || when,
    folder: environment('VOSTRO_TRACE_FOLDER') || folder,
  }
}

export interface TracedTest {
  /** Its file, in the short form that the runner shows; an empty text if the runner does not tell it. */
  readonly file: string
  /** Its full name, which begins with the names of the groups around it. */
  readonly name: string
}

/** The path of a trace, if the trace was written, and a line for the reader. In a browser, which has no files, the line is empty. */
export interface WrittenTrace {
  /** The absolute path. */
  readonly path?: string
  readonly line: string
}

/** How often a test with this name ended in this process: tests may have equal names, and a runner may try a test again. */
const ended = new Map<string, number>()

function endOnce(name: string): number {
  const times = (ended.get(name) ?? 0) + 1
  ended.set(name, times)
  return times
}

const fileOf = (name: string, times: number) => `${name}${times === 1 ? '' : `-${times}`}.html`

/** Writes the page that `make` returns into the folder, and lists it in the index of the folder. */
export async function writeTrace(make: () => Promise<string>, test: TracedTest, folder: string): Promise<WrittenTrace> {
  try {
    const files = nodeModule('node:fs') as typeof import('node:fs') | undefined
    const paths = nodeModule('node:path') as typeof import('node:path') | undefined
    if (!files || !paths) return { line: '' }
    const page = await make()
    const name = fileNameOf(test)
    const path = paths.resolve(folder, fileOf(name, endOnce(name)))
    makeFolder(paths.resolve(folder))
    files.writeFileSync(path, page)
    writeIndex(paths.resolve(folder))
    // The reader sees the path relative to the working directory, if it lies below that.
    const short = paths.relative(paths.resolve(), path)
    return { path, line: `Trace: ${short.startsWith('..') ? path : short.replaceAll('\\', '/')}` }
  } catch (error) {
    return { line: `No trace was written: ${messageOf(error)}` }
  }
}

/** Removes the traces that an earlier run wrote of a test that passes now. */
export function removeOldTraces(test: TracedTest, folder: string): void {
  const files = nodeModule('node:fs') as typeof import('node:fs') | undefined
  const name = fileNameOf(test)
  let hasRemoved = false
  for (let times = endOnce(name); files; times++) {
    const path = `${folder}/${fileOf(name, times)}`
    if (!attempt(() => files.existsSync(path))) break
    attempt(() => files.rmSync(path))
    hasRemoved = true
  }
  if (hasRemoved) attempt(() => writeIndex(folder))
}

/** A file name that any file system accepts. It is readable, has at most 120 characters, and is different for each test. */
function fileNameOf(test: TracedTest): string {
  const file = wordsOf(test.file.split(/[/\\]/).at(-1) ?? '', 40)
  const name = wordsOf(test.name, 60)
  const hash = hex32(hashText(textOf(test)))
  return [file, name, hash].filter((part) => part !== '').join('-')
}

export const textOf = ({ file, name }: TracedTest) => `${file.replaceAll('\\', '/')}\n${name}`

/** The letters and digits of a text, with dashes between words. */
function wordsOf(text: string, atMost: number): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  return words.replace(/^-/, '').slice(0, atMost).replace(/-$/, '')
}
