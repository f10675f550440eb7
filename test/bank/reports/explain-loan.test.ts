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

it('knows no record with an empty id, whatever other banks of the process did [§3]', () => {
  createBank({ seed: 4_242 }).wires.list()
  const bank = createBank({ seed: 4_243 })
  bank.loans.add()

  expect(() => bank.explain('')).toThrow('Failed to explain "": no payment, transaction or loan has this id')
})
