/** Reads a value from a caller as plain data: a copy of the own fields of its records, as JSON would write them. */
import { textOfThrown, UsageError } from '../core/errors.ts'
import type { Problem } from '../core/rejection.ts'
import { cannotBeUsed } from './problems.ts'
import { valueText } from './value-text.ts'

/**
 * Returns a copy, or the first place that is no plain data. Values that are no objects stay as they are, for a schema to judge; without a
 * schema (`isUnjudged`) those that JSON does not have are refused here.
 */
export function plainOf<Value>(
  given: Value,
  isUnjudged = false,
): { readonly value: Value } | { readonly problems: readonly Problem[] } {
  const path: string[] = []
  const above: object[] = []
  const read = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) {
      if (isUnjudged && !isOfJson(value)) throw new NoPlainData(`is ${valueText(value)}, which JSON does not have`)
      return value
    }
    const oddity = above.includes(value) ? 'contains itself' : oddityOf(value)
    if (oddity !== undefined) throw new NoPlainData(oddity)
    above.push(value)
    const fields = Object.keys(value).map((name) => {
      path.push(name)
      const field = [name, read(value[name as keyof typeof value])] as const
      path.pop()
      return field
    })
    above.pop()
    return Array.isArray(value) ? fields.map(([, item]) => item) : Object.fromEntries(fields)
  }
  try {
    return { value: read(given) as Value }
  } catch (error) {
    const message = error instanceof NoPlainData ? error.message : `cannot be read: ${textOfThrown(error)}`
    return { problems: [{ path: path.join('.'), message }] }
  }
}

/** The copy alone. @throws {UsageError} if a part of the input is a promise, cannot be read, or is no plain data */
export function plainInput<Input>(failed: string, given: Input, isUnjudged = false): Input {
  const plain = plainOf(given, isUnjudged)
  if ('value' in plain) return plain.value
  throw new UsageError(cannotBeUsed(failed, 'inputs', plain.problems, 'the input'), plain.problems)
}

class NoPlainData extends Error {}

const isOfJson = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : !['bigint', 'symbol', 'function'].includes(typeof value)

/** What an object is that is neither a list nor a record of its own fields; undefined if it is one of them. */
function oddityOf(value: object): string | undefined {
  if (typeof (value as { then?: unknown }).then === 'function') return 'is a promise: await it first'
  if (Array.isArray(value)) return undefined
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1)
  if (kind !== 'Object') return `is a ${kind}, and must be a record: write its fields out`
  const name = inheritedName(value)
  return name && `inherits its field "${name}": give a record that has the field itself`
}

/** A field or getter that an object has from a prototype other than that of all objects. */
function inheritedName(value: object): string | undefined {
  let from = Object.getPrototypeOf(value)
  while (from !== null && Object.getPrototypeOf(from) !== null) {
    const fields = Object.entries(Object.getOwnPropertyDescriptors(from) as PropertyDescriptorMap)
    const found = fields.find(([, { enumerable, get }]) => enumerable || get)
    if (found) return found[0]
    from = Object.getPrototypeOf(from)
  }
  return undefined
}
