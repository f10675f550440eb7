/** Arbitrary numbers, texts and parties of the wire format. All are valid, and shrink to short, small and plain values. (§2.2, §2.9) */
import * as fc from 'fast-check'
import type { PartnerView } from '../../bank/api/partner-view.ts'
import type { Bank } from '../../bank/bank.ts'
import { everyPage } from '../../bank/invariants/every-page.ts'
import {
  cannotUse,
  checkedOptions,
  checkNames,
  type Failing,
  isOneOf,
  isWholeFrom,
  type OptionRule,
  type OptionRules,
  rule,
} from '../../contract/options.ts'
import { routingCheckDigit } from '../../contract/primitives.ts'
import { masterAccountNumber, subledgerNumber } from '../../core/accounts/account-number.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import type { Party } from '../../core/wires/wire.ts'

/**
 * Amounts in minor units; they shrink to 1.
 *
 * @param options - `min` and `max` in minor units; by default 1 and 10000000 (100,000.00)
 * @throws {UsageError} if an option cannot be used, or `min` is greater than `max`
 * @example
 * ```ts
 * fc.assert(fc.property(amounts({ max: 500 }), (amount) => Number.isInteger(amount) && amount >= 1 && amount <= 500))
 * ```
 */
export function amounts(options: { min?: number; max?: number } = {}): fc.Arbitrary<number> {
  const { min = 1, max = 10_000_000 } = optionsOf('amounts', options, { min: isWholeFrom(0), max: isWholeFrom(0) })
  if (min > max) {
    const message = `min is ${min}, and max is ${max}: no amount is between them. By default min is 1 and max 10000000`
    throw cannotUse([{ path: options.max === undefined ? 'min' : 'max', message }], failingOf('amounts', 'max'))
  }
  return fc.integer({ min, max })
}

/**
 * Account numbers with right check digits (§2.9 rules 2, 3). `own`: those that the bank's default partner has now; `unknown`: numbers that
 * belong to no account of the bank; `any`, the default: most are `own`, some `unknown`. They shrink to the number of the master account.
 *
 * @param bank - the bank that has the accounts. Its seed decides the numbers, so they fit every bank with the same options and history
 * @example
 * ```ts
 * fc.assert(fc.property(accountNumbers(bank, 'unknown'), (number) => number.length > 9))
 * ```
 */
export function accountNumbers(bank: Bank, which: 'own' | 'unknown' | 'any' = 'any'): fc.Arbitrary<string> {
  checkNames([which], ['own', 'unknown', 'any'], {
    failed: 'Failed to make accountNumbers',
    noun: 'set',
    section: '§2.9',
  })
  if (which === 'own') return anyOf(accountsOf(bank))
  const { seed } = bank.world.settings
  // The number of an account follows from its position in the bank. No bank of a test has accounts at these positions.
  const slot = fc.integer({ min: 2_000_000, max: 99_999_999 })
  const unknown = fc.oneof(
    slot.map((at) => masterAccountNumber(seed, at)),
    slot.map((at) => subledgerNumber(seed, at)),
  )
  if (which === 'unknown') return unknown
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: anyOf(accountsOf(bank)) },
    { weight: 1, arbitrary: unknown },
  )
}

/** One of these texts. It shrinks to the first. */
export function anyOf(list: readonly string[]): fc.Arbitrary<string> {
  return fc.nat(list.length - 1).map((index) => list[index] as string)
}

/** The numbers of a partner's accounts and subledgers as they are now, its master account first. */
export function accountsOf(of: PartnerView): string[] {
  const masters = of.accounts.all().map(({ accountNumber }) => accountNumber)
  const subledgers = everyPage((page) => of.subledgers.list(page)).map(({ accountNumber }) => accountNumber)
  return [...new Set([of.masterAccount.accountNumber, ...masters, ...subledgers])]
}

/** Wire routing numbers with right check digits, of the twelve Federal Reserve districts (§2.2). */
export function routingNumbers(): fc.Arbitrary<string> {
  return fc.tuple(fc.integer({ min: 1, max: 12 }), fc.nat(999_999)).map(([district, rest]) => {
    const digits = String(district).padStart(2, '0') + String(rest).padStart(6, '0')
    return `${digits}${routingCheckDigit(digits)}`
  })
}

/**
 * Party objects (§2.2) with up to three address lines: a deposit account or, with `idCode: 'F'`, an institution.
 *
 * @example
 * ```ts
 * fc.assert(fc.property(parties({ idCode: 'F' }), ({ identifier }) => identifier.length === 9))
 * ```
 */
export function parties(options: { idCode?: 'D' | 'F' } = {}): fc.Arbitrary<Party> {
  const { idCode = 'D' } = optionsOf('parties', options, { idCode: isOneOf(['D', 'F']) })
  const identifier = idCode === 'F' ? routingNumbers() : fc.integer({ min: 1_000, max: 999_999_999_999 }).map(String)
  return fc
    .record({ name: names(), identifier, lines: fc.array(texts(35), { maxLength: 3 }) })
    .map(({ name, identifier, lines }) => {
      const addresses = Object.fromEntries(lines.map((line, index) => [`address${index + 1}`, line]))
      return { idCode, identifier, name, ...addresses }
    })
}

/**
 * Durations for the clock, from a second to `maxDays` days (by default 5); they shrink to a second.
 *
 * @param options - `maxDays`, at least 1
 * @example
 * ```ts
 * await fc.assert(fc.asyncProperty(durations(), async (duration) => void (await bank.fork().clock.advanceAsync(duration))))
 * ```
 */
export function durations(options: { maxDays?: number } = {}): fc.Arbitrary<Duration> {
  const { maxDays = 5 } = optionsOf('durations', options, { maxDays: isWholeFrom(1) })
  const upTo = (max: number) => fc.integer({ min: 1, max })
  return fc.oneof(
    { withCrossShrink: true },
    upTo(90).map((seconds) => ({ seconds })),
    upTo(90).map((minutes) => ({ minutes })),
    upTo(24).map((hours) => ({ hours })),
    upTo(maxDays).map((days) => ({ days })),
  )
}

export function texts(maxLength: number): fc.Arbitrary<string> {
  return fc.string({ minLength: 1, maxLength })
}

/** Names of parties: mostly plain ones, sometimes any text that fits into a wire. */
export function names(): fc.Arbitrary<string> {
  const plain = fc.constantFrom('Example Supplies', 'O’Neill & Sons', 'Zoë Müller', 'A'.repeat(35))
  return fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: plain }, { weight: 1, arbitrary: texts(35) })
}

/** An arbitrary of any version of fast-check. */
export const isArbitrary: OptionRule<never> = rule(
  (value) => value instanceof fc.Arbitrary || typeof (value as { generate?: unknown } | null)?.generate === 'function',
  'must be an arbitrary of fast-check',
)

/** @throws {UsageError} if an option cannot be used */
export function optionsOf<Options>(name: string, given: Options, rules: OptionRules<Options>): Options {
  return checkedOptions(given, rules, failingOf(name, Object.keys(rules)[0] as string))
}

const failingOf = (name: string, option: string): Failing => ({
  failed: `Failed to make ${name}`,
  advice: `Write ${name}({ ${option}: … }), or leave it out.`,
})
