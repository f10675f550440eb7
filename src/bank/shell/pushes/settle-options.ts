/** The options of calls that wait for handlers or connect them, checked: a mistyped one would be passed over in silence. (§6) */
import { checkedOptions, isFlag, isFunction, type OptionRules, rule } from '../../../contract/options.ts'
import type { ConnectOptions } from './receiver.ts'

/** How long a handler may take. */
export interface SettleOptions {
  /**
   * After how many turns of the event loop a handler that has not ended counts as hanging; by default 500,000, about a second.
   * No clock is asked, so fake timers change nothing.
   */
  maxTurns?: number | undefined
}

/** How a push is delivered by hand. */
export interface DeliverOptions extends SettleOptions {
  /** The receiver gets it, and its answer never comes back: the bank sends it again later. */
  loseAnswer?: boolean | undefined
}

const rules: OptionRules<DeliverOptions> = {
  maxTurns: rule((value) => typeof value === 'number' && value >= 0, 'must be a number of turns, from 0 on'),
  loseAnswer: isFlag,
}
const connectRules: OptionRules<ConnectOptions> = { sign: isFunction }

/**
 * The options of `call`, of which it knows these names.
 *
 * @throws {UsageError} where one cannot be used
 */
export function settleOptionsFrom(
  call: string,
  given: unknown = {},
  names: readonly (keyof DeliverOptions)[] = ['maxTurns'],
): DeliverOptions {
  const known = Object.fromEntries(names.map((name) => [name, rules[name]]))
  return checkedOptions<DeliverOptions>(given, known as typeof rules, {
    failed: `Failed to read the options of ${call}`,
    advice: `It takes ${names.map((name) => (name === 'maxTurns' ? '{ maxTurns: 1_000 }' : '{ loseAnswer: true }')).join(' and ')}. (§6)`,
    renamed: { patience: 'maxTurns' },
  })
}

/** @throws {UsageError} where an option of a handler cannot be used */
export function connectOptionsFrom(given: ConnectOptions, callbackUrl: string): ConnectOptions {
  return checkedOptions(given, connectRules, {
    failed: `Failed to connect "${callbackUrl}"`,
    advice: 'Write { sign: (body) => ({ signature: hash(body) }) }, or leave it out. (§6)',
  })
}
