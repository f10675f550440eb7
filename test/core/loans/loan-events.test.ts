/** The two events that are easily forgotten: an attempt that completed, and a rail that is another than before. */
import { expect, it } from 'vitest'
import { type Bank, createBank, type LoanRail, type LoanStatus } from 'vostro'
import { loanEventNames } from '../../../src/core/loans/loan.ts'
import { loanStatuses } from '../../../src/core/loans/loan-status.ts'
import { pushOf } from '../../support/requests.ts'

const GOOD = '00000000-0000-4000-8000-00000000000a'
const OTHER = '00000000-0000-4000-8000-00000000000b'
const transactionId = expect.stringMatching(/^[0-9a-f-]{36}$/)

/** A bank whose partner is registered for all five loan events. */
function listeningBank(
  assume: { 'loans.moves'?: 'any'; 'loans.railType'?: string; 'loans.stepSeconds'?: number } = {},
) {
  const bank = createBank({ assume })
  for (const name of loanEventNames) bank.webhooks.register(pushOf(name, bank.partner.id))
  return bank
}

/** The pushed loan events with how each ended. */
const outcomes = (bank: Bank) =>
  bank.pushes.map(({ eventName, payload }) => {
    const content = payload!.content
    return 'FundResult' in content ? `${eventName} ${content.FundResult}` : eventName
  })

it('completes a funding attempt rail by rail, whether setStatus, advance, fund or the clock funds the loan [§6]', () => {
  const banks = [60, 0, 0, 0].map((seconds) => listeningBank(seconds === 0 ? {} : { 'loans.stepSeconds': seconds }))
  const ids = banks.map((bank) => bank.loans.add({ Status: 'InFunding', Rails: [{ Id: GOOD }, { Id: OTHER }] }).Id)
  for (const bank of banks) bank.clock.advance({ minutes: 1 })

  banks[1]!.loans.setStatus(ids[1]!, 'Funded')
  banks[2]!.loans.advance(ids[2]!)
  banks[3]!.loans.fund(ids[3]!)

  for (const [index, bank] of banks.entries()) {
    const loan = bank.loans.get(ids[index]!)
    expect(loan).toMatchObject({ Status: 'Funded', Rails: [{ IsFailed: false }, { IsFailed: false }] })
    expect(outcomes(bank)).toEqual([
      'RailUpdated Success',
      'RailUpdated Success',
      'FundingAttemptComplete Success',
      'LoanStatusUpdated',
    ])
    expect(bank.pushes.map(({ payload }) => payload)).toEqual(banks[0]!.pushes.map(({ payload }) => payload))
  }
})

it('tries with bank.loans.setStatus to Funded only the rails that failed before [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails: [{ Id: GOOD }, { Id: OTHER }] })
  bank.loans.fund(Id, { failedRails: [OTHER] })
  const before = bank.pushes.length

  const loan = bank.loans.setStatus(Id, 'Funded')

  expect(loan.Rails).toMatchObject([{ IsFailed: false }, { IsFailed: false }])
  expect(bank.pushes.slice(before).map(({ payload }) => payload!.content)).toMatchObject([
    { RailId: OTHER, FundResult: 'Success' },
    { LoanId: Id, FundResult: 'Success' },
    { Status: 6 },
  ])
})

const statuses = Object.keys(loanStatuses) as LoanStatus[]

it.each(statuses)('completes an attempt whichever way a loan comes from %s, where any move is allowed [§6]', (from) => {
  for (const to of statuses) {
    const bank = listeningBank({ 'loans.moves': 'any' })
    const { Id, Rails } = bank.loans.add({ Status: from })

    const loan = bank.loans.setStatus(Id, to)

    const isOver = to === 'NotFullyFunded' || (from === 'InFunding' && to !== 'InFunding')
    const failed = isOver ? ['FundingAttemptComplete Failed'] : []
    const attempt = to === 'Funded' ? ['RailUpdated Success', 'FundingAttemptComplete Success'] : failed
    const compliance = to === 'ComplianceFailed' ? ['ComplianceLoanFailed'] : []
    expect(outcomes(bank)).toEqual([...attempt, 'LoanStatusUpdated', ...compliance])
    expect(loan).toMatchObject({ Status: to, Rails })
  }
})

