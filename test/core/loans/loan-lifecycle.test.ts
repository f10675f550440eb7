import { expect, it } from 'vitest'
import { type Bank, createBank, type LoanStatus } from 'vostro'
import { loanEventNames } from '../../../src/core/loans/loan.ts'
import { isLoanStatus, loanStatuses, movesFrom } from '../../../src/core/loans/loan-status.ts'
import { pushOf } from '../../support/requests.ts'

const FIRST = '00000000-0000-4000-8000-00000000000a'
const SECOND = '00000000-0000-4000-8000-00000000000b'

/** A bank whose partner is registered for all five loan events. */
function listeningBank(): Bank {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00' })
  for (const name of loanEventNames) bank.webhooks.register(pushOf(name, bank.partner.id))
  return bank
}

/** The pushed loan events, by name. */
const told = (bank: Bank) => bank.pushes.map(({ eventName }) => eventName)
/** The contents of the pushed loan events. */
const contents = (bank: Bank) => bank.pushes.map(({ payload }) => payload?.content)

it('takes a loan along the happy path, step by step, to Funded and on to Settled [§3]', () => {
  const bank = createBank()
  const { Id } = bank.loans.add()

  const statuses = Array.from({ length: 9 }, () => bank.loans.advance(Id).Status)

  expect(statuses).toEqual([
    'DocsComplete',
    'PassedCompliance',
    'Approved',
    'InFunding',
    'Funded',
    'AccountingEntriesComplete',
    'ReadyToSell',
    'Sold',
    'Settled',
  ])
  expect(() => bank.loans.advance(Id)).toThrow(
    expect.objectContaining({ code: 'loan_has_another_status', status: 409 }),
  )
})

it('pushes LoanStatusUpdated with the number of the status in the form of the loan service [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'Approved', MPLId: 'ABC' })

  bank.loans.advance(Id)

  expect([...bank.pushes]).toStrictEqual([
    {
      id: expect.any(String),
      at: '2026-03-02T09:00:00.000-05:00',
      registrationId: expect.any(String),
      eventName: 'LoanStatusUpdated',
      attempt: 1,
      endedAt: '2026-03-02T09:00:00.000-05:00',
      callbackUrl: 'https://partner.example/hooks',
      outcome: 'captured',
      notification: bank.events[0],
      payload: {
        MPLId: 'ABC',
        Ignore: false,
        content: {
          Id: 0,
          LoanId: Id,
          Status: 5,
          TimeStamp: '2026-03-02T09:00:00.000-05:00',
          DateInserted: '2026-03-02T09:00:00.000-05:00',
        },
      },
    },
  ])
})

it('lists a loan event among the notifications, naming the query that finds the loan [§2.7]', () => {
  const bank = createBank()
  const { Id } = bank.loans.add()

  bank.loans.advance(Id)

  expect(bank.events).toStrictEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventName: 'LoanStatusUpdated',
      status: 'Pending',
      partnerId: bank.partner.id,
      createdAt: bank.clock.now,
      resources: [`LoanSummary?id=${Id}`],
      details: [],
    },
  ])
  expect(bank.pushes).toEqual([])
})

const statuses = Object.keys(loanStatuses) as LoanStatus[]

it.each(statuses)('moves a loan from %s where a move leads, or refuses and changes nothing [§3]', (from) => {
  for (const to of statuses) {
    const bank = createBank()
    const { Id } = bank.loans.add({ Status: from })
    const before = bank.world

    if (movesFrom(from).includes(to)) {
      expect(bank.loans.setStatus(Id, to), to).toMatchObject({ Id, Status: to })
    } else {
      const refusal = expect.objectContaining({ code: 'loan_has_another_status' })
      expect(() => bank.loans.setStatus(Id, to), to).toThrow(refusal)
      expect(bank.world, to).toBe(before)
    }
  }
})

it('knows the moves that lead off the happy path [§3]', () => {
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of movesFrom(from)) if (!seen.has(to)) reachable(to, seen.add(to))
    return seen
  }

  expect([...reachable('Received')].sort()).toEqual(statuses.filter((status) => status !== 'Received').sort())
  expect(statuses.filter((status) => movesFrom(status).length === 0)).toEqual([
    'Settled',
    'Cancelled',
    'ComplianceFailed',
    'Rejected',
  ])
  expect(['Received', 'received', 'toString'].map(isLoanStatus)).toEqual([true, false, false])
})

