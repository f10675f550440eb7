/** What a test says of how it waits for handlers, checked: a mistyped option would be one that nobody hears of. (§6) */
import { closest } from 'fastest-levenshtein'
import { UsageError } from '../core/errors.ts'

/** How long a handler may take. */
export interface SettleOptions {
  /**
   * After how many turns of the event loop a handler that has not ended counts as hanging; by default 500,000, about a second.
   * No clock is asked, so fake timers change nothing.
   */
  patience?: number | undefined
}

/** How a push is delivered by hand. */
export interface DeliverOptions extends SettleOptions {
  /** The receiver gets it, and its answer never comes back: the bank sends it again later. */
  loseAnswer?: boolean | undefined
}

const checks: {
  readonly [Name in keyof DeliverOptions]-?: readonly [accepts: (value: unknown) => boolean, words: string]
} = {
  patience: [(value) => typeof value === 'number' && value >= 0, 'a number of turns, from 0 on'],
  loseAnswer: [(value) => typeof value === 'boolean', 'true or false'],
}

/** The options of `call`, of which it knows these names. */
export function settleOptionsFrom(
  call: string,
  given: unknown = {},
  names: readonly (keyof DeliverOptions)[] = ['patience'],
): DeliverOptions {
  const refused = (fact: string) =>
    new UsageError(
      `Failed to read the options of ${call}: ${fact}. It takes ${names.map(exampleOf).join(' and ')}. (§6)`,
    )
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw refused(
      `they are no record, but ${given === null ? 'null' : `of type ${Array.isArray(given) ? 'array' : typeof given}`}`,
    )
  }
  for (const [name, value] of Object.entries(given)) {
    const known = names.find((each) => each === name)
    if (!known) throw refused(`"${name}" is none; the nearest is "${closest(name, [...names])}"`)
    const [accepts, words] = checks[known]
    if (value !== undefined && !accepts(value)) throw refused(`${name} must be ${words}, and is ${describe(value)}`)
  }
  return given
}

const exampleOf = (name: keyof DeliverOptions): string =>
  name === 'patience' ? '{ patience: 1_000 }' : '{ loseAnswer: true }'

const describe = (value: unknown): string =>
  typeof value === 'number' ? String(value) : value === null ? 'null' : `of type ${typeof value}`
