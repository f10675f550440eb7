import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { audit } from '../support/auditor.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { perform } from './command.ts'
import { always, bankOptions, history } from './history.ts'

it('agrees with its auditor after each step, and a refusal changes nothing [§2.9 rule 5][§7]', () => {
  fc.assert(
    fc.property(bankOptions, history, (options, commands) => {
      const bank = createBank(options)

      for (const command of commands) {
        const before = bank.world
        const outcome = perform(bank, command)

        if ('refused' in outcome) expect(bank.world).toBe(before)
        audit(bank)
      }
    }),
    always(12),
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
