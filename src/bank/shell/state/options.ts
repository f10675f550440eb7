/** The options of createBank: checked in full before a bank is born, with every problem listed. */

import * as z from 'zod/mini'
import { partnerIdentity } from '../../../contract/access.ts'
import { ledgerType } from '../../../contract/account.ts'
import type { Addresses } from '../../../contract/endpoint.ts'
import { expectationOfBank } from '../../../contract/expectation.ts'
import { cannotUse, checkedBy, ownOf, problemsIn } from '../../../contract/options.ts'
import { checked } from '../../../contract/parse.ts'
import { plainOf } from '../../../contract/plain.ts'
import { duration as anyDuration, balance, shortText as text } from '../../../contract/primitives.ts'
import { problemsFrom, quoted } from '../../../contract/problems.ts'
import { strictObject } from '../../../contract/record.ts'
import { valueText } from '../../../contract/value-text.ts'
import type { PartnerIdentity } from '../../../core/access/state.ts'
import { type Assumed, isAssumable, isObservation, separated } from '../../../core/assumptions/assumed-values.ts'
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { bornWorld } from '../../../core/birth.ts'
import { outcomesByBeneficiary } from '../../../core/faults/outcomes.ts'
import type { ExpectationRequest } from '../../../core/faults/state.ts'
import { asJson } from '../../../core/kernel/json.ts'
import { didYouMean } from '../../../core/kernel/nearest.ts'
import { type Duration, milliseconds } from '../../../core/kernel/time/duration.ts'
import {
  CLOCK_LIMITS,
  DAY,
  formatInstant,
  type Instant,
  isZone,
  LATEST,
  parseInstant,
} from '../../../core/kernel/time/instant.ts'
import type { Problem } from '../../../core/rejection.ts'
import type { Settings, World } from '../../../core/world.ts'

/** The addresses at which handlers listen, and the calls that they serve. */
export interface HandlerOptions {
  /** Where the banking API is; by default the bank's own address. */
  baseUrl?: string | undefined
  /** Where the token server is; by default the bank's own address. */
  authUrl?: string | undefined
  /** Where the loan service is; by default the bank's own address. */
  loanBaseUrl?: string | undefined
  /**
   * `specified`: only the calls of the specification are served. All other calls, even those of the published reference, are answered
   * like unknown ones: 404, or 405 if the path is specified for another method.
   */
  only?: 'specified' | undefined
}

/** What `createBank` takes; everything is optional. */
export interface BankOptions {
  /** Any safe integer from 0 on. Banks with the same seed have the same ids. By default 1. */
  seed?: number | undefined
  /**
   * The first instant of the virtual clock: ISO 8601 with an offset, from 1970 to 1 January 9999, with at most three digits
   * after the second. By default Monday `2026-03-02T09:00:00-05:00`.
   */
  now?: string | undefined
  /** The bank's zone, an IANA name. By default `America/New_York`. */
  timeZone?: string | undefined
  /**
   * When approved wires go out: at the batch times of business days (`calendar`, the default), within the call that created
   * them (`instant`), when `bank.desk.releaseBatch()` says so (`manual`), or at even intervals.
   */
  release?: 'calendar' | 'instant' | 'manual' | { every: Duration } | undefined
  /** Where the banking API is. By default `https://api.bank.test`. */
  baseUrl?: string | undefined
  /** Where the token server is. By default `https://auth.bank.test`. */
  authUrl?: string | undefined
  /** Where the loan service is. By default `https://loans.bank.test`. */
  loanBaseUrl?: string | undefined
  /**
   * The default partner. Give the values that your fixtures and environment files have: `id` and `productId` (UUIDs), `clientId`,
   * `clientSecret`, and the `audience` of the banking API, by default `baseUrl`. Values that you leave out are derived from the seed.
   */
  partner?: (PartnerIdentity & { name?: string | undefined; audience?: string | undefined }) | undefined
  /** The default partner's master account; `balance` in minor units, by default 100000000 (1,000,000.00). */
  masterAccount?:
    | { title?: string | undefined; balance?: number | undefined; ledgerType?: 'Passthrough' | 'Direct' | undefined }
    | undefined
  /**
   * Outcomes that are chosen by values in the request, so that one end-to-end test can run against this bank and against a hosted sandbox.
   * A list has records such as `{ of: 'wire', match: { amount: 66_601 }, status: 'Rejected', postingCode: 'NSF' }`. With `byBeneficiary`,
   * the name of a wire's beneficiary is its outcome: a posting code (`NSF`, `RES` …), `HOLD` or `REVERSED`. By default there are none.
   */
  outcomes?: readonly ExpectationRequest[] | 'byBeneficiary' | undefined
  /**
   * Values for assumptions (the points that the specification leaves open) in place of their default values; or the values that `calibrate`
   * observed at a real service.
   */
  assume?: Assumed | undefined
}

