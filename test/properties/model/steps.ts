/** Arbitrary banks and long stories for them. Amounts are few, so that thresholds and balances are met exactly and often. */
import * as fc from 'fast-check'
import type { AllowedActivity } from 'vostro'
import { probe } from './probes.ts'
import type { Amount, Reference, Step } from './step.ts'

/** What is done to one bank; or with the bank as a whole. */
export type Move =
  | Step
  | { does: 'snapshot' }
  | { does: 'fork' }
  | { does: 'restore'; snapshot: number; isText: boolean }
  | { does: 'goToFork'; fork: number }

// Drawn evenly, where fc.nat would prefer the first.
const index = fc.constantFrom(0, 1, 2, 3, 4, 5)
const as = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2)
const user = fc.constantFrom<(number | 'desk')[]>(0, 0, 'desk', 'desk', 1)
const ledgerType = fc.constantFrom('Passthrough' as const, 'Direct' as const)
const sums = [1, 100, 500, 1_000, 2_000, 5_000]
const balance = fc.constantFrom(20_000, 5_000, 1_000, 0)
const account: fc.Arbitrary<Reference> = fc.oneof(
  { weight: 24, arbitrary: index },
  { weight: 1, arbitrary: fc.record({ foreign: index }) },
  { weight: 1, arbitrary: fc.constant<Reference>('nobody') },
)
const amount: fc.Arbitrary<Amount> = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...sums) },
  { weight: 2, arbitrary: fc.constantFrom<Amount[]>('all', 'all and one') },
  { weight: 1, arbitrary: fc.constantFrom(1_000_000, 1_000_000_000_000) },
)
const rail = fc.constantFrom('Ach', 'Ach', 'Wire', 'Card', 'Check', 'Rtp', 'International', 'Internal', 'Internal')
const transactionType = fc.constantFrom('Debit' as const, 'Credit' as const)
const transactionCode = fc.constantFrom('Incoming ACH', 'Withdrawal', 'Fee', 'Account Transfer')
const knownCode = fc.constantFrom('Incoming ACH', 'Fee', 'Account Transfer', 'Outgoing Wire', 'Incoming Wire')
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null, freq: 3 })
const optionalCriteria = {
  subAccount: orNull(account),
  rail: orNull(fc.constantFrom('Ach', 'Wire', 'Card')),
  transactionType: orNull(transactionType),
  otherAccountType: orNull(fc.constantFrom('Deposit', 'Deposit', 'GeneralLedger', 'Wallet')),
  amountThreshold: orNull(fc.constantFrom(...sums)),
  transactionCode: orNull(knownCode),
}
const appliesTo = fc.constantFrom('All', 'All', 'Account', 'SubAccounts', 'SubAccount')
/** Most restrictions have one criterion or two: a narrow one blocks hardly anything. */
const criteria = fc
  .tuple(
    appliesTo,
    fc.subarray(Object.keys(optionalCriteria), { minLength: 1, maxLength: 2 }),
    fc.record(optionalCriteria),
  )
  .map(([where, names, all]) => ({
    appliesTo: where as 'All',
    ...Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  }))
const changes = fc.oneof(
  criteria,
  fc.record(optionalCriteria, { requiredKeys: [] }),
  fc.record({ appliesTo: fc.constantFrom('Account' as const, 'SubAccount' as const) }),
)
const allowed: fc.Arbitrary<AllowedActivity[] | null> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  {
    weight: 3,
    arbitrary: fc.array(
      fc.record(
        {
          rail: orNull(fc.constantFrom('Ach' as const, 'Wire' as const, 'Internal' as const)),
          transactionType: orNull(transactionType),
          transactionCode: orNull(knownCode),
        },
        { requiredKeys: [] },
      ),
      { minLength: 0, maxLength: 4 },
    ),
  },
)
const status = fc.constantFrom(
  ...['Active', 'Active', 'Active', 'Closed', 'Inactive', 'Dormant', 'Escheatment', 'ChargeOff'],
)
const seconds = fc.constantFrom(1, 4, 5, 5, 55, 60, 60, 300, 600, 1_200)

const does = <Name extends string>(name: Name, fields: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({ does: fc.constant(name), ...fields }) as unknown as fc.Arbitrary<Move>
const often = (weight: number, arbitrary: fc.Arbitrary<Move>) => ({ weight, arbitrary })
const otherSide = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 6, arbitrary: account },
  { weight: 1, arbitrary: fc.constant('same') },
)

