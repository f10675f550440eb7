import { expect, it } from 'vitest'
import { type AccountStatus, createBank, type TransactionRequest, transition } from 'vostro'
import { achDebit, customerOf } from '../../support/requests.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'

it.each([
  ['Ach', 'Debit', 'Incoming ACH', -10_000],
  ['Ach', 'Credit', 'Incoming ACH', 10_000],
  ['Wire', 'Debit', 'Outgoing Wire', -10_000],
  ['Rtp', 'Credit', 'RTP Credit', 10_000],
  ['Check', 'Debit', 'Check', -10_000],
  ['Card', 'Debit', 'Withdrawal', -10_000],
  ['International', 'Credit', 'Incoming Wire', 10_000],
  ['Internal', 'Debit', 'Fee', -10_000],
  ['Internal', 'Credit', 'Interest', 10_000],
] as const)('posts on the rail %s: a %s, %s, moves %i at once [§2.9 rule 8]', (rail, transactionType, code, moved) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const transaction = bank.transactions.post({
    accountNumber,
    rail,
    transactionType,
    transactionCode: code,
    amount: 10_000,
  })

  expect(transaction).toMatchObject({ status: 'Posted', postingCode: 'OK', rail, transactionCode: code })
  expect(bank.masterAccount.currentBalance).toBe(100_000_000 + moved)
  expect(bank.world.ledger.settlement[rail]).toBe(rail === 'Internal' ? -100_000_000 - moved : -moved)
})

it('gives a transaction back with everything that is known of it [§2.4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const transaction = bank.transactions.post(achDebit(accountNumber, { description: 'Utility bill' }))

  expect(transaction).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    accountNumber,
    rail: 'Ach',
    transactionType: 'Debit',
    transactionCode: 'Incoming ACH',
    amount: 10_000,
    currency: 'usd',
    description: 'Utility bill',
    status: 'Posted',
    postingCode: 'OK',
    createdAt: '2026-03-02T09:00:00.000-05:00',
    postedAt: '2026-03-02T09:00:00.000-05:00',
    partnerId: bank.partner.id,
  })
  expect(bank.transactions.get(transaction.id)).toEqual(transaction)
})

it.each<[AccountStatus, string]>([
  ['Closed', 'CLS'],
  ['Inactive', 'INA'],
  ['Dormant', 'DRM'],
  ['Escheatment', 'ESC'],
  ['ChargeOff', 'CHR'],
])('keeps a transaction on an account that is %s as refused with %s, and moves nothing [§2.4]', (status, code) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  bank.accounts.setStatus(accountNumber, status)

  const refused = (['Debit', 'Credit'] as const).map((transactionType) =>
    bank.transactions.post(achDebit(accountNumber, { transactionType })),
  )

  expect(refused).toMatchObject(
    ['Debit', 'Credit'].map((transactionType) => ({
      transactionType,
      status: 'Rejected',
      postingCode: code,
      reason: `account ${accountNumber} is ${status}`,
    })),
  )
  expect(refused.every((transaction) => transaction.postedAt === undefined)).toBe(true)
  expect(bank.masterAccount).toMatchObject({ currentBalance: 100_000_000, transactionCount: 1 })
  expect(bank.transactions.list().results.slice(1)).toEqual(refused)
})

it('refuses on a subledger whose master account is closed, and on a closed subledger of an open one [§2.9 rule 8]', () => {
  const bank = createBank()
  const [first, second] = [customerOf(bank), customerOf(bank)]
  bank.accounts.setStatus(first, 'Closed')
  const own = bank.transactions.post(achDebit(first))
  bank.accounts.setStatus(bank.masterAccount.accountNumber, 'Inactive')
  const masters = bank.transactions.post(achDebit(second))

  expect([own.postingCode, masters.postingCode]).toEqual(['CLS', 'INA'])
})

it('refuses with NSF what is not available, with both values [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 9_999 } })

  const transaction = bank.transactions.post(achDebit(bank.masterAccount.accountNumber))

  expect(transaction).toMatchObject({
    status: 'Rejected',
    postingCode: 'NSF',
    reason: '100.00 asked, 99.99 available on the master',
  })
  expect(bank.masterAccount.currentBalance).toBe(9_999)
})

it.each([
  ['accountNumber', (own: string, other: string) => achDebit(other, { otherAccountNumber: own })],
  ['otherAccountNumber', (own: string, other: string) => achDebit(own, { otherAccountNumber: other })],
])('keeps a transaction whose %s is no account of the partner with ANF [§2.4]', (_, request) => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount

  const transaction = bank.transactions.post(request(accountNumber, '2000000006'))

  expect(transaction).toMatchObject({
    status: 'Rejected',
    postingCode: 'ANF',
    reason: 'this partner has no account 2000000006',
  })
  expect(bank.transactions.get(transaction.id)).toEqual(transaction)
  expect(bank.masterAccount.currentBalance).toBe(100_000_000)
})

it('posts a wire on the same path, with the transaction under its coreTransactionId [§2.4]', () => {
  const bank = createBank()
  const { accountNumber } = bank.masterAccount
  const wires = [bank.wires.create(outboundWire(accountNumber)), bank.wires.simulateInbound(inboundWire(accountNumber))]

  bank.clock.advanceToNextBatch()

  const transactions = wires.map(({ id }) => bank.transactions.get(bank.wires.get(id).coreTransactionId as string))
  expect(transactions).toMatchObject([
    { transactionCode: 'Outgoing Wire', transactionType: 'Debit', rail: 'Wire', paymentId: wires[0]?.id },
    { transactionCode: 'Incoming Wire', transactionType: 'Credit', rail: 'Wire', paymentId: wires[1]?.id },
  ])
})

