import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { allSubledgers, audit, subledgersOf } from '../support/auditor.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { run } from './command.ts'
import { always, bankOptions, history } from './history.ts'

it('agrees with its auditor after every step, and sums the whole bank to zero [§2.9 rule 5]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)

      for (const command of commands) {
        run(bank, [command])
        audit(bank)
      }
    }),
    always(12),
  )
})

it('never lets a direct subledger, or the implicit one of a direct master, go below zero [§2.9 rule 7]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank({ ...options, masterAccount: { ledgerType: 'Direct' } })

      for (const command of commands) {
        run(bank, [command])

        for (const { accountNumber, ledgerType } of bank.accounts.all()) {
          if (ledgerType !== 'Direct') continue
          for (const { currentBalance, availableBalance, holdAmount } of subledgersOf(bank, accountNumber)) {
            expect(currentBalance).toBeGreaterThanOrEqual(0)
            // A hold may be on more than there is; nothing else is.
            expect(availableBalance + holdAmount).toBeGreaterThanOrEqual(0)
          }
        }
      }
      audit(bank)
    }),
    always(40),
  )
})

it('never lets a master account go below zero, whatever its subledgers owe each other [§2.9 rules 5, 7]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank({ ...options, masterAccount: { ledgerType: 'Passthrough', balance: 20_000_000 } })

      run(bank, commands)

      for (const { availableBalance, holdAmount } of bank.accounts.all()) {
        expect(availableBalance + holdAmount).toBeGreaterThanOrEqual(0)
      }
      audit(bank)
    }),
    always(40),
  )
})

it('lets an implicit subledger go below zero where others hold more than the master [§2.9 rule 6]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (amount) => {
      const bank = createBank({ release: 'instant', masterAccount: { balance: 0, ledgerType: 'Passthrough' } })
      const master = bank.masterAccount.accountNumber
      const subledger = bank.subledgers.create({ masterAccountNumber: master, title: 'Customer' })
      bank.wires.simulateInbound(inboundWire(subledger.accountNumber, { amount }))
      bank.clock.advance({ minutes: 1 })

      bank.wires.create(outboundWire(master, { amount }))

      expect(bank.subledgers.get(master).currentBalance).toBe(-amount)
      expect(bank.subledgers.get(subledger.accountNumber).currentBalance).toBe(amount)
      expect(bank.masterAccount.currentBalance).toBe(0)
      audit(bank)
    }),
    always(20),
  )
})

it('keeps every balance exact where amounts are as large as a number can be [§2.9]', () => {
  const most = Number.MAX_SAFE_INTEGER
  const huge = fc.integer({ min: 2 ** 50, max: most })
  const step = fc.record({ isInbound: fc.boolean(), account: fc.nat(2), amount: huge, isLast: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), (steps) => {
      const bank = createBank({
        release: { every: { minutes: 30 } },
        masterAccount: { balance: 0, ledgerType: 'Passthrough' },
        assume: { 'limits.amountMaximum': most },
      })
      const masterAccountNumber = bank.masterAccount.accountNumber
      const customers = ['One', 'Two'].map((title) => bank.subledgers.create({ masterAccountNumber, title }))
      const numbers = [masterAccountNumber, ...customers.map((customer) => customer.accountNumber)]

      for (const { isInbound, account, amount, isLast } of steps) {
        const number = numbers[account] as string
        if (isInbound) bank.wires.simulateInbound(inboundWire(number, { amount }))
        else bank.wires.create(outboundWire(number, { amount }))
        bank.clock.advance({ minutes: isLast ? 30 : 2 })
      }

      bank.clock.advance({ minutes: 30 })
      const balances = [bank.masterAccount, bank.subledgers.get(masterAccountNumber), ...allSubledgers(bank)]
      for (const { currentBalance } of balances) expect(Number.isSafeInteger(currentBalance)).toBe(true)
      audit(bank)
    }),
    always(40),
  )
})

it('keeps a subledger exact where two wires of one batch would each leave it exact, and both would not [§2.9]', () => {
  const bank = createBank({
    masterAccount: { balance: 0, ledgerType: 'Passthrough' },
    assume: { 'limits.amountMaximum': Number.MAX_SAFE_INTEGER },
  })
  const master = bank.masterAccount.accountNumber
  const open = (title: string) => bank.subledgers.create({ masterAccountNumber: master, title }).accountNumber
  const [debtor, saver] = [open('Debtor'), open('Saver')]
  bank.wires.simulateInbound(inboundWire(master, { amount: 9e15 }))
  bank.clock.advance({ minutes: 1 })
  bank.wires.create(outboundWire(debtor, { amount: 5e15 }))
  bank.clock.advanceToNextBatch()
  bank.wires.simulateInbound(inboundWire(saver, { amount: 5e15 }))
  bank.clock.advance({ minutes: 1 })

  const wires = [
    bank.wires.create(outboundWire(debtor, { amount: 4e15 })),
    bank.wires.create(outboundWire(debtor, { amount: 4e15 })),
  ]
  bank.clock.advanceToNextBatch()

  expect(wires.map(({ id }) => bank.wires.get(id).status)).toEqual(['Completed', 'Rejected'])
  expect(bank.subledgers.get(debtor).currentBalance).toBe(-9e15)
  audit(bank)
})

it('opens accounts only with balances that the whole bank can add up exactly [§2.9]', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 4 }), (balances) => {
      const bank = createBank()

      run(
        bank,
        balances.map((balance) => ({ does: 'openAccount', ledgerType: 'Direct', balance })),
      )

      const sum = bank.accounts.all().reduce((total, account) => total + BigInt(account.currentBalance), 0n)
      expect(BigInt(bank.world.ledger.deposits)).toBe(sum)
      expect(Number.isSafeInteger(bank.world.ledger.deposits)).toBe(true)
      audit(bank)
    }),
    always(40),
  )
})