it.each<[string, LoanRail[], object[]]>([
  ['changed', [{ Id: GOOD, RailType: 'ACH', Amount: '5' }], [{ RailId: GOOD }]],
  [
    'added',
    [
      { Id: GOOD, RailType: 'ACH' },
      { Id: OTHER, RailType: 'Wire' },
    ],
    [{ RailId: OTHER, RailType: 'Wire' }],
  ],
  ['removed', [], [{ RailId: GOOD, RailType: 'ACH' }]],
  ['added', [{ Id: OTHER, IsFailed: false }], [{ RailId: OTHER }, { RailId: GOOD }]],
])(
  'tells of a rail that is %s, with no outcome and no transaction, as there was none [§6]',
  (change, Rails, events) => {
    for (const Status of ['Received', 'NotFullyFunded', 'Settled'] as const) {
      const bank = listeningBank()
      const { Id } = bank.loans.add({ Status, Rails: [{ Id: GOOD, RailType: 'ACH' }] }, { isSparse: true })

      bank.loans.update(Id, { Rails })

      const told = bank.pushes.flatMap(({ payload }) =>
        payload && 'RailId' in payload.content ? [payload.content] : [],
      )
      expect(told).toStrictEqual(events.map((event) => ({ Id: 0, LoanId: Id, RailType: 'ACH', ...event })))
      expect(bank.timeline()).toContain(`of loan ${Id.slice(0, 8)} ${change}`)
    }
  },
)

it('tells of a rail that is said to have failed, with that outcome, once, and before the adjustment [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'Funded', Rails: [{ Id: GOOD, RailType: 'ACH' }] }, { isSparse: true })

  bank.loans.update(Id, { Rails: [{ Id: GOOD, RailType: 'ACH', IsFailed: true }] })
  bank.loans.update(Id, { Rails: [{ Id: GOOD, RailType: 'ACH', IsFailed: true, Amount: '5' }] })
  bank.loans.update(Id, { Rails: [{ Id: GOOD, RailType: 'ACH', IsFailed: false, Amount: '5' }] })

  const rail = { Id: 0, RailId: GOOD, LoanId: Id, RailType: 'ACH' }
  const adjusted = { Id: 0, LoanId: Id, Fields: ['Rails'], TimeStamp: bank.clock.now }
  expect(bank.pushes.map(({ payload }) => payload?.content)).toStrictEqual([
    { ...rail, RailTransactionId: transactionId, FundResult: 'Failed' },
    adjusted,
    ...[rail, adjusted, rail, adjusted],
  ])
})

it('names each rail transaction by an Id of its own [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails: [{}, {}, {}] })

  bank.loans.fund(Id)

  const ids = bank.pushes.flatMap(({ payload }) =>
    payload && 'RailTransactionId' in payload.content ? [payload.content.RailTransactionId] : [],
  )
  expect(ids).toEqual([transactionId, transactionId, transactionId])
  expect(new Set(ids).size).toBe(3)
})

it('gives made-up rails the RailType that the bank is told, ACH by default, and notes it as a guess [§2.10]', () => {
  const bank = listeningBank()
  const told = listeningBank({ 'loans.railType': 'Push To Card' })

  const types = [bank, told].map(({ loans }) => loans.add({ Rails: [{}, { RailType: 'Wire' }] }).Rails)

  expect(types).toMatchObject([
    [{ RailType: 'ACH' }, { RailType: 'Wire' }],
    [{ RailType: 'Push To Card' }, { RailType: 'Wire' }],
  ])
  expect(told.assumptions.used()).toContainEqual({
    id: 'loans.railType',
    section: '§2.10',
    provenance: 'assumed',
    value: 'Push To Card',
    usedBy: ['loans.add'],
  })
})
