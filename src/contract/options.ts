/**
 * Checks the options of public functions. For each interface of options, a table has the schema of every option; the compiler compares the
 * two. A mistyped name is refused with the nearest known name.
 */
import * as z from 'zod/mini'
import { textOfThrown, UsageError } from '../core/errors.ts'
import { fieldsOf, isRecord as isRecordValue } from '../core/kernel/json.ts'
import { nearest, unknownName } from '../core/kernel/nearest.ts'
import type { Problem } from '../core/rejection.ts'
import { checked, type Issue, inOurWords, namesIn, valueAt } from './parse.ts'
import { cannotBeUsed, problemsFrom } from './problems.ts'
import { typeText, valueText } from './value-text.ts'
import { fieldMeant } from './walk-schema.ts'

export type OptionRule<Value = unknown> = z.ZodMiniType<Value>

export type OptionRules<Options> = { readonly [Name in keyof Options]-?: OptionRule<Options[Name]> }

/** How an error about options begins, and what it advises. */
export interface Failing {
  /** Such as `Failed to write the timeline`. */
  readonly failed: string
  /** What to write instead, with its section. */
  readonly advice?: string
  /** The paths of options that must be given: `urls.baseUrl`. */
  readonly needed?: readonly string[]
}

const schemas = new WeakMap<object, z.ZodMiniType>()

/** The options as the schema parses them. @throws {UsageError} with every problem listed */
export function checkedBy<Type extends z.ZodMiniType>(schema: Type, given: unknown, how: Failing): z.output<Type> {
  const { data, error } = readBy(() => checked(schema, ownOf(given)), given, how)
  if (error) throw cannotUse(problemsIn(schema, error, given), how)
  // zod makes a record anew, which inherits again.
  return ownOf(data as z.output<Type>)
}

/** Refuses options that throw when they are read, and a promise of options, which would look like options of which none is given. */
function readBy<Result>(read: () => Result, given: unknown, how: Failing): Result {
  let fact = 'are a promise: await it first'
  try {
    const result = read()
    if (typeof (given as { then?: unknown } | null | undefined)?.then !== 'function') return result
  } catch (error) {
    fact = `cannot be read: ${textOfThrown(error)}`
  }
  throw cannotUse([{ path: 'options', message: fact }], how)
}

/** Returns the own fields of the options: what is on `Object.prototype` is no option. @throws {UsageError} with every problem listed */
export function checkedOptions<Options>(given: unknown, rules: OptionRules<Options>, how: Failing): Options {
  const { needed = [] } = how
  // Nearly always no option is given, and then none can be wrong.
  const isEmpty = readBy(() => isRecordValue(given) && Object.keys(given).length === 0, given, how)
  if (isEmpty && needed.length === 0) return ownOf(given as Options)
  const schema = schemas.get(rules) ?? schemaOf(rules)
  schemas.set(rules, schema)
  checkedBy(schema, given, how)
  const missing = needed.filter((path) => isMissing(given, path)).map((path) => ({ path, message: 'is missing' }))
  if (missing.length > 0) throw cannotUse(missing, how)
  return ownOf(given as Options)
}

/** A record without what it inherits; any other value as it is. */
export const ownOf = <Options>(given: Options): Options =>
  isRecordValue(given) ? Object.assign(Object.create(null), given) : given

/** Whether an option is missing from its record. False if the whole record is missing: that is another problem. */
function isMissing(given: unknown, path: string): boolean {
  const steps = path.split('.')
  const last = steps.pop() as string
  const within = steps.reduce((at, step) => fieldsOf(at)[step], given)
  return within !== undefined && fieldsOf(within)[last] === undefined
}

/** An option that is a record of options. */
export const isRecordWith = <Options>(rules: OptionRules<Options>): OptionRule<never> =>
  schemaOf(rules) as OptionRule<never>

function schemaOf(rules: OptionRules<unknown>): z.ZodMiniType {
  const fields = Object.entries<OptionRule>(rules).map(([name, rule]) => [name, z.optional(rule)])
  return z.strictObject(Object.fromEntries(fields), {
    error: ({ code, input }) =>
      code === 'invalid_type' ? `must be a record, and this is ${typeText(input)}` : undefined,
  })
}

export function problemsIn(schema: z.ZodMiniType, error: z.core.$ZodError, given: unknown): Problem[] {
  const all = error.issues
    .flatMap(inAlternative)
    .flatMap((issue): { issue: Issue; key?: string }[] =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ issue, key })) : [{ issue }],
    )
  return problemsFrom(all, ({ issue, key }) => {
    const { path, message } = issue
    if (key === undefined) {
      const value = valueAt(given, path)
      const near = typeof value === 'string' ? nearest(value, namesIn(issue)) : undefined
      const meant = near === undefined ? '' : `; did you mean "${near}"?`
      return { path: path.map(String).join('.') || 'options', message: inOurWords(message) + meant }
    }
    return {
      path: [...path, key].map(String).join('.'),
      message: `unknown option${fieldMeant(schema, path, key)}`,
    }
  })
}

