/**
 * Options and names that a caller gives, checked before anything is done with them: what is mistyped is an error that tells the nearest
 * name, as nobody would notice that it was passed over.
 */

import { distance } from 'fastest-levenshtein'
import { UsageError } from './errors.ts'
import { isRecord } from './kernel/is-record.ts'
import type { Problem } from './rejection.ts'

/** What an option may be, and the words for that. */
export type OptionRule = readonly [accepts: (value: unknown) => boolean, must: string]

/** A rule for each option. */
export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule }

/** How an error about options begins, and what it advises. */
export interface Failing {
  /** Such as `Failed to tell the timeline`. */
  readonly failed: string
  /** What to write instead, with its section. */
  readonly advice: string
}

/**
 * What was given, where each option can be used.
 *
 * @throws {UsageError} with every problem listed
 */
export function checkedOptions<Options>(given: unknown, rules: OptionRules<Options>, how: Failing): Options {
  const problems = isRecord(given)
    ? Object.entries(given).flatMap((option) => problemOf(option, rules))
    : [{ path: 'options', message: `must be a record, and this is ${kindOf(given)}` }]
  if (problems.length > 0) throw cannotUse(problems, how)
  return given as Options
}

/**
 * Refuses options that are there, and are undefined: one that says which are meant would then mean any.
 *
 * @throws {UsageError} for the first of them
 */
export function refuseUndefined(given: object, names: readonly string[], how: Failing): void {
  const name = names.find((each) => Object.hasOwn(given, each) && given[each as keyof object] === undefined)
  if (name === undefined) return
  throw cannotUse([{ path: name, message: 'is undefined, so that any would do; leave it out if that is meant' }], how)
}

/** The error about options that cannot be used. */
export function cannotUse(problems: readonly Problem[], { failed, advice }: Failing): UsageError {
  const lines = problems.map(({ path, message }) => `\n  ${path}: ${message}`)
  return new UsageError(
    `${failed}: ${problems.length} of its options cannot be used.${lines.join('')}\n${advice}`,
    problems,
  )
}

function problemOf<Options>([path, value]: [string, unknown], rules: OptionRules<Options>): Problem[] {
  if (!Object.hasOwn(rules, path)) return [{ path, message: `is no option${nearestOrAll(path, Object.keys(rules))}` }]
  const [accepts, must] = rules[path as keyof Options]
  return value === undefined || accepts(value) ? [] : [{ path, message: `${must}, and is ${textOf(value)}` }]
}

/** So many names are told where none is near. */
const FEW = 12
/** So many letters of a name may be wrong where nobody is to be told in vain that it is a slip. */
const SLIPS = 2

/** The name that somebody meant, as the end of a clause; where none is near, all of them if they are few; else nothing. */
export function nearestOrAll(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  return near !== '' || known.length === 0 || known.length > FEW
    ? near
    : `; there ${known.length === 1 ? 'is' : 'are'} ${known.map((each) => `"${each}"`).join(', ')}`
}

/** The name that somebody meant, as the end of a clause; nothing where more than half of it would have to be another. */
export function nearest(name: string, known: readonly string[]): string {
  const steps = known.map((each) => stepsTo(name.toLowerCase(), each.toLowerCase()))
  const fewest = Math.min(...steps)
  return fewest > Math.max(1, name.length / 2) ? '' : `; the nearest is "${known[steps.indexOf(fewest)]}"`
}

/** The name of which another is a slip of the pen; undefined where it may well be meant as it is. */
export function slipOf(name: string, known: readonly string[]): string | undefined {
  if (known.includes(name)) return undefined
  const most = Math.min(SLIPS, name.length / 2)
  return known.find((each) => distance(name.toLowerCase(), each.toLowerCase()) <= most)
}

/** How far one name is from another: letters that changed places, or a part that was left out, are one slip. */
function stepsTo(name: string, other: string): number {
  const lettersOf = (text: string) => [...text].sort().join('')
  const isPart = Math.min(name.length, other.length) > 2 && (name.includes(other) || other.includes(name))
  const steps = distance(name, other)
  return steps > 0 && (isPart || lettersOf(name) === lettersOf(other)) ? 1 : steps
}

/**
 * Holds each of some names against those that there are.
 *
 * @throws {UsageError} for the first that there is not, with the nearest
 */
export function checkNames(
  names: readonly string[],
  known: readonly string[],
  { failed, noun, section }: { readonly failed: string; readonly noun: string; readonly section: string },
): void {
  const wrong = names.find((name) => !known.includes(name))
  if (wrong === undefined) return
  throw new UsageError(
    `${failed}: there is no ${noun} ${textOf(wrong)}${nearest(String(wrong), known)}. Write one of ${known.join(', ')}. (${section})`,
  )
}

export const isText: OptionRule = [(value) => typeof value === 'string', 'must be a text']
export const isFlag: OptionRule = [(value) => typeof value === 'boolean', 'must be true or false']
export const isFunction: OptionRule = [(value) => typeof value === 'function', 'must be a function']
export const isList: OptionRule = [Array.isArray, 'must be a list']

/** A record with certain fields: `{ url, listen }`. */
export const isRecordOf = (words: string): OptionRule => [isRecord, `must be ${words}`]

export function isWholeFrom(least: number): OptionRule {
  return [
    (value) => Number.isSafeInteger(value) && (value as number) >= least,
    `must be a whole number, at least ${least}`,
  ]
}

export function isOneOf(names: readonly (string | number)[]): OptionRule {
  const words = names.map((name) => JSON.stringify(name))
  return [
    (value) => names.includes(value as string),
    `must be ${words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`}`,
  ]
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`
}

/** Begins the text of a number that JSON does not know. */
const MARK = '\u0000'

const isNoFigure = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

/** A value as a message shows it. */
export function textOf(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  try {
    // JSON knows no NaN, and writes null: nobody gave that.
    const text = JSON.stringify(value, (_, each) => (isNoFigure(each) ? `${MARK}${each}` : each))
    return text?.replaceAll(/"\\u0000(-?\w+)"/g, '$1') ?? String(value)
  } catch {
    return `of type ${typeof value}`
  }
}
