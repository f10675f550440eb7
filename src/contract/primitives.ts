/**
 * The smallest schemas of the wire format. JSON Schema has no functions, so each check has a statement that says the same in JSON Schema. A
 * check without a statement fails the export, and property tests compare each check with its statement.
 */
import * as z from 'zod/mini'
import { isAccountNumber, isMasterAccountNumber } from '../core/accounts/account-number.ts'
import type { AssumptionId } from '../core/assumptions/catalogue.ts'
import { charactersIn } from '../core/kernel/characters.ts'
import { parseTimestamp } from '../core/kernel/time/instant.ts'

/** A JSON Schema 2020-12, as in OpenAPI 3.1. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** The statement of a check, for documents. */
export interface Statement {
  /** The schema that a value must fulfil. */
  readonly states: JsonSchema
  /** The assumption with which `createBank({ assume })` can switch the check off. */
  readonly assumption?: AssumptionId
  /** The part of the rule for which JSON Schema has no words, as a sentence. */
  readonly beyond?: string
}

/** The settings of a check: its message if it fails, and its statement. */
export const stated = (error: string, states: JsonSchema) => ({ error, params: { states } satisfies Statement })

/** The settings of a check that `createBank({ assume })` can switch off. */
export const waivable = (assumption: AssumptionId, error: string, states: JsonSchema, beyond?: string) => ({
  error,
  params: { assumption, states, ...(beyond === undefined ? {} : { beyond }) } satisfies Statement,
})

/** A record as JSON has it: each field may be undefined. For `satisfies` only. */
export type AsJson<Record> = { [Field in keyof Record]?: Record[Field] | undefined }

export const textLike = (form: RegExp, words?: string) => z.string().check(z.regex(form, words))

/** `says`: the message about a text that is not accepted, and the statement. */
export const textThat = (
  accepts: (text: string) => boolean,
  says: { readonly error: string; readonly params: Statement },
) => z.string().check(z.refine(accepts, says))

export const text = z.optional(z.string())
const lengthSays = (most: number) => [`must have at most ${most} characters`, { maxLength: most }] as const

/** A text of at most `most` characters. zod's own check counts an emoji twice. */
const atMost = (
  most: number,
  says: { readonly error: string; readonly params: Statement } = stated(...lengthSays(most)),
) => textThat((text) => charactersIn(text).length <= most, says)

export const credential = atMost(255)
export const shortText = credential.check(z.minLength(1, 'must not be empty'))
export const title = atMost(255, waivable('subledgers.titleLength', ...lengthSays(255))).check(
  z.minLength(1, 'must not be empty'),
)
export const uuid = textLike(
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
  'must be a UUID',
)
const ofForm = (form: RegExp, words: string) =>
  z.string().check(
    z.regex(form, words),
    z.refine((text) => parseTimestamp(text) !== undefined, stated('must be an instant', { format: 'date-time' })),
  )
export const timestamp = ofForm(
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d\.\d{3}[+-]\d\d:\d\d$/,
  'must be ISO 8601 with milliseconds and an offset',
)
export const midnight = ofForm(
  /^\d{4}-\d\d-\d\dT00:00:00\.000[+-]\d\d:\d\d$/,
  'must be midnight, ISO 8601 with an offset',
)

const WANTED =
  'must be an account number of this bank: 10 digits that begin with 2, or 12 that begin with 3, the last a Luhn digit'
const description =
  'Master account: the digit 2, eight digits and a Luhn digit (accounts.number). Subledger: the digit 3, ten digits and a Luhn digit (§2.9).'
const formOfAny = { pattern: '^(?:2[0-9]{9}|3[0-9]{11})$', format: 'account-number', description } as const
export const accountNumber = textThat(isAccountNumber, stated(WANTED, formOfAny))
const formOfMaster = { ...formOfAny, pattern: '^2[0-9]{9}$' } as const
export const masterAccountNumber = textThat(
  (text) => isMasterAccountNumber(text) && isAccountNumber(text),
  stated('must be a master account number: 10 digits that begin with 2, the last a Luhn digit', formOfMaster),
)
/** The account number in a path. A subledger's number passes, because the core refuses it with a hint to its master account. */
export const accountNumberOfMaster = textThat(isAccountNumber, stated(WANTED, formOfMaster))

/** True if a text is nine digits with a valid check digit. Nine zeros are not, because they belong to no institution. (§2.2) */
export function isRoutingNumber(text: string): boolean {
  return /^\d{9}$/.test(text) && text !== '000000000' && routingCheckDigit(text) === Number(text[8])
}

