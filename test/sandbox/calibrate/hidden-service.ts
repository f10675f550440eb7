/** A hidden bank behind a fetch that has the habits of real services. */
import * as fc from 'fast-check'
import { type AssumptionId, type AssumptionValues, createBank } from 'vostro'
import type { AssumptionFinding, CalibrateOptions } from 'vostro/sandbox'
import {
  answeringIds,
  type BodyOf,
  behindProxy,
  failing,
  holding,
  limiting,
  numbersFrom,
  prefixing,
  refusing,
  refusingIn,
  sameDay,
  waits,
  writingTimes,
} from './habits.ts'
import { behindFetch } from './hidden-bank.ts'
import { readingLate } from './late-reads.ts'

/** Fields that a service may require of a wire, as the option `wire` has them. */
const requirable = { purpose: 'Invoice', beneficiaryReference: 'INV-1', originatorToBeneficiary1: 'THANKS' }
type Requirable = keyof typeof requirable

const listed = ['026009593', '011000138', '121000248']

const times = {
  asTheyAre: (time: string) => time,
  inUtc: (time: string) => new Date(time).toISOString(),
  withNineDigits: (time: string) => time.replace(/\.\d{3}/, '$&000000'),
  withoutFraction: (time: string) => time.replace(/\.\d{3}/, ''),
}

const said: BodyOf = (errors) => errors.map(({ message }) => message).join('; ')
const refusals = {
  asTheyAre: null,
  problem: (errors, status) => ({ type: 'about:blank', title: 'Refused', status, detail: said(errors, status) }),
  envelope: ([error]) => ({ error }),
  text: said,
  message: (errors, status) => ({ message: said(errors, status) }),
} satisfies Record<string, BodyOf | null>

/** The value of `errors.body` that has such refusals. */
const formOf = { asTheyAre: 'list', problem: 'problem', envelope: 'envelope', text: 'text', message: undefined }

const keys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]

export interface Habits {
  /** How late reads are at most, in milliseconds. */
  readonly lag: number
  /** Whether all reads are that late, or each is as late as it happens to be. */
  readonly isSteady: boolean
  /** How many of a hundred answers fail. */
  readonly failing: number
  readonly callsPerSecond: number
  readonly required: readonly Requirable[]
  readonly takesMessages: boolean
  readonly hasDirectory: boolean
  readonly times: keyof typeof times
  readonly refusals: keyof typeof refusals
  /** Whether a proxy in front of it refuses by pages of its own. */
  readonly hasProxy: boolean
  /** Whether it keeps a holiday that no calendar has. */
  readonly hasHoliday: boolean
  readonly wiresPerDay: number
  readonly suspectsDuplicates: boolean
  /** Whether it answers what makes a record by 202 with its id alone. */
  readonly answersIds: boolean
  readonly prefixesIds: boolean
  readonly waits: keyof typeof waits
  /** Whether a desk approves each hold after eight seconds. */
  readonly hasDesk: boolean
  readonly seed: number
}

/** Small ones are no likelier than others. */
const whole = (min: number, max: number) => fc.noBias(fc.integer({ min, max }))

export const anyHabits: fc.Arbitrary<Habits> = fc.record({
  lag: whole(0, 800),
  isSteady: fc.boolean(),
  failing: whole(0, 6),
  callsPerSecond: whole(2, 10),
  required: fc.subarray(keys(requirable)),
  takesMessages: fc.boolean(),
  hasDirectory: fc.boolean(),
  times: fc.constantFrom(...keys(times)),
  refusals: fc.constantFrom(...keys(refusals)),
  hasProxy: fc.boolean(),
  hasHoliday: fc.boolean(),
  wiresPerDay: fc.oneof(fc.constant(1_000), whole(12, 40)),
  suspectsDuplicates: fc.boolean(),
  answersIds: fc.boolean(),
  prefixesIds: fc.boolean(),
  waits: fc.constantFrom(...keys(waits)),
  hasDesk: fc.boolean(),
  seed: whole(1, 2_000_000_000),
})

/** What is neither a value of ours nor as we do it. */
const isOtherwise = ({ verdict, value }: AssumptionFinding) =>
  verdict === 'differs' && value !== 'listed' && value !== 'any'

