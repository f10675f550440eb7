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

it('completes a funding attempt where bank.loans.setStatus funds the loan, rail by rail [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails: [{ Id: GOOD }, { Id: OTHER }] })

  const loan = bank.loans.setStatus(Id, 'Funded')

  expect(loan).toMatchObject({ Status: 'Funded', Rails: [{ IsFailed: false }, { IsFailed: false }] })
  expect(outcomes(bank)).toEqual([
    'RailUpdated Success',
    'RailUpdated Success',
    'FundingAttemptComplete Success',
    'LoanStatusUpdated',
  ])
})

it('tells with bank.loans.setStatus to Funded just what bank.loans.advance and bank.loans.fund tell [§6]', () => {
  const banks = [1, 2, 3].map(() => listeningBank())
  const ids = banks.map((bank) => bank.loans.add({ Status: 'InFunding' }).Id)

  banks[0]!.loans.setStatus(ids[0]!, 'Funded')
  banks[1]!.loans.advance(ids[1]!)
  banks[2]!.loans.fund(ids[2]!)

  const [first, ...others] = banks.map((bank) => bank.pushes.map(({ payload }) => payload))
  expect(others).toEqual([first, first])
  expect(first).toHaveLength(3)
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

it.each(['NotFullyFunded', 'Returned'] as const)(
  'completes the attempt of a loan in InFunding that goes to %s without success, and blames no rail [§6]',
  (status) => {
    const bank = listeningBank()
    const { Id, Rails } = bank.loans.add({ Status: 'InFunding' })

    const loan = bank.loans.setStatus(Id, status)

    expect(outcomes(bank)).toEqual(['FundingAttemptComplete Failed', 'LoanStatusUpdated'])
    expect(loan.Rails).toEqual(Rails)
  },
)

it.each([
  ['Approved', 'InFunding'],
  ['NotFullyFunded', 'InFunding'],
  ['NotFullyFunded', 'Returned'],
  ['NotFullyFunded', 'InReverse'],
  ['Funded', 'AccountingEntriesComplete'],
  ['Funded', 'Returned'],
  ['Funded', 'InReverse'],
  ['Returned', 'InReverse'],
  ['InReverse', 'AccountingEntriesReversed'],
] as const)('completes no attempt and updates no rail as a loan goes from %s to %s [§6]', (from, to) => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: from })

  bank.loans.setStatus(Id, to)

  expect(outcomes(bank)).toEqual(['LoanStatusUpdated'])
})

const statuses = Object.keys(loanStatuses) as LoanStatus[]

it.each(statuses)('completes an attempt whichever way a loan comes from %s, where any move is allowed [§6]', (from) => {
  for (const to of statuses) {
    const bank = listeningBank({ 'loans.moves': 'any' })
    const { Id } = bank.loans.add({ Status: from })

    bank.loans.setStatus(Id, to)

    const told = outcomes(bank).filter((outcome) => outcome.startsWith('FundingAttemptComplete'))
    const isOver = to === 'NotFullyFunded' || (from === 'InFunding' && to !== 'InFunding')
    if (to === 'Funded') expect(told).toEqual(['FundingAttemptComplete Success'])
    else expect(told).toEqual(isOver ? ['FundingAttemptComplete Failed'] : [])
  }
})

it('completes the attempt that the clock makes [§6]', () => {
  const bank = listeningBank({ 'loans.stepSeconds': 60 })
  bank.loans.add({ Status: 'InFunding' })

  bank.clock.advance({ minutes: 1 })

  expect(outcomes(bank)).toEqual(['RailUpdated Success', 'FundingAttemptComplete Success', 'LoanStatusUpdated'])
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

it('tells of a rail that is said to have failed, with that outcome, and once [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'Funded', Rails: [{ Id: GOOD, RailType: 'ACH' }] }, { isSparse: true })

  bank.loans.update(Id, { Rails: [{ Id: GOOD, RailType: 'ACH', IsFailed: true }] })
  bank.loans.update(Id, { Rails: [{ Id: GOOD, RailType: 'ACH', IsFailed: true, Amount: '5' }] })
  bank.loans.update(Id, { Rails: [{ Id: GOOD, RailType: 'ACH', IsFailed: false, Amount: '5' }] })

  const rail = { Id: 0, RailId: GOOD, LoanId: Id, RailType: 'ACH' }
  const told = bank.pushes.flatMap(({ payload }) => (payload && 'RailId' in payload.content ? [payload.content] : []))
  expect(told).toStrictEqual([{ ...rail, RailTransactionId: transactionId, FundResult: 'Failed' }, rail, rail])
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
