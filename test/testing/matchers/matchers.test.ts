import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import 'vostro/vitest'
import { initOf, loanToken } from '../../support/calls.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('passes for a wire that completed, and fails for one that waits [§3]', () => {
  const bank = createBank()
  const [first, second] = [bank.wires.create(outboundWire(bank)), bank.wires.create(outboundWire(bank))]
  bank.desk.hold(second.id)
  bank.clock.advanceToNextBatch()

  expect(bank).toHaveCompleted(first.id)
  expect(bank).not.toHaveCompleted(second.id)
  expect(bank).toHaveStatus(second.id, 'Hold')
})

it('passes for a posted transaction on another rail [§3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const debit = { accountNumber, rail: 'Card', transactionType: 'Debit', transactionCode: 'Withdrawal' } as const
  const [small, large] = [500, 200_000_000].map((amount) => bank.transactions.post({ ...debit, amount }).id)

  expect(bank).toHaveCompleted(small as string)
  expect(bank).toHaveStatus(large as string, 'Rejected')
})

it('reads the status of a loan [§3]', () => {
  const bank = createBank()
  const { Id } = bank.loans.add()

  expect(bank).toHaveStatus(Id, 'Received')
})

it('finds events by name, by payment and by number [§6]', () => {
  const bank = createBank()
  const [first, second] = [1, 2].map(() => bank.wires.simulateInbound(inboundWire(bank)).id)

  expect(bank).toHaveEmitted('Wire.Payment.Received')
  expect(bank).toHaveEmitted('Wire.Payment.Received', { times: 2 })
  expect(bank).toHaveEmitted('Wire.Payment.Received', { paymentId: first, times: 1 })
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { times: 0 })
  expect(bank).not.toHaveEmitted('Wire.Payment.Sent', { paymentId: second })
})

it('distinguishes the posted balance from the available balance [§2.9]', () => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const { accountNumber } = bank.masterAccount
  bank.holds.place({ accountNumber, amount: 20_000 })

  expect(bank).toHaveBalance(accountNumber, 50_000)
  expect(bank).toHaveBalance(accountNumber, { current: 50_000, available: 30_000 })
  expect(bank).not.toHaveBalance(accountNumber, { available: 50_000 })
})

it("reads any partner's account, and any subledger [§2.9]", () => {
  const bank = createBank()
  const other = bank.as(bank.partners.add({ masterAccount: { balance: 700 } }).id)
  const { accountNumber: masterAccountNumber } = other.masterAccount
  const { accountNumber } = other.subledgers.create({ masterAccountNumber, title: 'Customer' })

  expect(bank).toHaveBalance(masterAccountNumber, 700)
  expect(bank).toHaveBalance(accountNumber, 0)
})

it('measures the money that moved while a function ran [§2.9]', async () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const other = bank.accounts.open().accountNumber
  const pay = async () => {
    bank.transactions.transfer({ debitAccountNumber: accountNumber, creditAccountNumber: other, amount: 10_000 })
  }

  await expect(bank).toMoveMoney(pay, { [accountNumber]: -10_000, [other]: 10_000 })
  await expect(bank).not.toMoveMoney(pay, { [accountNumber]: 0 })
})

it('finds a request by its endpoint and by any part of it [§4]', async () => {
  const bank = createBank()
  const url = `${bank.urls.loanBaseUrl}/loansummary?Take=1`
  await bank.fetch(url, initOf('GET', { token: loanToken(bank) }))

  expect(bank).toHaveReceivedRequest('getLoanSummary')
  expect(bank).toHaveReceivedRequest('getLoanSummary', { url: expect.stringContaining('Take=1'), status: 200 })
  expect(bank).not.toHaveReceivedRequest('getLoanSummary', { headers: { authorization: 'Bearer none' } })
  expect(bank).not.toHaveReceivedRequest('createWire')
})

it('checks the assumptions that a test relies on, with exceptions [§7]', () => {
  const bank = createBank()
  expect(bank).toRelyOnlyOn('specified')
  bank.wires.create(outboundWire(bank))
  const used = bank.assumptions.used()

  expect(bank).not.toRelyOnlyOn('specified')
  expect(bank).toRelyOnlyOn('specified', { except: used.map(({ id }) => id) })
})

it('changes neither the world nor the assumptions in use [§7]', () => {
  const bank = createBank()
  const wire = bank.wires.create(outboundWire(bank))
  const [before, used] = [bank.world, bank.assumptions.used()]

  expect(bank).toHaveStatus(wire.id, 'Created')
  expect(bank).toHaveBalance(bank.masterAccount.accountNumber, 100_000_000)
  expect(bank).toHaveEmitted('Wire.Payment.Sent', { times: 0 })

  expect(bank.world).toBe(before)
  expect(bank.assumptions.used()).toEqual(used)
})

it('compares the conduct of the code under test with the specification, except for what the test breaks on purpose [§9]', async () => {
  const bank = createBank()
  expect(bank).toFollowTheSpecification()

  const token = bank.tokens.issue({ audience: bank.partner.loanAudience }).access_token
  await bank.fetch(`${bank.urls.loanBaseUrl}/LoanSummary`, { headers: { authorization: `Bearer ${token}` } })

  expect(bank).not.toFollowTheSpecification()
  expect(bank).toFollowTheSpecification({ except: ['loan_summary_queried'] })
})

it('lets a test rely only on observed assumptions [§7]', () => {
  const assume = { 'tokens.lifetimeSeconds': { value: 60, observed: '2026-03-02', evidence: [] } }
  const [known, guessed] = [createBank({ assume }), createBank()]
  known.tokens.issue()
  guessed.tokens.issue()

  expect(known).toRelyOnlyOn('observed')
  expect(guessed).not.toRelyOnlyOn('observed')
  expect(guessed).toRelyOnlyOn('published')
})

it('finds pushes by attempt, outcome and address [§6]', async () => {
  const bank = createBank()
  let isUp = false
  bank.webhooks.connect('https://partner.example/hooks', () => new Response(null, { status: isUp ? 200 : 503 }), {
    events: ['Wire.Payment.Received'],
  })
  bank.wires.simulateInbound(bank.wires.plausibleInbound({ amount: 5 }))
  await bank.settled()
  isUp = true
  await bank.clock.advanceAsync({ minutes: 5 })

  expect(bank).toHavePushed('Wire.Payment.Received', { attempt: 1, outcome: 'refused', times: 1 })
  expect(bank).toHavePushed('Wire.Payment.Received', { attempt: 2, outcome: 'delivered' })
  expect(bank).toHavePushed('Wire.Payment.Received', { callbackUrl: 'https://partner.example/hooks', times: 2 })
  expect(bank).not.toHavePushed('Wire.Payment.Received', { attempt: 3 })
  expect(() => expect(bank).toHavePushed('Wire.Payment.Received', { times: 1 })).toThrow(
    'Failed to find a push of Wire.Payment.Received: 1 expected, 2 made. (§6)',
  )
})
