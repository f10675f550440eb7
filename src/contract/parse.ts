/** Reads values from outside, and lists all problems at once. A check that an assumption switches off causes no problem, only a note. */
import type * as z from 'zod/mini'
import english from 'zod/v4/locales/en.js'
import type { AssumptionId, AssumptionOverrides, AssumptionValues } from '../core/assumptions/catalogue.ts'
import { type AssumptionNotes, valuesWith } from '../core/assumptions/notes.ts'
import { didYouMean } from '../core/kernel/nearest.ts'
import type { Problem } from '../core/rejection.ts'
import { withoutNulls } from './absent.ts'
import type { Schema } from './operation.ts'
import type { Statement } from './primitives.ts'
import { problemsFrom, quoted } from './problems.ts'
import { originIn } from './record.ts'
import { type AnySchema, EACH, fieldMeant, walkSchema } from './walk-schema.ts'

/** English messages, even if a user sets a language or an error map in zod; and no `new Function`, which a page may forbid. */
const OURS = { jitless: true, error: english().localeError }

export type Issue = z.core.$ZodIssue

/** Only an input with a problem is parsed again, with our settings: zod copies settings at each call, which is six times as slow. */
export function checked<Given extends Schema>(
  schema: Given,
  input: unknown,
): z.core.util.SafeParseResult<Output<Given>> {
  const type = schema as unknown as z.ZodMiniType<Output<Given>>
  try {
    const result = type.safeParse(input)
    return result.success ? result : type.safeParse(input, OURS)
  } catch (error) {
    // zod gathers the issues of a list as arguments of one call, and an engine takes some hundred thousand arguments at most.
    if (!(error instanceof RangeError)) throw error
    return { success: false, error: { issues: [TOO_MANY] } as never }
  }
}

const TOO_MANY: Issue = { code: 'custom', path: [], message: 'has more mistakes than can be listed', input: null }

/** Replaces the wording of zod in a message by ours. */
export const inOurWords = (message: string): string => message.replace(/^Invalid (?:input|option): expected/, 'must be')

type Output<Given> = Given extends z.ZodMiniType ? z.output<Given> : unknown

interface ParseContext {
  readonly overrides: AssumptionOverrides
  readonly notes: AssumptionNotes
  /** If true, an unknown field is a problem even if `errors.unknownFields` is `ignored`, and a message names the nearest known name. */
  readonly isStrict?: boolean
}

export type Parsed<T> = { readonly value: T } | { readonly problems: readonly Problem[] }

/** For each assumption that can switch its check off (waive it): the value that does so. */
const waivers: Partial<Record<AssumptionId, string>> = {
  'errors.unknownFields': 'ignored',
  'wires.routingNumberCheck': 'ignored',
  'wires.originator': 'ignored',
  'wires.fieldLengths': 'ignored',
  'wires.businessFunctionCodes': 'any',
  'restrictions.values': 'any',
  'subledgers.titleLength': 'ignored',
  'webhooks.eventNames': 'any',
}

/** Checks `given` against `schema`; returns a copy of it, or every problem. */
export function parse(schema: Schema, given: unknown, context: ParseContext): Parsed<unknown> {
  const first = checked(schema, given)
  if (first.success) return { value: first.data }
  const input = withNullsRead(schema, given, context)
  const result = input === given ? first : checked(schema, input)
  if (result.success) return { value: result.data }
  const all = result.error.issues
  const ofType = new Set(all.filter(({ code }) => code === 'invalid_type').map(placeOf))
  // A value of a wrong type has no other mistake: a list has a length, too, but that is no second mistake.
  const issues = all.filter(
    (issue) => !isWaived(issue, context) && (issue.code === 'invalid_type' || !ofType.has(placeOf(issue))),
  )
  for (const issue of issues) noteSources(schema, issue, input, context)
  if (issues.length > 0) return { problems: problemsFrom(issues, (issue) => problemOf(schema, issue, input, context)) }
  // Only waived checks failed. Schemas with such checks never transform, so the value is the input without its unknown fields.
  return { value: structuredClone(result.error.issues.reduce(withoutUnknown, input)) }
}

