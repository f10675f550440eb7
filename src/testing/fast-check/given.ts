/** The options of arbitraries, checked before anything is drawn. */
import * as fc from 'fast-check'
import { checkedOptions, type OptionRule, type OptionRules } from '../../core/option-check.ts'

/** An arbitrary of whichever version of fast-check. */
export const isArbitrary: OptionRule = [
  (value) => value instanceof fc.Arbitrary || typeof (value as { generate?: unknown } | null)?.generate === 'function',
  'must be an arbitrary of fast-check',
]

/** @throws {UsageError} where an option cannot be used */
export function optionsOf<Options>(name: string, given: Options, rules: OptionRules<Options>): Options {
  const advice = `Write ${name}({ ${Object.keys(rules)[0]}: … }), or leave it out. (§2)`
  return checkedOptions(given, rules, { failed: `Failed to make ${name}`, advice })
}
