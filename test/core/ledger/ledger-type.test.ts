import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

/** The money on the master and on the subledger, the paying account, the amount, and the outcome of the wire. */
const cases = [
  ['Passthrough', 10_000, 0, 'subledger', 10_000, 'Completed', 'OK'],
  ['Passthrough', 10_000, 0, 'subledger', 10_001, 'Rejected', 'NSF'],
  ['Passthrough', 0, 10_000, 'implicit', 10_000, 'Completed', 'OK'],
  ['Passthrough', 0, 10_000, 'implicit', 10_001, 'Rejected', 'NSF'],
  ['Passthrough', 4_000, 6_000, 'subledger', 10_000, 'Completed', 'OK'],
  ['Direct', 10_000, 0, 'subledger', 1, 'Rejected', 'NSF'],
  ['Direct', 10_000, 6_000, 'subledger', 6_000, 'Completed', 'OK'],
  ['Direct', 10_000, 6_000, 'subledger', 6_001, 'Rejected', 'NSF'],
  ['Direct', 0, 10_000, 'implicit', 1, 'Rejected', 'NSF'],
  ['Direct', 4_000, 6_000, 'implicit', 4_000, 'Completed', 'OK'],
  ['Direct', 4_000, 6_000, 'implicit', 4_001, 'Rejected', 'NSF'],
] as const

it.each(cases)(
  'decides on a %s ledger with %i own and %i on the subledger: the %s pays %i and is %s, %s [§2.9 rule 7]',
  (ledgerType, own, onSubledger, payer, amount, status, postingCode) => {
    const bank = createBank({ masterAccount: { balance: own, ledgerType } })
    const { accountNumber } = bank.masterAccount
    const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
    if (onSubledger > 0) bank.wires.simulateInbound(inboundWire(subledger.accountNumber, { amount: onSubledger }))
    bank.clock.advance({ minutes: 1 })

    const from = payer === 'implicit' ? accountNumber : subledger.accountNumber
    const wire = bank.wires.create(outboundWire(from, { amount }))
    bank.clock.advanceToNextBatch()

    const moved = status === 'Completed' ? amount : 0
    expect(bank.wires.get(wire.id)).toMatchObject({ status, postingCode })
    expect(bank.masterAccount).toMatchObject({
      currentBalance: own + onSubledger - moved,
      availableBalance: own + onSubledger - moved,
    })
    expect(bank.subledgers.get(from).currentBalance).toBe((payer === 'implicit' ? own : onSubledger) - moved)
  },
)

it('lets a passthrough subledger carry a negative balance, a direct one never [§2.9 rule 7]', () => {
  const balances = (['Passthrough', 'Direct'] as const).map((ledgerType) => {
    const bank = createBank({ masterAccount: { ledgerType } })
    const { accountNumber } = bank.subledgers.create({
      masterAccountNumber: bank.masterAccount.accountNumber,
      title: 'Customer 17',
    })
    bank.wires.create(outboundWire(accountNumber))
    bank.clock.advanceToNextBatch()
    return bank.subledgers.get(accountNumber).currentBalance
  })

  expect(balances).toEqual([-10_000, 0])
})

it('takes the ledger type from the request, else from the assumption [§2.9 rule 7]', () => {
  const bank = createBank({ assume: { 'subledgers.ledgerType': 'Direct' } })

  expect(bank.masterAccount.ledgerType).toBe('Direct')
  expect(bank.accounts.open().ledgerType).toBe('Direct')
  expect(bank.accounts.open({ ledgerType: 'Passthrough' }).ledgerType).toBe('Passthrough')
  expect(createBank().masterAccount.ledgerType).toBe('Passthrough')
})

it('counts money that is reserved for one wire as spent when the next is decided [§2.9 rule 7]', () => {
  const bank = createBank({ masterAccount: { balance: 15_000 } })
  const { accountNumber } = bank.masterAccount

  const wires = [10_000, 5_001, 5_000].map((amount) => bank.wires.create(outboundWire(accountNumber, { amount })))
  bank.clock.advance({ seconds: 5 })

  expect(wires.map(({ id }) => bank.wires.get(id).status)).toEqual(['Pending', 'Rejected', 'Pending'])
  expect(bank.masterAccount).toMatchObject({ currentBalance: 15_000, availableBalance: 0 })
})
