/**
 * The kinds of values of options. A flag and a variable of the environment are texts, a file has values of JSON: each kind makes the
 * value of a text, and checks any value, so that an option means the same wherever it was written.
 */
import { isFlag, isOneOf, isTextList, type OptionRule, rule } from '../../contract/options.ts'
import { jsonIn } from '../../core/kernel/json.ts'
import { isToken, originOf, TOKEN_WORDS } from '../../server/options.ts'

/** A kind of value, of this type once it is checked. */
export interface ValueKind<Value = unknown> {
  /** Never set: it only holds the type. */
  readonly value?: Value
  /** How help shows a value; empty where the flag stands alone. */
  readonly shown: string
  /** The value of a text; a text without one stays as it is, and `rule` refuses it. */
  readonly read: (text: string) => unknown
  /** Which values are accepted, in words too; without it `createBank` checks the value. */
  readonly rule?: OptionRule
  /** The value of the flag alone; undefined where a value must follow. */
  readonly alone?: unknown
  /** Whether the word after a flag that may stand alone is its value. */
  readonly takes?: (word: string) => boolean
  /** Whether it may be given several times: the values are a list. */
  readonly isList?: boolean
}

/** Any text but an empty one; `shown` is how help names it. */
export const text = (shown: string): ValueKind<string> => ({
  shown,
  read: (given) => given,
  rule: rule((value) => typeof value === 'string' && value !== '', 'must be a text that is not empty'),
})

/** A secret that goes into a header. */
export const token: ValueKind<string> = { ...text('TOKEN'), rule: rule(isToken, TOKEN_WORDS) }

/** The origin of a server: its address without a path. */
export const origin: ValueKind<string> = {
  ...text('URL'),
  rule: rule(
    (value) => originOf(value) !== undefined,
    'must be an address without a path, such as "http://bank.test:4010"',
  ),
}

/** One of a few words. */
export const choice = <const Word extends string>(...words: readonly Word[]): ValueKind<Word> => ({
  shown: words.join('|'),
  read: (given) => given,
  rule: isOneOf(words),
})

/** A whole number within bounds. */
export const whole = (shown: string, least: number, most = Number.MAX_SAFE_INTEGER): ValueKind<number> => {
  const must =
    most === Number.MAX_SAFE_INTEGER ? `a whole number, at least ${least}` : `a whole number from ${least} to ${most}`
  const isWithin = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
  return { shown, read: numberIn, rule: rule(isWithin, `must be ${must}`) }
}

/** Yes or no: the flag alone is yes. */
export const flag: ValueKind<boolean> = {
  shown: '',
  read: (given) => ({ true: true, false: false })[given] ?? given,
  rule: isFlag,
  alone: true,
}

/** Yes, no, or a number above 0: the flag alone is yes. */
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

/** A list of texts: commas part them, and the flag may be repeated. */
export const texts = (shown: string): ValueKind<readonly string[]> => ({
  shown,
  read: (given) => given.split(',').map((each) => each.trim()),
  rule: isTextList,
  isList: true,
})

/** Names of hosts, as `texts`. */
export const hosts = (shown: string): ValueKind<readonly string[]> => ({
  ...texts(shown),
  rule: rule(
    (value) => Array.isArray(value) && value.every(isHost),
    'must be names of hosts such as "bank.example", without scheme, port or wildcard',
  ),
})

/** A text that `createBank` checks. */
export const bankText = (shown: string): ValueKind => ({ shown, read: (given) => given })

/** A number that `createBank` checks. */
export const bankNumber = (shown: string): ValueKind => ({ shown, read: numberIn })

/** A word, a number or JSON that `createBank` checks. */
export const bankValue = (shown: string): ValueKind => ({ shown, read: valueIn })

/** A text where `accepts` takes it as it is, else JSON: an account number of digits alone stays a text. */
export const eitherOf = (accepts: (value: unknown) => boolean): ValueKind => ({
  shown: 'VALUE',
  read: (given) => (accepts(given) ? given : valueIn(given)),
})

/** The number in a text, else the text, as where it is empty. */
function numberIn(given: unknown): unknown {
  return typeof given === 'string' && given.trim() !== '' && !Number.isNaN(Number(given)) ? Number(given) : given
}

/** Whether a text is a host as URLs write it: another spelling would never be found again. */
function isHost(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(value)) return false
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value.toLowerCase()
}

/** The value of a text of JSON, which may be null; else the text. */
function valueIn(given: string): unknown {
  const value = jsonIn(given)
  return value === undefined ? given : value
}