/** Where a habit, and not the bank behind it, is what a service does: when a verdict on that is right. */
export const truthsOf = (habits: Habits): { readonly [Id in AssumptionId]?: (told: AssumptionFinding) => boolean } => ({
  ...(habits.required.length > 0 && { 'wires.requiredFields': isOtherwise }),
  ...(habits.answersIds && { 'http.createStatus': ({ value }) => value === '202' }),
  ...(habits.hasDesk && {
    'wires.reviewOutcome': ({ value }) => value === 'Hold',
    'wires.holdMinutes': isOtherwise,
  }),
  'errors.body': ({ value }) => value === formOf[habits.refusals],
  'errors.codes': ({ value }) => value === 'published',
})

/** The service has a holiday on January 29, as the bank has it on December 25. */
const EVE = { now: '2025-12-24T09:00:00-05:00', weeks: 5 * 7 * 86_400_000 }

/** How many seconds a desk takes to approve. */
const DESK = 8

/** The options for calibrating a bank that nobody can look into, and that has these habits; and how many calls came while it asked to wait. */
export function hiddenService(assume: AssumptionValues, habits: Habits) {
  const fitting = {
    ...{ ...assume, 'errors.body': 'list', 'errors.codes': 'published' },
    ...(habits.answersIds && { 'http.createStatus': '202' }),
    ...(habits.hasHoliday && { 'wires.holidays': 'federal' }),
    ...(habits.hasDesk && {
      'wires.reviewOutcome': 'Pending',
      'wires.reviewSeconds': Math.min(assume['wires.reviewSeconds'] + DESK, 2_592_000),
    }),
    // A service that takes no messages takes some amount.
    ...(!habits.takesMessages && { 'limits.amountMinimum': 1, 'limits.amountMaximum': 100_000_000 }),
  } as never
  const options = { assume: fitting, ...(habits.hasHoliday && { now: EVE.now }) }
  const bank = createBank(options)
  const random = numbersFrom(habits.seed)
  const lagOf = () => (habits.isSteady ? habits.lag : Math.floor(random() * (habits.lag + 1)))
  const late = readingLate(behindFetch(bank), bank, options, lagOf)
  const now = () => late.clock.now() + (habits.hasHoliday ? EVE.weeks : 0)
  const replays = assume['idempotency.clientIdentifier'] === 'replayed'
  const { problemsOf, onTaken } = sameDay(habits.wiresPerDay, habits.suspectsDuplicates, replays, now)
  const problemsWith = (wire: Readonly<Record<string, unknown>>) => [
    ...habits.required.filter((field) => (wire[field] ?? null) === null).map((field) => `${field}: is required`),
    ...(habits.takesMessages || wire['businessFunctionCode'] !== 'SVC' ? [] : ['SVC: is not enabled']),
    ...(habits.hasDirectory && !listed.includes(String(wire['receiverRoutingNumber'] ?? listed[0]))
      ? ['receiverRoutingNumber: is no participant']
      : []),
    ...problemsOf(wire),
  ]
  const timeOf = (time: string) => times[habits.times](habits.hasHoliday ? later(time, EVE.weeks) : time)
  let { fetch } = late
  if (habits.hasDesk) fetch = holding(fetch, bank, assume['wires.reviewSeconds'] * 1_000, late.clock.now)
  fetch = refusing(fetch, bank, problemsWith, onTaken)
  fetch = writingTimes(refusingIn(fetch, bank, refusals[habits.refusals]), bank, timeOf)
  if (habits.answersIds) fetch = answeringIds(fetch, bank)
  if (habits.prefixesIds) fetch = prefixing(fetch, bank)
  if (habits.hasProxy) fetch = behindProxy(fetch, bank)
  fetch = failing(fetch, habits.failing / 100, random, habits.hasProxy)
  const limited = limiting(fetch, habits.callsPerSecond, now, waits[habits.waits])
  const wire = {
    ...Object.fromEntries(habits.required.map((field) => [field, requirable[field]])),
    ...(habits.hasDirectory && { receiverRoutingNumber: listed[0] }),
  }
  const service: CalibrateOptions = { ...late, clock: { ...late.clock, now }, fetch: limited.fetch, wire }
  return { service, early: limited.early }
}

/** The same wall time some milliseconds later. */
const later = (time: string, milliseconds: number) =>
  new Date(Date.parse(`${time.slice(0, 23)}Z`) + milliseconds).toISOString().slice(0, 23) + time.slice(23)
