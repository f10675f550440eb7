import { expect, it } from 'vitest'
import { createBank, type EventName } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('opens a subledger under any master account with its number and a title alone [§2.9 rule 1]', () => {
  const bank = createBank({ seed: 7 })
  const second = bank.accounts.open({ title: 'Second' })

  const subledger = bank.subledgers.create({ masterAccountNumber: second.accountNumber, title: 'Customer 17' })

  expect(subledger).toEqual({
    accountNumber: expect.stringMatching(/^3\d{11}$/),
    accountType: 'Deposit',
    status: 'Active',
    ledgerType: 'Passthrough',
    title: 'Customer 17',
    currentBalance: 0,
    availableBalance: 0,
    holdAmount: 0,
    transactionCount: 0,
    openedAt: '2026-03-02T09:00:00.000-05:00',
    masterAccountNumber: second.accountNumber,
    partnerId: bank.partner.id,
  })
  expect(bank.subledgers.get(subledger.accountNumber)).toEqual(subledger)
})

it('gives every master account an implicit subledger of its own number for its own activity [§2.9 rule 4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  bank.wires.simulateInbound(inboundWire(accountNumber, { amount: 500 }))
  bank.clock.advance({ minutes: 1 })
  const implicit = bank.subledgers.get(accountNumber)

  expect(implicit).toMatchObject({ accountNumber, masterAccountNumber: accountNumber, currentBalance: 100_000_500 })
})

it('makes funds that are posted to a subledger available from the master account at once [§2.9 rule 5]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })

  bank.wires.simulateInbound(inboundWire(subledger.accountNumber, { amount: 9_000 }))
  bank.clock.advance({ minutes: 1 })
  const wire = bank.wires.create(outboundWire(accountNumber, { amount: 9_000 }))
  bank.clock.advance({ seconds: 5 })

  expect(bank.wires.get(wire.id).status).toBe('Pending')
  expect(bank.masterAccount).toMatchObject({ currentBalance: 9_000, availableBalance: 0 })
})

it('lets the implicit subledger be negative when others hold more than the master account [§2.9 rule 6]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
  bank.wires.simulateInbound(inboundWire(subledger.accountNumber, { amount: 9_000 }))
  bank.clock.advance({ minutes: 1 })

  const wire = bank.wires.create(outboundWire(accountNumber, { amount: 4_000 }))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id).status).toBe('Completed')
  expect(bank.subledgers.get(accountNumber).currentBalance).toBe(-4_000)
  expect(bank.masterAccount.currentBalance).toBe(5_000)
})

it('routes wires to a subledger, rolls them up to the master and emits their events [§2.9 rule 8]', () => {
  const bank = createBank({ masterAccount: { balance: 0, ledgerType: 'Direct' } })
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })

  const wire = bank.wires.simulateInbound(inboundWire(subledger.accountNumber, { amount: 9_000 }))
  bank.clock.advance({ minutes: 1 })

  expect(bank.subledgers.get(subledger.accountNumber)).toMatchObject({ currentBalance: 9_000, transactionCount: 1 })
  expect(bank.masterAccount).toMatchObject({ currentBalance: 9_000, transactionCount: 1 })
  expect(bank.events).toMatchObject([{ resources: [`wires/v1/payments/${wire.id}`] }])
})

it('has a new subledger ready to transact at once [§2.9 rule 9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.subledgers.create({
    masterAccountNumber: bank.masterAccount.accountNumber,
    title: 'Customer 17',
  })

  const wire = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })

  expect(bank.wires.get(wire.id)).toMatchObject({ accountNumber, status: 'Pending' })
})

it('offers a master account for an end customer and a subledger as an alias on one statement [§2.9 rule 10]', () => {
  const bank = createBank()

  const customer = bank.accounts.open({ title: 'End Customer', balance: 5_000 })
  const alias = bank.subledgers.create({ masterAccountNumber: bank.masterAccount.accountNumber, title: 'Alias' })

  expect(bank.accounts.all().map(({ title }) => title)).toEqual(['Test Partner', 'End Customer'])
  expect(customer).toMatchObject({ currentBalance: 5_000, availableBalance: 5_000 })
  expect(alias.masterAccountNumber).toBe(bank.masterAccount.accountNumber)
  expect(() => bank.accounts.get(alias.accountNumber)).toThrow(
    expect.objectContaining({ code: 'account_is_not_a_master' }),
  )
})

it('renames a master account with its implicit subledger, as both are one account [§2.9 rule 4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const renamed = bank.subledgers.rename(accountNumber, 'Renamed')

  expect([renamed.title, bank.masterAccount.title]).toEqual(['Renamed', 'Renamed'])
  expect(bank.accounts.all().map(({ title }) => title)).toEqual(['Renamed'])
})

it('tells of no change where an account is set to what it is, and keeps when it was closed [§2.9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.subledgers.create({
    masterAccountNumber: bank.masterAccount.accountNumber,
    title: 'Customer 17',
  })
  const names = ['Title.Changed', 'Status.Changed', 'Closed'].map((name) => `Core.SubAccount.${name}` as EventName)
  bank.webhooks.connect('https://partner.example/hooks', () => new Response(), { events: names })

  bank.subledgers.rename(accountNumber, 'Customer 17')
  bank.accounts.setStatus(accountNumber, 'Active')
  const before = bank.events.length
  bank.accounts.setStatus(accountNumber, 'Closed')
  bank.clock.advance({ days: 1 })
  bank.accounts.setStatus(accountNumber, 'Closed')

  expect(before).toBe(0)
  expect(bank.events.map(({ eventName }) => eventName)).toEqual(['Core.SubAccount.Closed'])
  expect(bank.subledgers.get(accountNumber).closedAt).toBe('2026-03-02T09:00:00.000-05:00')
})
