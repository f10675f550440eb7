import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it('shows a master account with its balances, all in minor units [§2.9]', () => {
  const bank = createBank({ seed: 7, masterAccount: { title: 'Operations', balance: 12_345 } })

  expect(bank.masterAccount).toEqual({
    accountNumber: expect.stringMatching(/^2\d{9}$/),
    accountType: 'Deposit',
    status: 'Active',
    ledgerType: 'Passthrough',
    title: 'Operations',
    currentBalance: 12_345,
    availableBalance: 12_345,
    holdAmount: 0,
    transactionCount: 1,
    openedAt: '2026-03-02T09:00:00.000-05:00',
    partnerId: bank.partner.id,
    productId: bank.partner.productId,
  })
  expect(bank.accounts.get(bank.masterAccount.accountNumber)).toEqual(bank.masterAccount)
})

it('opens further accounts, empty and named after the partner by default [§2.9 rule 10]', () => {
  const bank = createBank({ partner: { name: 'Example Payroll' } })

  const plain = bank.accounts.open()
  const named = bank.accounts.open({ title: 'Payroll', balance: 500_000, ledgerType: 'Direct' })

  expect(plain).toMatchObject({ title: 'Example Payroll', currentBalance: 0, ledgerType: 'Passthrough' })
  expect(named).toMatchObject({ title: 'Payroll', availableBalance: 500_000, ledgerType: 'Direct' })
  expect(bank.accounts.all()).toEqual([bank.masterAccount, plain, named])
})

it.each([
  ['of another bank', '2123456788', 'account_not_found'],
  ['with a wrong check digit', '2123456785', 'account_not_found'],
  ['that is nonsense', 'nonsense', 'account_not_found'],
])('finds no account for a number %s [§7]', (_, number, code) => {
  const bank = createBank({ seed: 7 })

  for (const read of [bank.accounts.get, bank.subledgers.get]) {
    expect(() => read(number)).toThrow(expect.objectContaining({ code, status: 404 }))
  }
  expect(() => bank.accounts.setStatus(number, 'Closed')).toThrow(expect.objectContaining({ code, status: 404 }))
})

const statuses = [
  ['Closed', 'CLS'],
  ['Inactive', 'INA'],
  ['Dormant', 'DRM'],
  ['Escheatment', 'ESC'],
  ['ChargeOff', 'CHR'],
] as const

it.each(statuses)(
  'rejects the wires of a master account that is %s with posting code %s [§2.4]',
  (status, postingCode) => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount

    bank.accounts.setStatus(accountNumber, status)
    const wires = [
      bank.wires.create(outboundWire(accountNumber)),
      bank.wires.simulateInbound(inboundWire(accountNumber)),
    ]
    bank.clock.advance({ minutes: 1 })

    expect(wires.map(({ id }) => bank.wires.get(id))).toMatchObject([
      { status: 'Rejected', posting: 'Pending', postingCode },
      { status: 'Rejected', posting: 'Pending', postingCode },
    ])
    expect(bank.masterAccount).toMatchObject({ status, currentBalance: 100_000_000, availableBalance: 100_000_000 })
  },
)

it.each(statuses)(
  'rejects the wires of a subledger that is %s with %s, and no others [§2.4]',
  (status, postingCode) => {
    const bank = createBank()
    const masterAccountNumber = bank.masterAccount.accountNumber
    const [shut, open] = ['A', 'B'].map((title) => bank.subledgers.create({ masterAccountNumber, title }).accountNumber)

    bank.accounts.setStatus(shut!, status)
    const wires = [shut!, open!, masterAccountNumber].map((number) => bank.wires.create(outboundWire(number)))
    bank.clock.advanceToNextBatch()

    expect(wires.map(({ id }) => bank.wires.get(id).postingCode)).toEqual([postingCode, 'OK', 'OK'])
  },
)

it('remembers when an account was closed, and forgets it when it is opened again [§2.9]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  bank.clock.advance({ hours: 1 })
  const closed = bank.accounts.setStatus(accountNumber, 'Closed')
  const reopened = bank.accounts.setStatus(accountNumber, 'Active')

  expect(closed).toMatchObject({ status: 'Closed', closedAt: '2026-03-02T10:00:00.000-05:00' })
  expect(reopened).not.toHaveProperty('closedAt')
})

it('lists subledgers page by page, the implicit ones only if asked [§4]', () => {
  const bank = createBank()
  const masterAccountNumber = bank.masterAccount.accountNumber
  const other = bank.accounts.open()
  for (let number = 1; number <= 12; number++) {
    bank.subledgers.create({
      masterAccountNumber: number === 3 ? other.accountNumber : masterAccountNumber,
      title: `Customer ${number}`,
    })
  }
  const titles = (page: { results: { title: string }[] }) => page.results.map(({ title }) => title)

  const first = bank.subledgers.list()
  const second = bank.subledgers.list({ pageNumber: 2 })
  const ofOther = bank.subledgers.list({ masterAccountNumber: other.accountNumber })
  const third = bank.subledgers.list({ pageNumber: 3, pageSize: 4 })

  expect(first).toMatchObject({ pageNumber: 1, pageSize: 10, hasPreviousPage: false, hasNextPage: true })
  expect(titles(first)).toHaveLength(10)
  expect(second).toMatchObject({ pageNumber: 2, hasPreviousPage: true, hasNextPage: false })
  expect(titles(second)).toEqual(['Customer 11', 'Customer 12'])
  expect(titles(ofOther)).toEqual(['Customer 3'])
  expect(third).toMatchObject({ hasPreviousPage: true, hasNextPage: false })
  expect(titles(third)).toEqual(['Customer 9', 'Customer 10', 'Customer 11', 'Customer 12'])
})

it('lists the implicit subledger by an assumption [§4]', () => {
  const bank = createBank({ assume: { 'subledgers.implicitListed': 'yes', 'paging.pageSize': 1 } })
  const masterAccountNumber = bank.masterAccount.accountNumber
  bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })

  expect(bank.subledgers.list()).toMatchObject({
    pageSize: 1,
    hasNextPage: true,
    results: [{ accountNumber: masterAccountNumber }],
  })
})

it('shows a closed master account as closed in its implicit subledger too [§2.9 rule 4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const closed = bank.accounts.setStatus(accountNumber, 'Closed')

  expect(bank.subledgers.get(accountNumber)).toMatchObject({ status: 'Closed', closedAt: closed.closedAt })
})