const move: fc.Arbitrary<Move> = fc.oneof(
  often(2, does('addPartner', { ledgerType, balance })),
  often(3, does('openAccount', { as, ledgerType, balance })),
  often(5, does('openSubledger', { as, master: account })),
  often(3, does('setStatus', { as, account, status })),
  often(16, does('post', { as, account, other: otherSide, rail, transactionType, transactionCode, amount })),
  often(9, does('transfer', { as, from: account, to: account, amount })),
  often(1, does('transfer', { as, from: account, to: account, amount, transactionCode })),
  // Few enough for repeats.
  often(
    2,
    does('transfer', { as, from: fc.constant(0), to: fc.nat(1), amount: fc.constant(100), client: fc.constant('a') }),
  ),
  often(6, does('placeHold', { as: user, account, amount })),
  often(3, does('changeHold', { as: user, hold: index, amount })),
  often(4, does('releaseHold', { as: user, hold: index })),
  often(7, does('restrict', { as: user, master: account, criteria })),
  often(3, does('changeRestriction', { as: user, restriction: index, criteria: changes })),
  often(5, does('liftRestriction', { as: user, restriction: index })),
  often(3, does('setPolicy', { as: user, partner: fc.nat(1), allowed })),
  often(12, does('wireOut', { as, account, amount })),
  often(1, does('wireOut', { as, account: fc.constant(0), amount: fc.constant(100), client: fc.constant('b') })),
  often(8, does('wireIn', { as, account, amount })),
  often(3, does('cancel', { as, wire: index })),
  often(3, does('hold', { wire: index })),
  often(4, does('approve', { wire: index })),
  often(3, does('reject', { wire: index })),
  often(5, does('reverse', { wire: index })),
  often(5, does('releaseBatch')),
  often(14, does('advance', { seconds })),
  often(2, does('snapshot')),
  often(2, does('restore', { snapshot: index, isText: fc.constantFrom(false, false, true) })),
  often(1, does('fork')),
  often(1, does('goToFork', { fork: index })),
)

/** Enough to begin with: accounts of both ledger types, subledgers on each, another partner. */
const furniture: Move[] = [
  { does: 'openSubledger', as: 0, master: 0 },
  { does: 'wireIn', as: 0, account: 1, amount: 5_000 },
  { does: 'advance', seconds: 60 },
  { does: 'openAccount', as: 0, ledgerType: 'Direct', balance: 5_000 },
  { does: 'openSubledger', as: 0, master: 1 },
  { does: 'openSubledger', as: 0, master: 0 },
  { does: 'addPartner', ledgerType: 'Passthrough', balance: 5_000 },
]

const moves: fc.Arbitrary<Move[]> = fc.oneof(
  { weight: 14, arbitrary: move.map((one) => [one]) },
  { weight: 2, arbitrary: probe },
)

/** A long story. */
export const story: fc.Arbitrary<Move[]> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: fc.constant(furniture) }, { weight: 1, arbitrary: fc.subarray(furniture) }),
    fc.array(moves, { minLength: 1, maxLength: 70, size: 'max' }),
  )
  .map(([begin, rest]) => [...begin, ...rest.flat()])

type Release = 'manual' | 'instant' | { every: { minutes: number } }

/** A bank of which the model knows all rules: either ledger, any release but the calendar's. */
export const bankOptions = fc.record({
  seed: fc.nat(),
  now: fc.constant('2026-03-02T09:00:00-05:00'),
  release: fc.constantFrom<Release[]>('manual', 'instant', { every: { minutes: 10 } }),
  masterAccount: fc.record({ balance, ledgerType }),
  assume: fc.record({
    'wires.restrictionCheck': fc.constantFrom('review' as const, 'release' as const),
    'wires.reviewOutcome': fc.constantFrom('Pending' as const, 'Pending' as const, 'Hold' as const),
    'wires.holdMinutes': fc.constantFrom(null, 20),
    'wires.acknowledgementSeconds': fc.constantFrom(0, 0, 45),
    'holds.beyondAvailable': fc.constantFrom('allowed' as const, 'refused' as const),
  }),
})
