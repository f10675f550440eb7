/** The matchers of `vostro/test` for any `expect.extend`: here that of the package `expect`, as Playwright, Bun and node:test have it. (§1) */
import { expect as anyExpect } from 'expect'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankMatchers } from 'vostro/test'
import { inboundWire, outboundWire } from '../../support/wire.ts'

anyExpect.extend(bankMatchers)

it('gives its matchers to any runner [§3]', async () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const { id } = bank.wires.create(outboundWire(bank))

  await anyExpect(bank).toMoveMoney(() => bank.clock.advanceToNextBatch(), { [accountNumber]: -10_000 })
  anyExpect(bank).toHaveCompleted(id)
  anyExpect(bank).not.toHaveEmitted('Wire.Payment.Received')
  anyExpect(bank).toConserveMoney()

  expect(() => anyExpect(bank).not.toHaveCompleted(id)).toThrow('is Completed, which the test says it must not be')
})

it('finds the events of a loan by its id [§6]', () => {
  const bank = createBank()
  const [first, second] = [bank.loans.add().Id, bank.loans.add().Id]
  bank.loans.advance(first)

  anyExpect(bank).toHaveEmitted('LoanStatusUpdated', { loanId: first, times: 1 })
  anyExpect(bank).not.toHaveEmitted('LoanStatusUpdated', { loanId: second })
  expect(() => anyExpect(bank).toHaveEmitted('LoanStatusUpdated', { loanId: second })).toThrow(
    `Failed to find LoanStatusUpdated about loan "${second?.slice(0, 8)}": at least one expected, 0 emitted. (§6)`,
  )
})

it("counts the events of a payment's transactions as events about the payment [§6]", () => {
  const bank = createBank({ assume: { 'events.transactions': 'always' } })
  const [first, second] = [bank.wires.create(outboundWire(bank)).id, bank.wires.simulateInbound(inboundWire(bank)).id]
  bank.clock.advanceToNextBatch()
  const { coreTransactionId = '' } = bank.wires.get(first)

  anyExpect(bank).toHaveEmitted('Core.Transaction.Completed', { paymentId: first, times: 1 })
  anyExpect(bank).toHaveEmitted('Core.Transaction.Completed', { paymentId: coreTransactionId, times: 1 })
  anyExpect(bank).toHaveEmitted('Wire.Payment.Received', { paymentId: second })
})

it('counts requests, and reads header names in any case [§4]', async () => {
  const bank = createBank()
  const authorization = `Bearer ${bank.tokens.issue().access_token}`
  for (let each = 0; each < 2; each++) {
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`, { headers: { authorization } })
  }

  anyExpect(bank).toHaveReceivedRequest('listWires', { times: 2, headers: { Authorization: authorization } })
  anyExpect(bank).not.toHaveReceivedRequest('listWires', { times: 1 })
  anyExpect(bank).toHaveReceivedRequest('createWire', { times: 0 })
})