it('keeps the posting of a wire that was refused, which has no coreTransactionId [§2.4]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })

  const wire = bank.wires.create(outboundWire(bank.masterAccount.accountNumber))
  bank.clock.advanceToNextBatch()

  expect(bank.wires.get(wire.id).coreTransactionId).toBeUndefined()
  expect(bank.transactions.list().results).toMatchObject([
    { paymentId: wire.id, status: 'Rejected', postingCode: 'NSF', amount: 10_000 },
  ])
})

it('begins the transactions of a funded account with its opening deposit, so that they sum to its balance [§2.9 rule 5]', () => {
  const bank = createBank({ masterAccount: { balance: 50_000 } })
  const { accountNumber } = bank.masterAccount
  bank.transactions.post(achDebit(accountNumber))
  bank.transactions.post(achDebit(accountNumber, { transactionType: 'Credit', amount: 1 }))
  bank.transactions.post(achDebit(accountNumber, { amount: 1_000_000 }))

  const posted = bank.transactions.list({ accountNumber }).results.filter(({ status }) => status === 'Posted')

  expect(posted.map(({ transactionCode }) => transactionCode)).toEqual(['Deposit', 'Incoming ACH', 'Incoming ACH'])
  const sum = posted.reduce(
    (sum, { transactionType, amount }) => sum + (transactionType === 'Debit' ? -amount : amount),
    0,
  )
  expect(bank.masterAccount.currentBalance).toBe(sum)
})

it('lists page by page, of one subledger or of a master account with all its subledgers [§2.9]', () => {
  const bank = createBank({ masterAccount: { balance: 0 } })
  const other = bank.accounts.open({ balance: 1 })
  const [first, second] = [customerOf(bank), customerOf(bank)]
  const posted = [first, second, first].map((number) =>
    bank.transactions.post(achDebit(number, { transactionType: 'Credit' })),
  )

  const { list } = bank.transactions

  expect(list({ accountNumber: first }).results).toEqual([posted[0], posted[2]])
  expect(list({ accountNumber: bank.masterAccount.accountNumber }).results).toEqual(posted)
  expect(list({ accountNumber: other.accountNumber }).results).toMatchObject([{ transactionCode: 'Deposit' }])
  expect(list({ accountNumber: first, pageSize: 1, pageNumber: 2 })).toEqual({
    results: [posted[2]],
    pageNumber: 2,
    pageSize: 1,
    hasPreviousPage: true,
    hasNextPage: false,
  })
  expect(() => list({ accountNumber: '2000000006' })).toThrow(expect.objectContaining({ code: 'account_not_found' }))
})

it.each<[string, Partial<Record<keyof TransactionRequest, unknown>>, string]>([
  ['a rail that nobody knows', { rail: 'Pigeon' }, 'rail'],
  ['a type that nobody knows', { transactionType: 'Both' }, 'transactionType'],
  ['a code that nobody knows', { transactionCode: 'Bribe' }, 'transactionCode'],
  ['an amount of nothing', { amount: 0 }, 'amount'],
  ['half a minor unit', { amount: 0.5 }, 'amount'],
  ['an amount that is not exact', { amount: Number.MAX_SAFE_INTEGER + 1 }, 'amount'],
  ['an account number with a wrong check digit', { accountNumber: '2000000007' }, 'accountNumber'],
])('refuses %s as a mistake of the test, and keeps nothing [§2.8]', (_, change, field) => {
  const bank = createBank()
  const before = bank.world
  const request = { ...achDebit(bank.masterAccount.accountNumber), ...change } as TransactionRequest

  expect(() => bank.transactions.post(request)).toThrow(
    expect.objectContaining({ name: 'UsageError', details: [expect.objectContaining({ path: field })] }),
  )
  expect(bank.world).toBe(before)
})

it('lets any transaction code pass where the catalogue says so [§2.8]', () => {
  const bank = createBank({ assume: { 'restrictions.values': 'any' } })
  const { accountNumber } = bank.masterAccount

  const { transactionCode } = bank.transactions.post(achDebit(accountNumber, { transactionCode: 'Lockbox' }))

  expect(transactionCode).toBe('Lockbox')
})

it('refuses the id of a transaction that does not exist [§2.4]', () => {
  const bank = createBank()

  expect(() => bank.transactions.get('00000000-0000-4000-8000-000000000000')).toThrow(
    expect.objectContaining({ code: 'transaction_not_found' }),
  )
})

it('records for the partner of an account what the bank refuses to post there [§2.8]', () => {
  const bank = createBank()
  const second = bank.partners.add()
  const { accountNumber } = bank.as(second.id).masterAccount
  const fee = { rail: 'Internal', transactionType: 'Debit', transactionCode: 'Fee', amount: 5 } as const
  const request = { accountNumber, otherAccountNumber: '9999999999', ...fee }

  const result = transition(bank.world, 'transactions.post', request, { kind: 'internal' })

  expect(result).toMatchObject({ output: { postingCode: 'ANF', partnerId: second.id, accountNumber } })
})
