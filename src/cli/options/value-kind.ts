/**
 * What an option of the command line may be. A flag and a variable of the environment are texts, a file has values of JSON: each
 * kind reads the one and checks the other, so that an option means the same wherever it was written.
 */
import { isFlag, isOneOf, isTextList, type OptionRule, rule } from '../../contract/options.ts'
import { jsonIn } from '../../core/kernel/json.ts'
import { isToken, originOf, TOKEN_WORDS } from '../../server/options.ts'

/** A kind of value, of this type once it is checked. */
export interface ValueKind<Value = unknown> {
  /** Stands for the type alone: it is never set. */
  readonly value?: Value
  /** How help shows a value; empty where the flag stands alone. */
  readonly shown: string
  /** What a text means; a text that means nothing is handed on as it is, for `rule` to refuse. */
  readonly read: (text: string) => unknown
  /** What is accepted, and the words for that; without it somebody else looks, such as `createBank`. */
  readonly rule?: OptionRule
  /** Whether the flag may stand without a value: what that means. */
  readonly alone?: unknown
  /** Whether a word after a flag that may stand alone is its value. */
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

/** Where a server is reached, without what stands below. */
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

/** Texts, by a flag that is repeated; in the environment they are parted by commas. */
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

/** A text that `createBank` looks at. */
export const bankText = (shown: string): ValueKind => ({ shown, read: (given) => given })

/** A number that `createBank` looks at. */
export const bankNumber = (shown: string): ValueKind => ({ shown, read: numberIn })

/** A word, a number or JSON that `createBank` looks at. */
export const bankValue = (shown: string): ValueKind => ({ shown, read: valueIn })

/** A value that `accepts` knows, as a text or as JSON: an account number of digits alone is no number. */
export const eitherOf = (accepts: (value: unknown) => boolean): ValueKind => ({
  shown: 'VALUE',
  read: (given) => (accepts(given) ? given : valueIn(given)),
})

/** The number that a text is, else the text. Nothing is no number. */
function numberIn(given: unknown): unknown {
  return typeof given === 'string' && given.trim() !== '' && !Number.isNaN(Number(given)) ? Number(given) : given
}

/** As a URL has it: another spelling would never be found again. */
function isHost(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(value)) return false
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value.toLowerCase()
}

/** The value of JSON, which may be null; else the text. */
function valueIn(given: string): unknown {
  const value = jsonIn(given)
  return value === undefined ? given : value
}
