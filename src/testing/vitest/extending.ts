/**
 * Runs the function, the hooks and the fixtures of a test within its bank. Also checks the fixtures that `test.extend`,
 * `override` and `scoped` are given: a mistyped name of one of vostro's fixtures is an error. vitest reads the source text of a
 * function to learn which fixtures it takes, so a wrapped function must keep the text of the original.
 */

import { within } from '../../bank/current/current-bank.ts'
import { UsageError } from '../../core/errors.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { namesOf } from '../../core/kernel/names.ts'
import { endSetUp } from '../matchers/verdict.ts'
import { addedSetting, fixtureNames, meantFixture } from '../runner/bank-options.ts'
import type { BankContext } from './failure.ts'

type Fixtures = Record<string, unknown>

/**
 * The fixtures to give to vitest: checked, and made to run within the bank.
 *
 * @param given - a record of fixtures; or, for vitest 4 and later, a name, options, and a value or function
 * @param bank - the fixture of the bank. It is added again after given settings: in vitest 3 a fixture sees only the fixtures before it
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
  const isSetUp = Object.keys(fixtures).some(isSetting)
  return [bank !== undefined && isSetUp && !('bank' in fixtures) ? { ...fixtures, bank } : fixtures, ...rest]
}

/**
 * The fixtures of a further extension. Its settings add to those of earlier extensions: `{ bankOptions: { now } }` keeps the seed that
 * an earlier one set. A setting that is a function replaces the earlier one, which it can take by its name.
 */
export function addedTo(earlier: readonly (readonly unknown[])[], given: readonly unknown[]): unknown[] {
  const before = Object.assign({}, ...earlier.map(fixturesOf)) as Fixtures
  const [first, ...rest] = given
  if (typeof first === 'string') return [first, ...rest.slice(0, -1), merged(first, before, rest.at(-1))]
  if (!isRecord(first)) return [...given]
  const fixtures = Object.entries(first).map(([name, value]) => [name, merged(name, before, value)])
  return [Object.fromEntries(fixtures), ...rest]
}

const fixturesOf = ([first, ...rest]: readonly unknown[]) =>
  typeof first === 'string' ? { [first]: rest.at(-1) } : first

const merged = (name: string, before: Fixtures, value: unknown): unknown =>
  isSetting(name) ? addedSetting(before[name], value) : value

/** A fixture that runs within the bank of its test. vostro's own fixtures stay as they are, because they run before there is a bank. */
function fixtureFrom(name: string, value: unknown): unknown {
  return name === 'bank' || isSetting(name) ? value : runWithin(value)
}

/** True for a fixture with options, by the same rule as in vitest. */
function isTuple(value: unknown): value is [unknown, object, ...unknown[]] {
  const options: unknown = Array.isArray(value) ? value[1] : undefined
  return (
    typeof options === 'object' && options !== null && ['auto', 'injected', 'scope'].some((name) => name in options)
  )
}

/** @param beside - the fixtures that are given together with this one. If one of them takes a fixture `name`, the name is no mistake */
function check(name: string, given: unknown, beside: readonly unknown[]): void {
  const [value, { scope = 'test' }] = isTuple(given) ? [given[0], given[1] as { scope?: string }] : [given, {}]
  if (scope !== 'test' && typeof value === 'function' && takes('bank', String(value))) {
    throw new UsageError(
      `Failed to extend the test with the fixture "${name}": it is made once for each ${scope}, but asks for the bank, and each test has its own bank. Leave the scope of the fixture out, or make a bank for it with createBank().`,
    )
  }
  const meant = meantSetting(name, value)
  if (meant !== undefined && !beside.some((each) => takes(name, String(isTuple(each) ? each[0] : each)))) {
    throw new UsageError(
      `Failed to extend the test with the fixture "${name}": its value fits "${meant}", but vostro reads no fixture of this name. Did you mean "${meant}"?`,
    )
  }
}

const isSetting = (name: string): name is keyof typeof fixtureNames => Object.hasOwn(fixtureNames, name)

/**
 * The setting of vostro that a fixture was meant to be; undefined if it is the partner's own. A partner's fixtures may be called anything,
 * such as `banks` or `bankTrade`, so the name must be nearly the same, and the value must fit the setting. A function cannot be compared,
 * so its name may differ only in upper and lower case.
 */
function meantSetting(name: string, value: unknown): string | undefined {
  const { nearest, how } = meantFixture(name, namesOf(fixtureNames)) ?? {}
  if (nearest === undefined || !isSetting(nearest)) return undefined
  if (typeof value === 'function') return how === 'exact' ? nearest : undefined
  // A name that contains the name of a setting, such as `myBankOptions` or `bankOptions2`, is the partner's own.
  if (how === 'near' && name.toLowerCase().includes(nearest.toLowerCase())) return undefined
  const given = typeof value === 'string' ? [value] : Object.keys(Object(value))
  const known: readonly string[] = fixtureNames[nearest]
  return given.some((each) => known.includes(each)) ? nearest : undefined
}

/** Whether a function destructures a name from its first argument. */
const takes = (name: string, text: string) =>
  new RegExp(`^[^(]*\\(\\s*\\{[^}]*\\b${name.replaceAll('$', '\\$')}\\b`).test(text)

export type Callable = (this: unknown, ...given: unknown[]) => unknown

/**
 * A function that runs within the bank of its test, if it is given the context of a test; any other value stays as it is.
 *
 * @param enter - how to run it there: by default as a part of the set-up or of the end of the test
 */
export function runWithin(given: unknown, enter = runIn): unknown {
  if (typeof given !== 'function') return given
  const run = given as Callable
  return named(function (this: unknown, ...values: unknown[]) {
    const context = values.find(hasBank)
    return context ? enter(context, () => Reflect.apply(run, this, values)) : Reflect.apply(run, this, values)
  }, String(run))
}

/** Runs the own code of a test: its set-up has ended. */
export function runOwn(context: BankContext, act: () => unknown): Promise<unknown> {
  endSetUp(context.bank)
  return runIn(context, act)
}

export const runIn = ({ bank }: BankContext, act: () => unknown): Promise<unknown> =>
  within(bank, async () => await act())

/** Whether this is the context of a test. In vitest this context is a function. */
function hasBank(value: unknown): value is BankContext {
  return (
    (typeof value === 'function' || typeof value === 'object') && value !== null && 'task' in value && 'bank' in value
  )
}

/** Gives a function another source text, in which vitest finds the fixtures that the function takes. */
export function named<Run extends object>(run: Run, text: string): Run {
  return Object.defineProperty(run, 'toString', { value: () => text })
}
