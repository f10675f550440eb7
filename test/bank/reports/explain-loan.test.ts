import { expect, it } from 'vitest'
import { createBank } from 'vostro'

it('explains a loan: its status, its next step, and its other steps [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { Id } = bank.loans.add()

  expect(bank.explain(Id)).toMatchObject({
    id: Id,
    kind: 'loan',
    status: 'Received',
    restrictions: [],
    waitsFor: `the test: bank.loans.advance("${Id}") takes it to DocsComplete`,
    counterfactual: 'Otherwise it can go to ComplianceFailed, Cancelled, Rejected: bank.loans.setStatus(id, status).',
  })
  expect(bank.explain(Id).text.split('\n')).toEqual([
    `loan ${Id}: Received`,
    '  It has reached the status Received.',
    `  It waits for the test: bank.loans.advance("${Id}") takes it to DocsComplete.`,
    '  Otherwise it can go to ComplianceFailed, Cancelled, Rejected: bank.loans.setStatus(id, status).',
  ])
})

it('predicts when the clock moves a loan on, and is right [§3]', () => {
  const bank = createBank({ assume: { 'loans.stepSeconds': 60 } })
  const { Id } = bank.loans.add()

  const { waitsFor } = bank.explain(Id)
  bank.clock.advance({ minutes: 1 })

  expect(waitsFor).toBe('its step to DocsComplete at 2026-03-02T09:01:00.000-05:00')
  expect(bank.loans.get(Id).Status).toBe('DocsComplete')
})

it('names the rails on which a funding attempt failed, and the end of a loan [§3]', () => {
  const bank = createBank()
  const { Id, Rails = [] } = bank.loans.add({ Status: 'InFunding' })
  const railId = Rails[0]!.Id!
  bank.loans.fund(Id, { failedRails: [railId] })
  const ended = bank.loans.add({ Status: 'Settled' })

  expect(bank.explain(Id).why).toBe(`A funding attempt was made, and a rail failed: ${railId}.`)
  expect(bank.explain(ended.Id)).toMatchObject({ status: 'Settled', why: 'Settled is its last status.' })
  expect(bank.explain(ended.Id).waitsFor).toBeUndefined()
})

it('explains the loan of another partner [§2.1]', () => {
  const bank = createBank()
  const { id } = bank.partners.add()
  const { Id } = bank.as(id).loans.add()

  expect(bank.explain(Id)).toMatchObject({ kind: 'loan', id: Id })
})

it('refuses other ids, names the kind of record, and says where to look [§3]', () => {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.masterAccount
  const registration = bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    callbackUrl: 'https://partner.example/hooks',
  })
  bank.webhooks.ping(registration.id)
  const restriction = bank.restrictions.create({ accountNumber, appliesTo: 'All', reason: 'A' })
  const hold = bank.holds.place({ accountNumber, amount: 100 })
  const fault = bank.faults.inject('status')

  const whats: [string, string][] = [
    [bank.events[0]!.id, 'this is the id of an event'],
    [registration.id, 'this is the id of a webhook registration'],
    [bank.pushes[0]!.id, 'this is the id of a push'],
    [restriction.id, 'this is the id of a restriction'],
    [hold.id, 'this is the id of a hold'],
    [fault.id, 'this is the id of a fault'],
    [accountNumber, 'this is the number of an account'],
    [bank.partner.id, 'this is the id of a partner'],
    ['4711', 'no payment, transaction or loan has this id'],
  ]

  for (const [id, what] of whats) expect(() => bank.explain(id)).toThrow(`Failed to explain "${id}": ${what}`)
})

it('knows no record with an empty id, whatever other banks of the process did [§3]', () => {
  createBank({ seed: 4_242 }).wires.list()
  const bank = createBank({ seed: 4_243 })
  bank.loans.add()

  expect(() => bank.explain('')).toThrow('Failed to explain "": no payment, transaction or loan has this id')
})