it('funds a loan rail by rail, in order of priority, and reports each rail and the attempt [§6]', () => {
  const bank = listeningBank()
  const Rails = [
    { Id: SECOND, Priority: 2, RailType: 'Wire' },
    { Id: FIRST, Priority: 1 },
  ]
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails })

  const loan = bank.loans.fund(Id)

  expect(loan).toMatchObject({ Status: 'Funded', Rails: [{ Id: SECOND, IsFailed: false }, { IsFailed: false }] })
  expect(told(bank)).toEqual(['RailUpdated', 'RailUpdated', 'FundingAttemptComplete', 'LoanStatusUpdated'])
  const RailTransactionId = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect(contents(bank)).toEqual([
    { Id: 0, RailId: FIRST, LoanId: Id, RailType: 'ACH', RailTransactionId, FundResult: 'Success' },
    { Id: 0, RailId: SECOND, LoanId: Id, RailType: 'Wire', RailTransactionId, FundResult: 'Success' },
    { Id: 0, LoanId: Id, FundResult: 'Success', TimeStamp: bank.clock.now },
    expect.objectContaining({ Status: 6 }),
  ])
})

it('leaves a loan NotFullyFunded where a rail fails, and tries that rail again [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails: [{ Id: FIRST }, { Id: SECOND }] })

  const first = bank.loans.fund(Id, { failedRails: [SECOND] })
  const before = bank.pushes.length
  const second = bank.loans.fund(Id)

  expect(first).toMatchObject({ Status: 'NotFullyFunded', Rails: [{ IsFailed: false }, { IsFailed: true }] })
  expect(second).toMatchObject({ Status: 'Funded', Rails: [{ IsFailed: false }, { IsFailed: false }] })
  expect(contents(bank)).toMatchObject([
    { RailId: FIRST, FundResult: 'Success' },
    { RailId: SECOND, FundResult: 'Failed' },
    { FundResult: 'Failed' },
    { Status: 104 },
    { RailId: SECOND, FundResult: 'Success' },
    { FundResult: 'Success' },
    { Status: 6 },
  ])
  expect(before).toBe(4)
})

it('refuses a rail to fail that the attempt does not try, and changes nothing [§6]', () => {
  const bank = createBank()
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails: [{ Id: FIRST }, { Id: SECOND }] })
  bank.loans.fund(Id, { failedRails: [SECOND] })
  const before = bank.world

  expect(() => bank.loans.fund(Id, { failedRails: [FIRST] })).toThrow(
    expect.objectContaining({
      code: 'loan_rail_not_found',
      message: expect.stringContaining(`rails of this attempt are ${SECOND}`),
    }),
  )
  expect(bank.world).toBe(before)
})

it.each([undefined, []])('funds a loan that has no rails: %j [§6]', (Rails) => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'InFunding', Rails }, { isSparse: true })

  expect(bank.loans.advance(Id).Status).toBe('Funded')
  expect(told(bank)).toEqual(['FundingAttemptComplete', 'LoanStatusUpdated'])
})

it.each(statuses)('makes a funding attempt in InFunding and NotFullyFunded alone: %s [§3]', (Status) => {
  const bank = createBank()
  const { Id } = bank.loans.add({ Status })

  if (['InFunding', 'NotFullyFunded'].includes(Status)) expect(bank.loans.fund(Id).Status).toBe('Funded')
  else expect(() => bank.loans.fund(Id)).toThrow(expect.objectContaining({ code: 'loan_has_another_status' }))
})

it('fails compliance with its reasons: LoanStatusUpdated, then ComplianceLoanFailed [§6]', () => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status: 'DocsComplete' })
  const rules = ['FICO', 'DTI'].map((name) => ({ RuleName: name, Rule: `${name} rule`, Data: '1', Result: 'Failed' }))

  const loan = bank.loans.failCompliance(Id, rules)

  expect(loan.Status).toBe('ComplianceFailed')
  expect(told(bank)).toEqual(['LoanStatusUpdated', 'ComplianceLoanFailed'])
  expect(contents(bank)).toEqual([
    expect.objectContaining({ Status: 101 }),
    {
      MPLId: 'TST',
      LoanId: Id,
      CreateDate: bank.clock.now,
      FailedRulesReasons: [
        { ...rules[0], FailedComplianceID: 1 },
        { ...rules[1], FailedComplianceID: 2 },
      ],
    },
  ])
})

it('tells of a compliance failure whichever call brings it about, with a rule of its own [§6]', () => {
  const bank = listeningBank()
  const [one, other] = [bank.loans.add(), bank.loans.add()]

  bank.loans.setStatus(one.Id, 'ComplianceFailed')
  bank.loans.failCompliance(other.Id)

  const reasons = bank.pushes.flatMap(({ payload }) =>
    payload && 'FailedRulesReasons' in payload.content ? [payload.content.FailedRulesReasons] : [],
  )
  expect(reasons).toEqual([[expect.objectContaining({ RuleName: 'MaximumAPR', Result: 'Failed' })], reasons[0]])
})

it.each(['PassedCompliance', 'Funded', 'Cancelled'])('fails no compliance of a loan that is %s [§3]', (Status) => {
  const bank = createBank()
  const { Id } = bank.loans.add({ Status })

  expect(() => bank.loans.failCompliance(Id)).toThrow(expect.objectContaining({ code: 'loan_has_another_status' }))
})