const isBase = (text: string) => !/[?#]/.test(text) && !/^[^/]*\/\/[^/]*@/.test(text)
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .check(z.refine(isBase, 'must be a URL without query, fragment and user: paths are added to its end'))
const partnerOptions = { ...partnerIdentity, audience: z.optional(text) }
const duration = anyDuration.check(
  z.refine((given) => milliseconds(given) <= LATEST, 'must end before the clock does, at the year 9999'),
)
/** The longest interval between two batches: a leap year. */
const LONGEST = 366 * DAY

const handlerOptions = strictObject(() => ({
  baseUrl: z.optional(url),
  authUrl: z.optional(url),
  loanBaseUrl: z.optional(url),
  only: z.optional(z.literal('specified', { error: 'must be "specified", or left out' })),
}))

/** For the seed `"test"`, a test kit makes a number from the name of the test. `createBank` itself does not know that name. */
const ofATest =
  'is "test", which works only for the bank that vostro/vitest, vostro/jest, vostro/test or vostro/playwright makes for a test; pass a whole number here'

/** The fields that options and settings share. */
const seed = z
  .number({ error: ({ input }) => (input === 'test' ? ofATest : undefined) })
  .check(z.refine((value) => Number.isSafeInteger(value) && value >= 0, 'must be a whole number, at least 0'))
const timeZone = z.string().check(z.refine(isZone, 'must be a time zone such as "America/New_York"'))
const releases = z.enum(['calendar', 'instant', 'manual'])
const noInstant = `must be ISO 8601 with an offset, ${CLOCK_LIMITS}: "2026-03-02T09:00:00-05:00"`
const instant = z.string().check(z.refine((value) => parseInstant(value) !== undefined, noInstant))
const isInterval = (every: Duration) => milliseconds(every) >= 1 && milliseconds(every) <= LONGEST
const interval = duration.check(z.refine(isInterval, 'must be at least a millisecond and at most 366 days'))
const assume = z.record(z.string(), z.unknown())

const schema = z.strictObject({
  seed: z._default(seed, 1),
  now: z._default(instant, '2026-03-02T09:00:00-05:00'),
  timeZone: z._default(timeZone, 'America/New_York'),
  release: z._default(
    z.union([releases, z.strictObject({ every: interval })], {
      error: 'must be "calendar", "instant", "manual" or { every: { minutes: 30 } }',
    }),
    'calendar',
  ),
  baseUrl: z._default(url, 'https://api.bank.test'),
  authUrl: z._default(url, 'https://auth.bank.test'),
  loanBaseUrl: z._default(url, 'https://loans.bank.test'),
  partner: z.prefault(z.strictObject({ ...partnerOptions, name: z._default(text, 'Test Partner') }), {}),
  masterAccount: z.prefault(
    z.strictObject({
      title: z.optional(text),
      balance: z._default(balance, 100_000_000),
      ledgerType: z.optional(ledgerType),
    }),
    {},
  ),
  outcomes: z._default(
    z.pipe(
      z.transform((given) => (given === 'byBeneficiary' ? [...outcomesByBeneficiary] : given)),
      z.array(expectationOfBank, 'must be "byBeneficiary", or a list of outcomes'),
    ),
    [],
  ),
  assume: z._default(assume, {}),
})

/**
 * Creates the world of a bank with these options, for use with the pure functions `transition` and `inquire`.
 *
 * @throws {UsageError} if an option cannot be used, with every problem listed
 * @example
 * ```ts
 * createWorld({ seed: 7 }).ledger.deposits // 100000000
 * ```
 */
export function createWorld(options: BankOptions = {}): World {
  return bornWorld(settingsFrom(options))
}

export function settingsFrom(options: BankOptions): Settings {
  const how = { failed: 'Failed to create a bank' }
  const plain = plainOf(options)
  if ('problems' in plain) {
    throw cannotUse(
      plain.problems.map(({ path, message }) => ({ path: path || 'options', message })),
      how,
    )
  }
  const parsed = checked(schema, ownOf(plain.value))
  const assumed = typeof plain.value?.assume === 'object' ? plain.value.assume : null
  const problems = [
    ...(parsed.error ? problemsIn(schema, parsed.error, plain.value) : []),
    ...problemsOfAssume(assumed ?? {}),
  ]
  if (problems.length > 0 || !parsed.success) throw cannotUse(problems, how)
  const { assume, outcomes, ...given } = parsed.data
  const { release, masterAccount } = given
  const { assume: values, observed } = separated(assume)
  return asJson({
    ...given,
    now: parseInstant(given.now) as Instant,
    release: typeof release === 'string' ? release : milliseconds(release.every),
    masterAccount: {
      title: masterAccount.title ?? given.partner.name,
      balance: masterAccount.balance,
      ledgerType: masterAccount.ledgerType ?? null,
    },
    assume: values,
    ...(outcomes.length > 0 ? { outcomes } : {}),
    ...(Object.keys(observed).length > 0 ? { observed } : {}),
  })
}

/** Returns the options of a bank with these settings: the seed, and all that differ from their defaults. */
export function optionsOf(settings: Settings): BankOptions {
  const usual: Readonly<Record<string, unknown>> = { ...allOptionsOf(settingsFrom({})), seed: undefined }
  const isGiven = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(usual[name])
  return Object.fromEntries(Object.entries(allOptionsOf(settings)).filter(isGiven))
}

function allOptionsOf({ seed, now, timeZone, release, masterAccount, assume, observed = {}, ...same }: Settings) {
  const { ledgerType, ...account } = masterAccount
  const observations = Object.entries(observed).map(([id, each]) => {
    return [id, { ...(id in assume && { value: assume[id as AssumptionId] }), ...each }]
  })
  return {
    seed,
    now: formatInstant(now, timeZone),
    timeZone,
    release: typeof release === 'number' ? { every: { milliseconds: release } } : release,
    ...same,
    masterAccount: { ...account, ...(ledgerType && { ledgerType }) },
    assume: { ...assume, ...Object.fromEntries(observations) },
  }
}

/** The options of bankHandlers, checked; addresses that are left out are the bank's own. */
export function handlerOptionsFrom(
  given: HandlerOptions,
  own: Addresses,
): { addresses: Addresses; only: 'specified' | undefined } {
  const {
    baseUrl = own.baseUrl,
    authUrl = own.authUrl,
    loanBaseUrl = own.loanBaseUrl,
    only,
  } = checkedBy(handlerOptions, given, { failed: 'Failed to make handlers for a bank' })
  return { addresses: { baseUrl, authUrl, loanBaseUrl }, only }
}

export function durationFrom(given: Duration, verb: string): number {
  return milliseconds(checkedBy(duration, given, { failed: `Failed to ${verb} ${valueText(given)}` }))
}

const settingsSchema = strictObject(() => ({
  seed,
  now: z.int().check(z.gte(0)),
  timeZone,
  release: z.union([releases, z.int().check(z.gte(1), z.lte(LONGEST))]),
  baseUrl: url,
  authUrl: url,
  loanBaseUrl: url,
  partner: z.strictObject({ ...partnerOptions, name: text }),
  masterAccount: z.strictObject({ title: text, balance, ledgerType: z.nullable(ledgerType) }),
  assume,
  outcomes: z.optional(z.array(expectationOfBank)),
  observed: z.optional(z.record(z.string(), z.strictObject({ observed: z.string(), evidence: z.array(z.string()) }))),
}))

/** True if a value from outside, such as the input of a journal's first entry, is the settings of a bank. */
export function isSettings(value: unknown): value is Settings {
  const parsed = checked(settingsSchema, value)
  return parsed.success && problemsOfAssume(parsed.data.assume).length === 0
}

function problemsOfAssume(assume: object): Problem[] {
  const isWrong = ([id, value]: [string, unknown]) =>
    !Object.hasOwn(assumptions, id) || (value !== undefined && !isAssumable(id as AssumptionId, value))
  return problemsFrom(Object.entries(assume).filter(isWrong), ([id, value]) => {
    const path = `assume['${quoted([id])}']`
    if (!Object.hasOwn(assumptions, id)) {
      return { path, message: `unknown assumption${didYouMean(id, Object.keys(assumptions))}` }
    }
    const { words } = assumptions[id as AssumptionId].allowed
    return { path, message: `is ${valueText(isObservation(value) ? value.value : value)}, allowed is ${words}` }
  })
}
