/**
 * What `test.extend` and its kin are given: fixtures of the partner's own run within the bank of their test, and a mistyped name
 * of ours is an error. vitest reads the fixtures that a function takes off its text.
 */
import { closest, distance } from 'fastest-levenshtein'
import { UsageError } from '../../core/errors.ts'
import type { LooseEnds } from '../matchers/loose-ends.ts'
import type { TestBankOptions } from '../runner/bank-options.ts'
import { runWithin } from './within-bank.ts'

type Fixtures = Record<string, unknown>

/** The settings of a test, each with the names that its value may have: of fields, or the value itself. */
const settings: Readonly<Record<string, readonly string[]>> = {
  bankOptions: [
    'seed',
    'now',
    'timeZone',
    'release',
    'baseUrl',
    'authUrl',
    'loanBaseUrl',
    'partner',
    'masterAccount',
    'keep',
    'assume',
  ] satisfies (keyof TestBankOptions)[],
  bankServer: ['vostro', 'own'],
  looseEnds: ['unknownRequests', 'undelivered', 'unstruckFaults'] satisfies (keyof LooseEnds)[],
  bankTrace: ['when', 'folder', 'picture'],
  bankTime: ['real', 'bank', 'moves', 'upTo'],
}

/**
 * The fixtures that vitest is given.
 *
 * @param given - a record of fixtures; or, for vitest 4 and later, a name, options, and a value or function
 * @param bank - the fixture of the bank, declared anew where a setting is new: vitest 3 binds a fixture to the others as they were
 */
export function fixturesFrom(given: readonly unknown[], bank?: unknown): unknown[] {
  const [first, ...rest] = given
  if (typeof first === 'string') {
    const value = rest.at(-1)
    check(first, rest.length > 1 ? [value, rest[0]] : value, [])
    return [first, ...rest.slice(0, -1), fixtureFrom(first, value)]
  }
  if (typeof first !== 'object' || first === null) return [...given]
  const fixtures: Fixtures = {}
  for (const [name, value] of Object.entries(first)) {
    check(name, value, Object.values(first))
    const [fixture, ...options] = isTuple(value) ? value : [value]
    fixtures[name] = isTuple(value) ? [fixtureFrom(name, fixture), ...options] : fixtureFrom(name, value)
  }
  const isSetting = Object.keys(fixtures).some((name) => Object.hasOwn(settings, name))
  return [bank !== undefined && isSetting && !('bank' in fixtures) ? { ...fixtures, bank } : fixtures, ...rest]
}

/** A fixture within the bank of its test. Ours come before there is one. */
function fixtureFrom(name: string, value: unknown): unknown {
  if (typeof value !== 'function' || name === 'bank' || Object.hasOwn(settings, name)) return value
  return runWithin(value)
}

/** A fixture with options, as vitest tells it from a list. */
function isTuple(value: unknown): value is [unknown, object, ...unknown[]] {
  const options: unknown = Array.isArray(value) ? value[1] : undefined
  return (
    typeof options === 'object' && options !== null && ['auto', 'injected', 'scope'].some((name) => name in options)
  )
}

/** @param beside - the fixtures that are given along with it: what one of them takes is read */
function check(name: string, given: unknown, beside: readonly unknown[]): void {
  const [value, { scope = 'test' }] = isTuple(given) ? [given[0], given[1] as { scope?: string }] : [given, {}]
  if (scope !== 'test' && typeof value === 'function' && takes('bank', String(value))) {
    throw new UsageError(
      `Failed to extend the test with the fixture "${name}": it is made once for each ${scope}, and asks for the bank, of which each test has its own. Leave its scope out, or make it a bank of its own with createBank(). (§1)`,
    )
  }
  const names = Object.keys(settings)
  const nearest = names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? closest(name, names)
  if (isMistyped(name, value, nearest) && !beside.some((each) => takes(name, String(isTuple(each) ? each[0] : each)))) {
    throw new UsageError(
      `Failed to extend the test with the fixture "${name}": it says what "${nearest}" says, and nobody reads it. Did you mean "${nearest}"? (§1)`,
    )
  }
}

/**
 * Whether a name was meant to be one of our settings. A partner's fixtures may be called anything, `banks`, `bankClient`, `bankTrade`: so it
 * must be both, as good as the same name, and with a plain value that would do there, a field of that setting or its very value. A function
 * may give anything: there only the case of the name may differ.
 */
function isMistyped(name: string, value: unknown, nearest: string): boolean {
  const [given, meant] = [name.toLowerCase(), nearest.toLowerCase()]
  // A name around ours, `myBankOptions` or `bankOptions2`, says that it is another's.
  if (Object.hasOwn(settings, name) || (given !== meant && given.includes(meant)) || distance(given, meant) > 2)
    return false
  if (typeof value === 'function') return given === meant
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  const said = typeof value === 'string' ? [value] : isRecord ? Object.keys(value) : []
  return said.some((one) => settings[nearest]?.includes(one))
}

/** Whether a function destructures a name from its first argument. */
const takes = (name: string, text: string) =>
  new RegExp(`^[^(]*\\(\\s*\\{[^}]*\\b${name.replaceAll('$', '\\$')}\\b`).test(text)
