import { expect, it } from 'vitest'
import { createBank, type RestrictionRequest } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

type Direction = 'debit' | 'credit'
type Payer = 'master' | 'subledger'

/** What each criterion sees in a wire, with wildcards in all others: its value, the wire, and whether the wire is blocked. */
const cases: [Partial<RestrictionRequest>, Direction, Payer, boolean][] = [
  [{}, 'debit', 'master', true],
  [{}, 'credit', 'subledger', true],
  [{ rail: 'Wire' }, 'debit', 'master', true],
  [{ rail: 'Wire' }, 'credit', 'subledger', true],
  [{ rail: 'Ach' }, 'debit', 'master', false],
  [{ rail: 'International' }, 'credit', 'subledger', false],

  [{ transactionType: 'Debit' }, 'debit', 'subledger', true],
  [{ transactionType: 'Debit' }, 'credit', 'master', false],
  [{ transactionType: 'Credit' }, 'debit', 'master', false],
  [{ transactionType: 'Credit' }, 'credit', 'subledger', true],

  [{ transactionCode: 'Outgoing Wire' }, 'debit', 'master', true],
  [{ transactionCode: 'Outgoing Wire' }, 'credit', 'master', false],
  [{ transactionCode: 'Incoming Wire' }, 'debit', 'subledger', false],
  [{ transactionCode: 'Incoming Wire' }, 'credit', 'subledger', true],

  [{ amountThreshold: 10_000 }, 'debit', 'master', true],
  [{ amountThreshold: 10_001 }, 'debit', 'master', false],
  [{ amountThreshold: 10_000 }, 'credit', 'subledger', true],
  [{ amountThreshold: 10_001 }, 'credit', 'subledger', false],

  [{ otherAccountType: 'Deposit' }, 'debit', 'master', false],
  [{ otherAccountType: 'GeneralLedger' }, 'debit', 'subledger', false],
  [{ otherAccountType: 'Wallet' }, 'credit', 'master', false],
  [{ otherAccountType: 'CreditCard' }, 'credit', 'subledger', false],

  [{ appliesTo: 'Account' }, 'debit', 'master', true],
  [{ appliesTo: 'Account' }, 'credit', 'subledger', false],
  [{ appliesTo: 'SubAccounts' }, 'credit', 'master', false],
  [{ appliesTo: 'SubAccounts' }, 'debit', 'subledger', true],
  [{ appliesTo: 'SubAccount' }, 'debit', 'master', false],
  [{ appliesTo: 'SubAccount' }, 'credit', 'subledger', true],
]

it.each(cases)(
  'with %o decides about a %s of 10000 on the %s: blocked is %s [§2.8 rule 1]',
  (criteria, direction, payer, isBlocked) => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount
    const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
    const number = payer === 'master' ? accountNumber : subledger.accountNumber
    bank.restrictions.create({ accountNumber, appliesTo: 'All', ...criteria })

    const wire =
      direction === 'debit' ? bank.wires.create(outboundWire(number)) : bank.wires.simulateInbound(inboundWire(number))
    bank.clock.advanceToNextBatch()

    expect(bank.wires.get(wire.id)).toMatchObject(
      isBlocked
        ? { status: 'Rejected', posting: 'Pending', postingCode: 'RES' }
        : { status: 'Completed', posting: 'Posted', postingCode: 'OK' },
    )
  },
)

it.each([
  ['the first subledger', 0, [true, false, false]],
  ['the second subledger', 1, [false, true, false]],
  ['the implicit subledger', 2, [false, false, true]],
  ['any', null, [true, true, true]],
] as const)('with subAccountNumber naming %s blocks no other [§2.8]', (_, named, blocked) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const [first, second] = ['A', 'B'].map((title) =>
    bank.subledgers.create({ masterAccountNumber: accountNumber, title }),
  )
  const numbers = [first!.accountNumber, second!.accountNumber, accountNumber] as const
  const subAccountNumber = named === null ? null : numbers[named]
  bank.restrictions.create({ accountNumber, appliesTo: 'All', subAccountNumber })

  const wires = numbers.map((number) => bank.wires.create(outboundWire(number)))
  bank.clock.advanceToNextBatch()

  expect(wires.map(({ id }) => bank.wires.get(id).postingCode === 'RES')).toEqual(blocked)
})

/** Every criterion matches a debit of 10000 on the subledger; then one criterion at a time misses it. */
const full = { rail: 'Wire', transactionType: 'Debit', transactionCode: 'Outgoing Wire', amountThreshold: 10_000 }
it.each([
  [{}, true],
  [{ rail: 'Ach' }, false],
  [{ transactionType: 'Credit' }, false],
  [{ transactionCode: 'Incoming Wire' }, false],
  [{ amountThreshold: 10_001 }, false],
  [{ appliesTo: 'Account' as const }, false],
  [{ otherAccountType: 'Deposit' }, false],
])('applies only when all of its criteria match: changed by %o it blocks: %s [§2.8 rule 2]', (change, isBlocked) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const subledger = bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Customer 17' })
  const subAccountNumber = subledger.accountNumber
  bank.restrictions.create({ accountNumber, appliesTo: 'SubAccounts', subAccountNumber, ...full, ...change })

  const wire = bank.wires.create(outboundWire(subAccountNumber))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id).status).toBe(isBlocked ? 'Rejected' : 'Completed')
})

it('blocks nothing on another master account [§2.8]', () => {
  const bank = createBank()
  const other = bank.accounts.open({ balance: 10_000 })
  bank.restrictions.create({ accountNumber: bank.masterAccount.accountNumber, appliesTo: 'All' })

  const wire = bank.wires.create(outboundWire(other.accountNumber))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id).status).toBe('Completed')
})

it('lets wires pass a restriction on the ACH rail, and freezes the account with one on all rails [§2.8 rule 3]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach' })
  const before = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })
  bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: null })
  const after = [bank.wires.create(outboundWire(accountNumber)), bank.wires.simulateInbound(inboundWire(accountNumber))]
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(before.id).status).toBe('Completed')
  expect(after.map(({ id }) => bank.wires.get(id).postingCode)).toEqual(['RES', 'RES'])
})

it('checks at review: a restriction placed later does not stop a wire that passed it [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const wire = bank.wires.create(outboundWire(accountNumber))
  bank.clock.advance({ seconds: 5 })
  bank.restrictions.create({ accountNumber, appliesTo: 'All' })
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id).status).toBe('Completed')
})

it('says which restriction blocked a wire, and why it lies there [§2.8]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const { id } = bank.restrictions.create({ accountNumber, appliesTo: 'All', reason: 'Under inquiry' })

  bank.wires.create(outboundWire(accountNumber))
  const happened = bank.clock.advance({ seconds: 5 })

  expect(happened).toMatchObject([
    { what: 'wire.rejected', postingCode: 'RES', reason: `restriction ${id} ("Under inquiry") blocks it` },
  ])
})
