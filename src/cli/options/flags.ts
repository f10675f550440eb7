/** Reads the flags and words (the other arguments) of a command line with Node's own parser. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import type { Given, OptionsRead, Spelling } from './option-row.ts'

export interface CommandLine extends OptionsRead {
  /** The arguments that are not flags, in order. */
  readonly words: readonly string[]
}

export function flagsIn(words: readonly string[], spellings: readonly Spelling[]): CommandLine {
  const byFlag = new Map(spellings.map((spelling) => [spelling.flag, spelling]))
  const options = Object.fromEntries(
    spellings.map(({ flag, kind }) => [
      flag.slice('--'.length),
      { type: kind.alone === undefined ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  const { tokens } = parseArgs({
    args: joined(words, byFlag),
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const found = new Map<string, Given>()
  const problems: Problem[] = []
  const read: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') read.push(token.value)
    if (token.kind !== 'option') continue
    const spelling = byFlag.get(token.rawName)
    const problem = spelling
      ? problemOf(spelling, token, found.get(spelling.name))
      : `unknown option${didYouMean(token.rawName, [...byFlag.keys()])}`
    if (problem !== undefined) problems.push({ path: token.rawName, message: problem })
    else if (spelling) found.set(spelling.name, withValue(spelling, token, found.get(spelling.name)))
  }
  return { given: [...found.values()], problems, words: read }
}

/** Joins a flag and the next word if the flag may stand alone and the word can be its value: `--real-time 60` becomes `--real-time=60`. */
function joined(words: readonly string[], byFlag: ReadonlyMap<string, Spelling>): string[] {
  const read: string[] = []
  for (const [index, word] of words.entries()) {
    if (words.slice(0, index).includes('--') || !byFlag.get(words[index - 1] ?? '')?.kind.takes?.(word)) read.push(word)
    else read.push(`${read.pop()}=${word}`)
  }
  return read
}

/** The value of a flag, as Node's parser gives it; `inlineValue`: whether it is joined with "=". */
interface Value {
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function problemOf({ kind, flag }: Spelling, { value, inlineValue }: Value, before: Given | undefined) {
  if (before && !kind.isList) return 'is given twice; write it once'
  if (kind.alone !== undefined) return undefined
  if (value === undefined) return `needs a value: ${flag}=${kind.shown}`
  // `--seed --json`: a value that begins like a flag must be joined with "=".
  if (!inlineValue && value.startsWith('--'))
    return `needs a value, but "${value}" follows; write ${flag}=${kind.shown}`
  return undefined
}

function withValue({ name, kind, flag }: Spelling, { value }: Value, before: Given | undefined): Given {
  const read = value === undefined ? kind.alone : kind.read(value)
  const isMore = kind.isList && Array.isArray(before?.value) && Array.isArray(read)
  return { name, value: isMore ? [...(before.value as unknown[]), ...read] : read, place: flag }
}
