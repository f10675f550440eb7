/** A hidden bank behind a fetch that has the habits of real services. */
import * as fc from 'fast-check'
import { type AssumptionId, type AssumptionValues, createBank } from 'vostro'
import type { AssumptionFinding, CalibrateOptions } from 'vostro/sandbox'
import { failing, limiting, numbersFrom, refusing, refusingIn, writingTimes } from './habits.ts'
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

const refusals = {
  asTheyAre: null,
  problem: (messages: string[], status: number) => ({
    type: 'about:blank',
    title: 'Refused',
    status,
    detail: messages.join('; '),
  }),
  message: (messages: string[]) => ({ message: messages.join('; ') }),
}

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
  seed: whole(1, 2_000_000_000),
})

/** What is neither a value of ours nor as we do it. */
const isOtherwise = ({ verdict, value }: AssumptionFinding) =>
  verdict === 'differs' && value !== 'listed' && value !== 'any'

/** Where a habit, and not the bank behind it, is what a service does: when a verdict on that is right. */
export const truthsOf = (habits: Habits): { readonly [Id in AssumptionId]?: (told: AssumptionFinding) => boolean } => ({
  ...(habits.required.length > 0 && { 'wires.requiredFields': isOtherwise }),
  'errors.body': ({ value }) =>
    value === { asTheyAre: 'list', problem: 'problem', message: undefined }[habits.refusals],
  'errors.codes': ({ value }) => value === 'published',
})

/** The options for calibrating a bank that nobody can look into, and that has these habits. */
export function hiddenService(assume: AssumptionValues, habits: Habits): CalibrateOptions {
  const fitting = { ...assume, 'errors.body': 'list', 'errors.codes': 'published' } as never
  const bank = createBank({ assume: fitting })
  const random = numbersFrom(habits.seed)
  const lagOf = () => (habits.isSteady ? habits.lag : Math.floor(random() * (habits.lag + 1)))
  const late = readingLate(behindFetch(bank), bank, { assume: fitting }, lagOf)
  const problemsOf = (wire: Readonly<Record<string, unknown>>) => [
    ...habits.required.filter((field) => (wire[field] ?? null) === null).map((field) => `${field}: is required`),
    ...(habits.takesMessages || wire['businessFunctionCode'] !== 'SVC' ? [] : ['SVC: is not enabled']),
    ...(habits.hasDirectory && !listed.includes(String(wire['receiverRoutingNumber'] ?? listed[0]))
      ? ['receiverRoutingNumber: is no participant']
      : []),
  ]
  const done = refusing(late.fetch, bank, problemsOf)
  const said = writingTimes(refusingIn(done, bank, refusals[habits.refusals]), bank, times[habits.times])
  const lost = failing(said, habits.failing / 100, random)
  return {
    ...late,
    fetch: limiting(lost, habits.callsPerSecond, late.clock.now),
    wire: {
      ...Object.fromEntries(habits.required.map((field) => [field, requirable[field]])),
      ...(habits.hasDirectory && { receiverRoutingNumber: listed[0] }),
    },
  }
}
