/** How the answer of another service differs from a schema of the contract, place by place. (§7) */

import { checked, type Issue } from '../../contract/checked.ts'
import type { Schema } from '../../contract/operation.ts'
import type { JsonSchema, Statement } from '../../contract/primitives.ts'
import { nearestFields } from '../../contract/walk-schema.ts'
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'

/** One difference. */
interface Difference {
  readonly path: readonly PropertyKey[]
  readonly problem: 'unknown field' | 'missing field' | 'other type' | 'other form'
  /** What should be there, in words. */
  readonly expected: string
  /** What is there; undefined where nothing is. */
  readonly seen: unknown
  /** Of a check that the catalogue can switch off. */
  readonly assumption?: AssumptionId | undefined
  /** What JSON Schema says of a check. */
  readonly states?: JsonSchema | undefined
}

/** Every place where a value differs from a schema, with the first that is wrong there; none where it is as the schema has it. */
export function differencesOf(schema: Schema, value: unknown): Difference[] {
  const result = checked(schema, value)
  if (result.success) return []
  const byPlace = new Map<string, Difference>()
  for (const issue of result.error.issues) {
    for (const difference of differencesIn(schema, issue, value)) {
      const place = JSON.stringify(difference.path)
      if (!byPlace.has(place)) byPlace.set(place, difference)
    }
  }
  return [...byPlace.values()]
}

function differencesIn(schema: Schema, issue: Issue, value: unknown): Difference[] {
  const { path } = issue
  const seen = path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], value)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      problem: 'unknown field',
      expected: `no field of this name${nearestFields(schema, path, [key])}`,
      seen: (seen as Record<string, unknown>)[key],
    }))
  }
  const expected = wordsOf(issue)
  if (seen === undefined && path.length > 0) return [{ path, problem: 'missing field', expected, seen }]
  const { states, assumption } = (issue.code === 'custom' ? issue.params : undefined) ?? ({} as Partial<Statement>)
  return [{ path, problem: isOfType(issue, seen) ? 'other form' : 'other type', expected, seen, assumption, states }]
}

/** Whether a value has the type that was expected, so that its form alone is another. */
function isOfType(issue: Issue, seen: unknown): boolean {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' && typeof seen === 'number'
    case 'invalid_value':
      return issue.values.some((value) => typeof value === typeof seen)
    case 'invalid_union':
      return issue.errors.some((errors) => errors.every((each) => each.path.length > 0 || isOfType(each, seen)))
    default:
      return true
  }
}

/** What an issue expects; of a type its name, of a choice its values, else what its message says must be so. */
function wordsOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return types[issue.expected] ?? issue.expected
  if (issue.code === 'invalid_value') return issue.values.map(String).join(', ')
  if (issue.code === 'invalid_union') {
    const all = issue.errors.flatMap((errors) => errors.map(wordsOf))
    return [...new Set(all)].join(', or ')
  }
  if (issue.code === 'invalid_format' && issue.format === 'regex') {
    return issue.message.startsWith('must ') ? said(issue.message) : `a text of the form ${issue.pattern}`
  }
  return said(issue.message)
}

const types: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a record',
  record: 'a record',
  array: 'a list',
  undefined: 'nothing',
  null: 'null',
}

const said = (message: string): string => message.replace(/^(?:must be|Too (?:small|big|long|short): expected) /, '')