/** Notes the sources of a refused field: its own and, if the field is missing, the one about the fields that the request needs. */
function noteSources(schema: Schema, { path }: Issue, input: unknown, { notes, overrides }: ParseContext): void {
  // Null and the empty text name nothing, so they miss as well.
  const given = valueAt(input, path)
  const isMissing = [undefined, null, ''].includes(given as undefined)
  const [names, field] = [path.slice(0, -1), String(path.at(-1))]
  const record = valueAt(input, names) as Record<string, unknown>
  walkSchema(schema as AnySchema, (part, place) => {
    const origin = originIn(part)
    if (origin === undefined || !place.every((step, index) => step === EACH || step === names[index])) return
    if (isMissing && origin.requires) notes.add(origin.requires)
    const source = place.length === names.length ? origin.sources[field] : undefined
    if (source && origin.decides[field]?.(given, record, valuesWith(overrides)) !== false) notes.addSource(source)
  })
}

const placeOf = ({ path }: Issue): string => path.join('\n')

/** Notes the assumption `requests.null` if an optional field is null. If `absent` is assumed, returns the input without such fields. */
function withNullsRead(schema: Schema, given: unknown, { overrides, notes }: ParseContext): unknown {
  const input = withoutNulls(schema as AnySchema, given)
  if (input === given) return given
  notes.add('requests.null')
  return valuesWith(overrides)['requests.null'] === 'absent' ? input : given
}

function withoutUnknown(input: unknown, issue: z.core.$ZodIssue): unknown {
  if (issue.code !== 'unrecognized_keys') return input
  const unknown = new Set(issue.keys)
  const pruned = (value: unknown, [step, ...rest]: readonly PropertyKey[]): unknown => {
    const given = value as Record<PropertyKey, unknown>
    if (step !== undefined) return { ...given, [step]: pruned(given[step], rest) }
    return Object.fromEntries(Object.entries(given).filter(([key]) => !unknown.has(key)))
  }
  return pruned(input, issue.path)
}

function isWaived(issue: z.core.$ZodIssue, { overrides, notes, isStrict }: ParseContext): boolean {
  const isUnknownField = issue.code === 'unrecognized_keys'
  if (isStrict && isUnknownField) return false
  const id = isUnknownField ? 'errors.unknownFields' : statementOf(issue)?.assumption
  if (id === undefined) return false
  notes.add(id)
  return waives(valuesWith(overrides), id)
}

/** Whether these values switch off the check of an assumption. */
export function waives(values: AssumptionValues, id: AssumptionId): boolean {
  return values[id] === waivers[id]
}

/** The statement of the check that failed; undefined for a check of zod's own. */
export const statementOf = (issue: Issue) => (issue as { params?: Partial<Statement> }).params

export const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], input)

function problemOf(schema: Schema, issue: z.core.$ZodIssue, input: unknown, { isStrict }: ParseContext): Problem {
  const path = issue.path.map(String).join('.')
  const given = valueAt(input, issue.path)
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const near = isStrict ? fieldMeant(schema, issue.path, key) : ''
    return { path, message: `has no field ${quoted(issue.keys)}${near}` }
  }
  const near = isStrict && typeof given === 'string' ? didYouMean(given, namesIn(issue)) : ''
  const message = inOurWords(issue.message) + near
  if (given !== undefined || message === 'is required') return { path, message }
  return { path, message: message === issue.message ? `is required, and ${message}` : 'is required' }
}

/** The names that the issue allows, such as those of a choice; empty for an issue of another kind. */
export function namesIn(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_union') {
    const { options = [], errors } = issue as { readonly options?: readonly unknown[]; readonly errors: Issue[][] }
    return [...options.filter((name) => typeof name === 'string'), ...errors.flat().flatMap(namesIn)]
  }
  return issue.code === 'invalid_value' ? issue.values.filter((name) => typeof name === 'string') : []
}