/** Returns the ninth digit for the first eight: with it, the sum of the digits, weighted 3 7 1, is divisible by ten. */
export function routingCheckDigit(digits: string): number {
  let sum = 0
  for (let index = 0; index < 8; index++) sum += Number(digits[index]) * ([3, 7, 1] as const)[index % 3]!
  return (10 - (sum % 10)) % 10
}

export const routingNumber = z.string().check(
  z.regex(/^\d{9}$/, 'must be a routing number: 9 digits'),
  z.refine(
    (text) => !/^\d{9}$/.test(text) || isRoutingNumber(text),
    waivable('wires.routingNumberCheck', 'must be a routing number with a right check digit', {
      format: 'routing-number',
    }),
  ),
)

const minorUnits = (least: number, words: string, says: JsonSchema = {}) => {
  const states = { type: 'integer', minimum: least, maximum: Number.MAX_SAFE_INTEGER, ...says }
  const accepts = (value: number) => Number.isSafeInteger(value) && value >= least
  return z.number().check(z.refine(accepts, stated(words, states)))
}

export const balance = minorUnits(0, 'must be a whole number of minor units, at least 0')

export const amountText = (least: number) =>
  `must be a whole number of minor units, at least ${least} and exact: 100.00 is 10000`

/** Minor units, at least `least`. `named` is the minimum in the message, if most requests need more than `least`. */
export const amountFrom = (least: number, named = least) =>
  minorUnits(least, amountText(named), { description: 'Minor units: 100.00 is 10000.' })

/** Minor units, at least one. The operations check the bounds that assumptions set. */
export const amount = amountFrom(1)

/** A text of at most `length` characters, unless an assumption switches off the widths of the wire format. */
export const narrow = (length: number) => atMost(length, waivable('wires.fieldLengths', ...lengthSays(length)))

export const choiceOf = <Name extends string>(names: readonly Name[]) =>
  z.enum(names, { error: `must be ${names.join(', ').replace(/, (?=[^,]*$)/, ' or ')}` })

/** One of the published names, unless an assumption accepts any name. */
export const oneOf = (names: readonly string[], words = 'one of ') =>
  textThat(
    (text) => names.includes(text),
    waivable('restrictions.values', `must be ${words}${names.join(', ')}`, { enum: names }),
  )

const pageNumber = z.number().check(z.int('must be a whole number'), z.gte(1, 'must be at least 1'))
const pageSize = pageNumber.check(z.lte(50, 'must be at most 50'))

const sortDirection = choiceOf(['Ascending', 'Descending'])
export const pageQuery = z.strictObject({
  pageNumber: z.optional(pageNumber),
  pageSize: z.optional(pageSize),
  sortDirection: z.optional(sortDirection),
})

export const accountQuery = z.extend(pageQuery, { accountNumber: z.optional(accountNumber) })

const MOST_PAGES = 999_999_999
/** A whole number in an address: a text of digits. */
export const digits = z.pipe(textLike(/^\d{1,9}$/, 'must be a whole number'), z.transform(Number))

/** `pageQuery` as the parameters of an address. */
export const pageParameters = {
  pageNumber: z.optional(z.pipe(digits, pageNumber.check(z.lte(MOST_PAGES)))),
  pageSize: z.optional(z.pipe(digits, pageSize)),
  sortDirection: z.optional(sortDirection),
}

const part = z.optional(z.number().check(z.gte(0, 'must not be negative')))

/** A duration, as a test writes it: parts of virtual time that add up. (§3) */
export const duration = z.strictObject(
  { weeks: part, days: part, hours: part, minutes: part, seconds: part, milliseconds: part },
  {
    error: ({ code }) =>
      code === 'unrecognized_keys'
        ? undefined
        : 'must be made of weeks, days, hours, minutes, seconds and milliseconds: { hours: 2 }',
  },
)

const address = z.url({ protocol: /^https?$/ })

/** Formats of JSON Schema that this bank defines for rules beyond a pattern, each with its check. (§2.2, §2.9) */
export const formats = {
  /** The last digit is a Luhn digit. */
  'account-number': (text: string): boolean => isAccountNumber(text),
  /** The last digit is right by the weights 3 7 1. */
  'routing-number': isRoutingNumber,
  /** A http or https address as browsers read it. */
  'http-address': (text: string): boolean => address.safeParse(text).success,
} as const
