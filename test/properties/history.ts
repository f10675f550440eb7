/** Histories: arbitrary banks, and arbitrary sequences of commands that are done to them. */
import * as fc from 'fast-check'
import type { AllowedActivity, BankOptions } from 'vostro'
import { thoroughly } from '../support/thorough.ts'
import type { Command, OtherSide } from './command.ts'

/** Every property is tried on the same cases in every run, `npm test` on the first tenth of them; a failure prints the path of its counterexample. */
export const always = (numRuns: number) => ({ seed: 20_260_302, numRuns: thoroughly(numRuns, Math.ceil(numRuns / 10)) })

const index = fc.nat(40)
const amount = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 40_000_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 999_999_999_999 }) },
)
const isInternal = fc.boolean()
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 })
const criteria = fc.record(
  {
    rail: orNull(fc.constantFrom('Ach', 'Wire', 'Card')),
    transactionType: orNull(fc.constantFrom('Debit', 'Credit')),
    otherAccountType: orNull(fc.constantFrom('Deposit', 'GeneralLedger')),
    amountThreshold: orNull(amount),
    transactionCode: orNull(fc.constantFrom('Outgoing Wire', 'Incoming Wire', 'Incoming ACH')),
    reason: fc.constantFrom('Fraud', 'Court order'),
    notes: fc.constantFrom('seen', 'to be seen'),
    appliesTo: fc.constantFrom('All', 'Account', 'SubAccounts', 'SubAccount'),
  },
  { requiredKeys: ['appliesTo'] },
)
const loanStatus = fc.constantFrom('DocsComplete', 'Approved', 'InFunding', 'Funded', 'Cancelled', 'ComplianceFailed')
const loanFields = fc.record(
  {
    LoanNumber: fc.string({ maxLength: 8 }),
    LoanAmount: fc.nat().map((units) => (units / 100).toFixed(2)),
    NoteDate: fc.constantFrom('2026-03-02T00:00:00Z', '2026-07-04T12:30:00-04:00'),
    FICO: fc.integer({ min: 300, max: 850 }),
    Rails: fc.array(fc.record({ RailType: fc.constant('ACH'), Priority: fc.nat(3) }), { maxLength: 2 }),
  },
  { requiredKeys: [] },
)
const duration = fc.oneof(
  fc.record({ seconds: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ minutes: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ hours: fc.integer({ min: 1, max: 30 }), milliseconds: fc.nat(999) }),
  fc.record({ days: fc.integer({ min: 1, max: 8 }) }),
)

/** A command, `weight` times as often as one of weight 1. */
const often = (weight: number, arbitrary: fc.Arbitrary<Command>) => ({ weight, arbitrary })
const does = <Name extends string, Fields extends object>(
  name: Name,
  fields: { [Field in keyof Fields]: fc.Arbitrary<Fields[Field]> },
) => fc.record({ does: fc.constant(name), ...fields }) as fc.Arbitrary<{ does: Name } & Fields>
const key = fc.option(fc.constantFrom('key 1', 'key 2'), { nil: undefined, freq: 4 })

const rail = fc.constantFrom('Ach', 'Wire', 'Rtp', 'Check', 'Card', 'International', 'Internal')
const transactionType = fc.constantFrom('Debit', 'Credit')
const transactionCode = fc.constantFrom('Incoming ACH', 'Withdrawal', 'Fee', 'Account Transfer', 'Adjustment')
const activity = fc.record({ rail, transactionType, transactionCode, amount }) as fc.Arbitrary<
  Extract<Command, { does: 'post' }>['activity']
>
const other: fc.Arbitrary<OtherSide> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ own: index }) },
  { weight: 1, arbitrary: fc.record({ anybodys: index }) },
  { weight: 1, arbitrary: fc.constantFrom<OtherSide[]>('same', 'unknown') },
)
const allowed: fc.Arbitrary<AllowedActivity[] | null> = fc.oneof(
  fc.constant(null),
  fc.array(fc.record({ rail, transactionType, transactionCode }, { requiredKeys: [] }), {
    maxLength: 4,
  }) as fc.Arbitrary<AllowedActivity[]>,
)