/** The issues within the one alternative of a union whose type the value has; otherwise the issue itself. */
function inAlternative(issue: Issue): Issue[] {
  const alternatives = issue.code === 'invalid_union' ? issue.errors : []
  const fitting = alternatives.filter((issues) =>
    issues.every(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  const [only] = fitting
  if (!only || fitting.length > 1) return [issue]
  return only.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}

/** Undefined if the value can be used. */
export function problemWith(rule: OptionRule, value: unknown): string | undefined {
  const [issue] = checked(rule, value).error?.issues ?? []
  return issue && inOurWords(issue.message)
}

export function problemsAt(path: string, rule: OptionRule, value: unknown): Problem[] {
  const message = problemWith(rule, value)
  return message === undefined ? [] : [{ path, message }]
}

/** Refuses undefined options: a search for one payment would then find any payment. @throws {UsageError} for the first of them */
export function refuseUndefined(given: object, names: readonly string[], how: Failing): void {
  const name = names.find((each) => Object.hasOwn(given, each) && given[each as keyof object] === undefined)
  if (name === undefined) return
  throw cannotUse([{ path: name, message: 'is undefined, so any value matches; leave it out if that is meant' }], how)
}

export function cannotUse(problems: readonly Problem[], { failed, advice }: Failing): UsageError {
  return new UsageError(`${cannotBeUsed(failed, 'options', problems)}${advice ? `\n${advice}` : ''}`, problems)
}

/** @throws {UsageError} for the first unknown name, with the nearest known name */
export function checkNames(
  names: readonly string[],
  known: readonly string[],
  { failed, noun, section }: { readonly failed: string; readonly noun: string; readonly section: string },
): void {
  const wrong = names.find((name) => !known.includes(name))
  if (wrong === undefined) return
  throw new UsageError(
    `${failed}: ${unknownName(noun, String(wrong), known)} Write one of ${known.join(', ')}. (${section})`,
  )
}

/** An option whose value `accepts` checks; `must` says what a value must be, such as `must be a day`. */
export function rule<Value>(accepts: (value: unknown) => boolean, must: string): OptionRule<Value> {
  return z.custom<Value>(accepts, { error: ({ input }) => `${must}, and is ${valueText(input)}` })
}

/** Any function. The contents of a function, a list or a record are checked where they are used. */
type AnyFunction = (...given: unknown[]) => never

export const anything: OptionRule<never> = rule(() => true, '')
export const isText: OptionRule<string> = rule((value) => typeof value === 'string', 'must be a string')
export const isFlag: OptionRule<boolean> = rule((value) => typeof value === 'boolean', 'must be true or false')
export const isFunction: OptionRule<AnyFunction> = rule((value) => typeof value === 'function', 'must be a function')
export const isList: OptionRule<never[]> = rule(Array.isArray, 'must be a list')

export const isTextList: OptionRule<string[]> = rule(
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'string' && each !== ''),
  'must be a list of texts',
)

export const isDay: OptionRule<string> = rule(
  (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  'must be a day such as "2026-03-02"',
)

export const isUrl: OptionRule<string> = rule(
  (value) => typeof value === 'string' && URL.canParse(value) && /^https?:/.test(value),
  'must be an http or https URL',
)

/** An AbortSignal of any realm, because a test runner may have its own class of that name. */
export const isSignal: OptionRule<AbortSignal> = rule(
  (value) => typeof (value as Partial<AbortSignal> | null)?.throwIfAborted === 'function',
  'must be an AbortSignal',
)

/** A record, and not a list: `{ url, listen }`. Another table checks its fields. */
export const isRecordOf = (words: string): OptionRule<never> => rule(isRecordValue, `must be ${words}`)

export const isRecord = isRecordOf('a record')

export const isWholeFrom = (least: number): OptionRule<number> =>
  rule(
    (value) => Number.isSafeInteger(value) && (value as number) >= least,
    `must be a whole number, at least ${least}`,
  )

export function isOneOf<const Name extends string | number>(names: readonly Name[]): OptionRule<Name> {
  const words = names.map((name) => JSON.stringify(name))
  return rule(
    (value) => names.includes(value as Name),
    `must be ${words.length < 3 ? words.join(' or ') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`}`,
  )
}