it.each([
  ['Received', []],
  ['InFunding', []],
  ['NotFullyFunded', []],
  ['Funded', ['AdjustmentActionUpdate']],
  ['Settled', ['AdjustmentActionUpdate']],
  ['Returned', []],
])('tells of changed details of a loan that is %s: %j [§6]', (Status, events) => {
  const bank = listeningBank()
  const { Id } = bank.loans.add({ Status })

  bank.loans.update(Id, { AdjustedLoanAmount: '999.5', Field1: 'corrected' })

  expect(told(bank)).toEqual(events)
  const expected = { Id: 0, LoanId: Id, Fields: ['Field1', 'AdjustedLoanAmount'], TimeStamp: bank.clock.now }
  expect(contents(bank)).toEqual(events.map(() => expected))
})

it('moves a loan by the clock, as far as Funded, by an assumption [§3]', () => {
  const bank = createBank({ now: '2026-03-02T09:00:00-05:00', assume: { 'loans.stepSeconds': 60 } })
  const { Id } = bank.loans.add()

  const statuses = Array.from({ length: 6 }, () => {
    bank.clock.advance({ minutes: 1 })
    return bank.loans.get(Id).Status
  })

  expect(statuses).toEqual(['DocsComplete', 'PassedCompliance', 'Approved', 'InFunding', 'Funded', 'Funded'])
  expect(bank.clock.agenda()).toEqual([])
  expect(bank.events.map(({ eventName, createdAt }) => [eventName, createdAt.slice(11, 16)])).toEqual([
    ['LoanStatusUpdated', '09:01'],
    ['LoanStatusUpdated', '09:02'],
    ['LoanStatusUpdated', '09:03'],
    ['LoanStatusUpdated', '09:04'],
    ['RailUpdated', '09:05'],
    ['FundingAttemptComplete', '09:05'],
    ['LoanStatusUpdated', '09:05'],
  ])
})

it('leaves a loan where it is that was taken off its way, and moves none that never was on it [§3]', () => {
  const bank = createBank({ assume: { 'loans.stepSeconds': 60 } })
  const { Id } = bank.loans.add()
  bank.loans.add({ Status: 'Sold' })

  bank.clock.advance({ minutes: 1 })
  bank.loans.setStatus(Id, 'Cancelled')
  bank.clock.advance({ hours: 1 })

  expect(bank.loans.summary().Results.map(({ Status }) => Status)).toEqual(['Cancelled', 'Sold'])
  expect(bank.clock.agenda()).toEqual([])
})

it('tells the story of a loan [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { Id, Rails } = bank.loans.add({ Status: 'InFunding' })

  bank.loans.fund(Id, { failedRails: [Rails![0]!.Id!] })

  const [loan, rail] = [Id.slice(0, 8), Rails![0]!.Id!.slice(0, 8)]
  expect(bank.timeline()).toContain(`rail ${rail} of loan ${loan} updated, Failed`)
  expect(bank.timeline()).toContain(`loan ${loan} funding attempt complete, Failed`)
  expect(bank.timeline()).toContain(`loan ${loan} NotFullyFunded`)
})

it('says what a funded loan rested on [§7]', () => {
  const bank = createBank()

  bank.loans.fund(bank.loans.add({ Status: 'InFunding' }).Id)

  const used = bank.assumptions.used().filter(({ usedBy }) => usedBy.includes('loans.fund'))
  expect(used.map(({ id, provenance }) => [id, provenance])).toEqual(
    expect.arrayContaining([
      ['loans.funding', 'assumed'],
      ['loans.registration', 'assumed'],
      ['loans.eventPayloads', 'published'],
      ['loans.otherPayloads', 'assumed'],
    ]),
  )
})

it('keeps the loans of partners apart: queries, counts, moves and pushes, of one Id even [§2.10]', () => {
  const bank = createBank()
  const { id: partnerId } = bank.partners.add()
  const other = bank.as(partnerId)
  bank.webhooks.register(pushOf('LoanStatusUpdated', bank.partner.id))
  for (const { loans } of [bank, other]) loans.add({ Id: FIRST, Status: 'InFunding' })
  other.loans.add({ Id: SECOND })

  other.loans.advance(FIRST)

  const seen = ({ loans }: Pick<Bank, 'loans'>, query = {}) => {
    const { Total, Results } = loans.summary({ Include: 'COUNT(*)', ...query })
    return [Total, ...Results.map(({ Status }) => Status)]
  }
  expect([seen(bank), seen(other)]).toEqual([
    [1, 'InFunding'],
    [2, 'Funded', 'Received'],
  ])
  expect([seen(bank, { id: SECOND }), seen(other, { id: SECOND })]).toEqual([[0], [1, 'Received']])
  expect(bank.events.map((event) => event.partnerId)).toEqual([partnerId, partnerId, partnerId])
  expect(bank.pushes).toEqual([])
})