const deed: fc.Arbitrary<Command> = fc.oneof(
  often(1, does('addPartner', { ledgerType: fc.constantFrom('Passthrough', 'Direct'), balance: fc.nat(50_000_000) })),
  often(2, does('openAccount', { ledgerType: fc.constantFrom('Passthrough', 'Direct'), balance: fc.nat(50_000_000) })),
  often(4, does('createSubledger', { account: index, hasProfile: fc.boolean() })),
  often(10, does('createWire', { account: index, amount, key, client: key })),
  often(6, does('simulateInbound', { account: index, amount })),
  often(2, does('cancel', { wire: index })),
  often(2, does('hold', { wire: index })),
  often(2, does('approve', { wire: index })),
  often(1, does('reject', { wire: index })),
  often(3, does('reverse', { wire: index })),
  often(2, fc.constant<Command>({ does: 'releaseBatch' })),
  often(1, does('restrict', { isInternal, account: index, criteria })),
  often(1, does('restrictOne', { isInternal, account: index, criteria })),
  often(1, does('changeRestriction', { isInternal, restriction: index, criteria })),
  often(2, does('liftRestriction', { isInternal, restriction: index })),
  often(1, does('setStatus', { account: index, status: fc.constantFrom('Active', 'Active', 'Closed', 'Dormant') })),
  often(8, does('post', { account: index, other: fc.option(other, { nil: undefined, freq: 2 }), activity })),
  often(5, does('transfer', { account: index, other, amount, client: key })),
  often(3, does('placeHold', { isInternal, account: index, amount })),
  often(2, does('releaseHold', { isInternal, hold: index })),
  often(1, does('setPolicy', { isInternal, allowed })),
  often(
    1,
    does('registerWebhook', {
      eventName: fc.constantFrom('Wire.Payment.Sent', 'Wire.Payment.Rejected', 'LoanStatusUpdated', 'RailUpdated'),
    }),
  ),
  often(1, does('moveWebhook', { registration: index })),
  often(1, does('removeWebhook', { registration: index })),
  often(1, does('restartWebhook', { registration: index })),
  often(1, does('pingWebhook', { registration: index })),
  often(1, fc.constant<Command>({ does: 'issueToken' })),
  often(1, fc.constant<Command>({ does: 'revokeToken' })),
  often(1, does('addLoan', { fields: loanFields, isSparse: fc.boolean() })),
  often(1, does('updateLoan', { loan: index, fields: loanFields })),
  often(2, does('advanceLoan', { loan: index })),
  often(1, does('moveLoan', { loan: index, status: loanStatus })),
  often(1, does('fundLoan', { loan: index, isSuccess: fc.boolean() })),
  often(1, does('failCompliance', { loan: index })),
  often(6, does('advance', { duration })),
  often(4, fc.constant<Command>({ does: 'advanceToNextBatch' })),
  often(2, fc.constant<Command>({ does: 'advanceToNext' })),
)

/** Mostly the default partner acts, now and then another. */
const command: fc.Arbitrary<Command> = fc
  .tuple(deed, fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 1, 2))
  .map(([does, as]) => (as === undefined ? does : { ...does, as }))

/** What is done to a bank, one command after the other. */
export const history: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 1, maxLength: 60, size: 'max' })

/** A few more commands. */
export const sequel: fc.Arbitrary<Command[]> = fc.array(command, { minLength: 1, maxLength: 15, size: 'max' })

/** Some bank: either ledger, any release mode, before a weekend, a holiday and each change of the clocks. */
export const bankOptions: fc.Arbitrary<BankOptions> = fc.record({
  seed: fc.nat(),
  now: fc.constantFrom(
    '2026-03-02T09:00:00-05:00',
    '2026-03-06T18:40:00-05:00',
    '2026-10-30T17:00:00-04:00',
    '2026-11-25T18:44:00-05:00',
  ),
  release: fc.constantFrom<NonNullable<BankOptions['release']>[]>('calendar', 'calendar', 'instant', 'manual', {
    every: { minutes: 30 },
  }),
  masterAccount: fc.record({ balance: fc.nat(100_000_000), ledgerType: fc.constantFrom('Passthrough', 'Direct') }),
  assume: fc.record({
    'wires.reviewOutcome': fc.constantFrom('Pending', 'Pending', 'Hold'),
    'wires.holdMinutes': fc.constantFrom(null, 20),
    'loans.stepSeconds': fc.constantFrom(null, 0, 60),
    'loans.moves': fc.constantFrom('listed', 'listed', 'any'),
    'wires.reviewSeconds': fc.constantFrom(0, 5),
    'wires.acknowledgementSeconds': fc.constantFrom(0, 0, 45),
    'wires.inboundSeconds': fc.constantFrom(0, 60),
    'holds.beyondAvailable': fc.constantFrom('allowed', 'refused'),
    'events.wires': fc.constantFrom('registered', 'always'),
    'idempotency.changedBody': fc.constantFrom('processed', 'refused'),
  }),
})
