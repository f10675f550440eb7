/**
 * The kinds of values that options have. Each kind converts the text of a flag or of a variable of the environment, and checks the value.
 */
import { isFlag, isOneOf, isTextList, type OptionRule, rule } from '../../contract/options.ts'
import { jsonIn } from '../../core/kernel/json.ts'
import { isToken, originOf } from '../../server/options.ts'

/** A kind of value. `Value` is the type of a checked value. */
export interface ValueKind<Value = unknown> {
  /** Never set: it only holds the type. */
  readonly value?: Value
  /** How help shows a value; empty if the flag always stands alone. */
  readonly shown: string
  /** Converts a text to a value. A text that cannot be converted stays as it is, and `rule` refuses it. */
  readonly read: (text: string) => unknown
  /** The check of a value, with its message. Without a rule `createBank` checks the value. */
  readonly rule?: OptionRule
  /** The value of a flag that stands alone; undefined if a value must follow. */
  readonly alone?: unknown
  /** For a flag that may stand alone: whether the next word is its value. */
  readonly takes?: (word: string) => boolean
  /** Whether the option may be given several times. Its value is then a list. */
  readonly isList?: boolean
}

/** Any text but an empty one. */
export const text = (shown: string): ValueKind<string> => ({
  shown,
  read: (given) => given,
  rule: rule((value) => typeof value === 'string' && value !== '', 'must be a string that is not empty'),
})

/** How long an exploration may take. */
export const budget: ValueKind<string> = {
  ...text('TIME'),
  rule: rule(
    (value) => typeof value === 'string' && /^\d+(\.\d+)?[smh]$/.test(value),
    'must be seconds, minutes or hours, such as "30s" or "5m"',
  ),
}

/** A secret that goes into a header. */
export const token: ValueKind<string> = { ...text('TOKEN'), rule: isToken }

/** The origin of a server: its address without a path. */
export const origin: ValueKind<string> = {
  ...text('URL'),
  rule: rule(
    (value) => originOf(value) !== undefined,
    'must be an address without a path, such as "http://bank.test:4010"',
  ),
}

export const choice = <const Word extends string>(...words: readonly Word[]): ValueKind<Word> => ({
  shown: words.join('|'),
  read: (given) => given,
  rule: isOneOf(words),
})

export const whole = (shown: string, least: number, most = Number.MAX_SAFE_INTEGER): ValueKind<number> => {
  const must =
    most === Number.MAX_SAFE_INTEGER ? `a whole number, at least ${least}` : `a whole number from ${least} to ${most}`
  const isWithin = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
  return { shown, read: numberIn, rule: rule(isWithin, `must be ${must}`) }
}

/** A boolean: the flag alone means true. */
export const flag: ValueKind<boolean> = {
  shown: '',
  read: (given) => ({ true: true, false: false })[given] ?? given,
  rule: isFlag,
  alone: true,
}

/** A boolean, or a number above 0: the flag alone means true. */
export const flagOrNumber = (shown: string, most: number): ValueKind<boolean | number> => ({
  shown,
  read: (given) => numberIn(flag.read(given)),
  rule: rule(
    (value) => typeof value === 'boolean' || ((value as number) > 0 && (value as number) <= most),
    `must be true, false or a number above 0, at most ${most}`,
  ),
  alone: true,
  takes: (word) => typeof numberIn(flag.read(word)) !== 'string',
})

/** A list of texts with commas between them; the flag may be repeated. */
export const texts = (shown: string): ValueKind<readonly string[]> => ({
  shown,
  read: (given) => given.split(',').map((each) => each.trim()),
  rule: isTextList,
  isList: true,
})

export const hosts = (shown: string): ValueKind<readonly string[]> => ({
  ...texts(shown),
  rule: rule(
    (value) => Array.isArray(value) && value.every(isHost),
    'must be names of hosts such as "bank.example", without scheme, port or wildcard',
  ),
})

/** The kinds without a rule: `createBank` checks their values. */
export const bankText = (shown: string): ValueKind => ({ shown, read: (given) => given })

export const bankNumber = (shown: string): ValueKind => ({ shown, read: numberIn })

export const bankValue = (shown: string): ValueKind => ({ shown, read: valueIn })

/** A text if `accepts` allows it, otherwise JSON. So an account number that has only digits stays a text. */
export const eitherOf = (accepts: (value: unknown) => boolean): ValueKind => ({
  shown: 'VALUE',
  read: (given) => (accepts(given) ? given : valueIn(given)),
})

/** The number in a text; any other text, such as an empty one, stays as it is. */
function numberIn(given: unknown): unknown {
  return typeof given === 'string' && given.trim() !== '' && !Number.isNaN(Number(given)) ? Number(given) : given
}

/** Whether a text is a host in the spelling of URLs: no request would ever match another spelling. */
function isHost(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(value)) return false
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value.toLowerCase()
}

/** The value that a text of JSON stands for, even if it is null. Any other text stays as it is. */
function valueIn(given: string): unknown {
  const value = jsonIn(given)
  return value === undefined ? given : value
}
