import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { ways } from '../support/drivers/ways.ts'
import { inboundWire, outboundWire } from '../support/wire.ts'

it.each(ways)(
  'receives a wire on a customer\u2019s subledger and pays out of it, through the %s [§2.9 rules 4, 5]',
  async (_, partnerOf) => {
    const bank = createBank()
    const partner = partnerOf(bank)
    const master = bank.masterAccount.accountNumber
    const { accountNumber: customer } = await partner.createSubledger({
      masterAccountNumber: master,
      title: 'Customer 17',
    })

    const opened = balances(bank, master, customer)
    await partner.simulateInbound(inboundWire(customer, { amount: 70_000 }))
    bank.clock.advance({ minutes: 1 })
    const funded = balances(bank, master, customer)
    const { id } = await partner.createWire(outboundWire(customer, { amount: 45_000 }))
    bank.clock.advance({ minutes: 1 })
    const reserved = balances(bank, master, customer)
    bank.clock.advanceToNextBatch()
    const paid = balances(bank, master, customer)
    const wire = await partner.getWire(id)

    expect(opened).toEqual({ master: [100_000_000, 100_000_000], implicit: 100_000_000, customer: [0, 0] })
    expect(funded).toEqual({ master: [100_070_000, 100_070_000], implicit: 100_000_000, customer: [70_000, 70_000] })
    expect(reserved).toEqual({ master: [100_070_000, 100_025_000], implicit: 100_000_000, customer: [70_000, 25_000] })
    expect(paid).toEqual({ master: [100_025_000, 100_025_000], implicit: 100_000_000, customer: [25_000, 25_000] })
    expect(wire).toMatchObject({ accountNumber: customer, status: 'Completed', originator: { identifier: customer } })
  },
)

it.each(ways)(
  'lets an empty direct subledger pay nothing, though its master could, through the %s [§2.9 rule 7]',
  async (_, partnerOf) => {
    const bank = createBank({ masterAccount: { ledgerType: 'Direct', balance: 50_000 } })
    const partner = partnerOf(bank)
    const master = bank.masterAccount.accountNumber
    const { accountNumber: customer } = await partner.createSubledger({
      masterAccountNumber: master,
      title: 'Customer',
    })

    const { id } = await partner.createWire(outboundWire(customer, { amount: 1 }))
    bank.clock.advanceToNextBatch()
    const refused = await partner.getWire(id)

    expect(refused).toMatchObject({ status: 'Rejected', posting: 'Pending', postingCode: 'NSF' })
    expect(balances(bank, master, customer)).toEqual({ master: [50_000, 50_000], implicit: 50_000, customer: [0, 0] })
  },
)

/** Current and available of the master and of one subledger, and what is the master's own. */
function balances(bank: Bank, master: string, customer: string) {
  const [account, implicit, subledger] = [
    bank.accounts.get(master),
    bank.subledgers.get(master),
    bank.subledgers.get(customer),
  ]
  return {
    master: [account.currentBalance, account.availableBalance],
    implicit: implicit.currentBalance,
    customer: [subledger.currentBalance, subledger.availableBalance],
  }
}
