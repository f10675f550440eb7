/** The options of arbitraries, checked before anything is drawn. */
import * as fc from 'fast-check'
import { checkedOptions, type Failing, type OptionRule, type OptionRules, rule } from '../../contract/options.ts'

/** An arbitrary of any version of fast-check. */
export const isArbitrary: OptionRule<never> = rule(
  (value) => value instanceof fc.Arbitrary || typeof (value as { generate?: unknown } | null)?.generate === 'function',
  'must be an arbitrary of fast-check',
)

/** @throws {UsageError} where an option cannot be used */
export function optionsOf<Options>(name: string, given: Options, rules: OptionRules<Options>): Options {
  return checkedOptions(given, rules, failingOf(name, Object.keys(rules)[0] as string))
}

/** How an error about the options of an arbitrary begins and ends. */
export const failingOf = (name: string, option: string): Failing => ({
  failed: `Failed to make ${name}`,
  advice: `Write ${name}({ ${option}: … }), or leave it out. (§2)`,
})
