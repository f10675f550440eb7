/** The property kit: everything that it makes is accepted by the bank, and shrinks to something small and plain. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import {
  accountNumbers,
  amounts,
  durations,
  inboundWires,
  parties,
  restrictionRequests,
  routingNumbers,
  transactionRequests,
  transferRequests,
  wireRequests,
} from 'vostro/fast-check'
import { always } from '../../properties/history.ts'
import { bankingToken, post } from '../../support/calls.ts'

/** A bank whose partner has two master accounts and three subledgers; a second partner has another account. */
function bankWithAccounts(): Bank {
  const bank = createBank({ seed: 7 })
  const { accountNumber } = bank.accounts.open({ title: 'Payroll', balance: 500_000 })
  for (const masterAccountNumber of [bank.masterAccount.accountNumber, bank.masterAccount.accountNumber, accountNumber])
    bank.subledgers.create({ masterAccountNumber, title: 'Customer 17' })
  bank.partners.add()
  return bank
}

const accepted: [string, string, (bank: Bank) => fc.Arbitrary<object>, (bank: Bank) => string][] = [
  ['outbound wire [§2.3]', 'wires.create', wireRequests, () => '/wires/v1/payments'],
  ['inbound wire [§2.5]', 'wires.simulateInbound', inboundWires, () => '/wires/v1/payments/simulations'],
  [
    'restriction [§2.8]',
    'restrictions.create',
    restrictionRequests,
    (bank) => `/core/v1/dda/accounts/${bank.masterAccount.accountNumber}/restrictions`,
  ],
  ['transfer [§2.9]', 'transactions.transfer', transferRequests, () => '/core/v1/transactions'],
]

it.each(accepted)('generates only requests that the bank accepts: %s', async (_, operation, requestsOf, path) => {
  const template = bankWithAccounts()

  await fc.assert(
    fc.asyncProperty(requestsOf(template), async (request) => {
      const bank = template.fork()

      const response = await post(bank, bankingToken(bank), path(bank), request)

      expect(await response.json()).not.toHaveProperty('errors')
      expect(bank.journal.at(-1)).toMatchObject({ operation, outcome: 'done' })
    }),
    always(150),
  )
})

it('generates only transactions that the bank accepts, and parties with every field [§2.8]', () => {
  const template = bankWithAccounts()

  fc.assert(
    fc.property(transactionRequests(template), parties(), parties({ idCode: 'F' }), (request, person, institution) => {
      const bank = template.fork()
      const fields = { beneficiary: person, beneficiaryFi: institution, receiverRoutingNumber: institution.identifier }
      const { accountNumber } = request

      expect(bank.transactions.post(request)).toMatchObject({ ...request })
      expect(
        bank.wires.create({ accountNumber, businessFunctionCode: 'CTR', amount: 1, ...fields }).receiverRoutingNumber,
      ).toBe(institution.identifier)
    }),
    always(150),
  )
})

it('generates requests of one partner from its own accounts, or from given accounts and amounts [§1]', () => {
  const bank = bankWithAccounts()
  const other = bank.as(bank.partners.list()[1]?.id ?? '')
  const narrow = { accountNumber: fc.constant(bank.masterAccount.accountNumber), amount: amounts({ min: 5, max: 9 }) }

  fc.assert(
    fc.property(wireRequests(other), wireRequests(bank, narrow), (others, own) => {
      expect(others.accountNumber).toBe(other.masterAccount.accountNumber)
      expect(own).toMatchObject({ accountNumber: bank.masterAccount.accountNumber })
      expect(own.amount).toBeGreaterThanOrEqual(5)
      expect(own.amount).toBeLessThanOrEqual(9)
    }),
    always(50),
  )
})

it.each<[string, 'own' | 'unknown' | 'any', string[]]>([
  ['of the partner', 'own', ['known']],
  ['unknown to the bank', 'unknown', ['account_not_found']],
  ['known and unknown ones', 'any', ['account_not_found', 'known']],
])('generates valid account numbers, %s [§2.9 rule 3]', async (_, which, wanted) => {
  const bank = bankWithAccounts()
  const found = (accountNumber: string) => {
    try {
      return bank.subledgers.get(accountNumber) && 'known'
    } catch (error) {
      return (error as { code?: string }).code
    }
  }

  const seen = fc.sample(accountNumbers(bank, which), always(200)).map((number) => [number.length, found(number)])

  expect([...new Set(seen.map(([, outcome]) => outcome))].sort()).toEqual(wanted)
  expect([...new Set(seen.map(([length]) => length))].sort()).toEqual([10, 12])
})

it('generates durations that the clock accepts, and every field of a wire [§2.3]', () => {
  const template = bankWithAccounts()
  const fields = new Set<string>()

  fc.assert(
    fc.property(durations(), wireRequests(template), (duration, request) => {
      const bank = template.fork()
      for (const field of Object.keys(request)) fields.add(field)

      bank.clock.advance(duration)

      expect(Date.parse(bank.clock.now)).toBeGreaterThan(Date.parse(template.clock.now))
    }),
    always(100),
  )
  expect(fields.size).toBe(14)
})

it.each<[string, (bank: Bank) => fc.Arbitrary<unknown>, (bank: Bank) => unknown]>([
  ['amounts', () => amounts(), () => 1],
  ['account numbers', (bank) => accountNumbers(bank), (bank) => bank.masterAccount.accountNumber],
  ['routing numbers', () => routingNumbers(), () => '010000003'],
  ['durations', () => durations(), () => ({ seconds: 1 })],
  ['parties', () => parties(), () => ({ idCode: 'D', identifier: '1000', name: 'Example Supplies' })],
  ['restrictions', (bank) => restrictionRequests(bank), () => ({ appliesTo: 'All' })],
  [
    'wire requests',
    (bank) => wireRequests(bank),
    (bank) => ({
      accountNumber: bank.masterAccount.accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '010000003',
      beneficiary: { idCode: 'D', identifier: '1000', name: 'Example Supplies' },
      amount: 1,
    }),
  ],
])('shrinks %s to the smallest and simplest [§2.3]', (_, arbitraryOf, smallest) => {
  const bank = bankWithAccounts()

  const { counterexample } = fc.check(
    fc.property(arbitraryOf(bank), () => false),
    always(1),
  )

  expect(counterexample).toEqual([smallest(bank)])
})

it.each([
  [{ max: 0 }, 'max: min is 1, and max is 0'],
  [{ min: 20_000_000 }, 'min: min is 20000000, and max is 10000000'],
  [{ min: 5, max: 4 }, 'max: min is 5, and max is 4'],
])('refuses a range without amounts: %o [§2.9]', (range, said) => {
  const act = () => amounts(range)

  expect(act).toThrow(expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(said) }))
})

it('accepts a range of one amount [§2.9]', () => {
  expect(fc.sample(amounts({ min: 0, max: 0 }), 3)).toEqual([0, 0, 0])
})
