/** Compares a value with its expected fields, one by one. Other fields may be anything. */
import { valueText } from '../../core/kernel/value-text.ts'

/** The differences as lines: `body.amount: 12000, expected 10000`. An expected matcher such as `expect.any(String)` decides itself. */
export function differences(actual: unknown, expected: unknown, path = ''): string[] {
  if (isAsymmetric(expected)) {
    return expected.asymmetricMatch(actual)
      ? []
      : [line(path, actual, expected.toAsymmetricMatcher?.() ?? expected.toString())]
  }
  if (!isObject(expected) || !isObject(actual) || Array.isArray(actual) !== Array.isArray(expected)) {
    return Object.is(actual, expected) ? [] : [line(path, actual, format(expected))]
  }
  const isOtherLength = Array.isArray(actual) && Array.isArray(expected) && actual.length !== expected.length
  return [
    ...(isOtherLength ? [line(join(path, 'length'), actual.length, String(expected.length))] : []),
    ...Object.entries(expected).flatMap(([key, value]) => differences(actual[key], value, join(path, key))),
  ]
}

interface Asymmetric {
  asymmetricMatch(value: unknown): boolean
  toAsymmetricMatcher?(): string
}

/** Whether this is a matcher such as `expect.any(String)`, of any runner. */
export function isAsymmetric(value: unknown): value is Asymmetric {
  return isObject(value) && typeof value['asymmetricMatch'] === 'function'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function line(path: string, actual: unknown, expected: string): string {
  return `${path === '' ? 'value' : path}: ${format(actual)}, expected ${expected}`
}

function format(value: unknown): string {
  return value === undefined ? 'nothing' : valueText(value)
}
