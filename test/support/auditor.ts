/**
 * The auditor: a second, dumber bookkeeper. What the bank shows of itself, account by account and partner by partner, must be
 * what its journal tells (books.ts), what its transactions and holds add up to, and in the whole zero. (§2.9)
 */
import { expect } from 'vitest'
import type { Bank, MasterAccount, PartnerView, Subledger } from 'vostro'
import { type Balance, type Balances, recomputedFor } from './books.ts'
import { everyPage } from './every-page.ts'

/** Audits a bank as it is now; throws where two of its records disagree. */
export function audit(bank: Bank): void {
  expect(shownBy(bank), 'the balances shown and those of the journal').toEqual(recomputedFor(bank))
  for (const partner of partnersOf(bank)) {
    auditMasters(partner)
    auditTransactions(partner)
    auditHolds(partner)
  }
  auditWhole(bank)
}

/** Every balance, as the bank's records show it. */
export function shownBy(bank: Bank): Balances {
  const found: Balances = {}
  for (const partner of partnersOf(bank)) {
    for (const master of partner.accounts.all()) {
      found[`master ${master.accountNumber}`] = balanceOf(master)
      found[`subledger ${master.accountNumber}`] = balanceOf(partner.subledgers.get(master.accountNumber))
    }
    for (const ledger of allSubledgers(partner)) found[`subledger ${ledger.accountNumber}`] = balanceOf(ledger)
  }
  return found
}

/** Every partner's side of the bank. */
function partnersOf(bank: Bank): PartnerView[] {
  return bank.partners.list().map(({ id }) => bank.as(id))
}

/** Every subledger that was opened, page by page; the implicit ones were not opened. */
function allSubledgers(partner: Pick<PartnerView, 'subledgers'>): Subledger[] {
  return everyPage((page) => partner.subledgers.list(page))
}

/** The subledgers of a master account, its implicit one included. */
function subledgersOf(partner: Pick<PartnerView, 'subledgers'>, masterAccountNumber: string): Subledger[] {
  const opened = everyPage((page) => partner.subledgers.list({ ...page, masterAccountNumber }))
  return [partner.subledgers.get(masterAccountNumber), ...opened]
}

/** The subledgers of each master, the implicit one included, sum to the master (§2.9 rule 5). */
function auditMasters(partner: PartnerView): void {
  for (const master of partner.accounts.all()) {
    const parts = subledgersOf(partner, master.accountNumber).map(balanceOf)
    const { partnerId, ...whole } = balanceOf(master)
    const sum = (name: 'current' | 'available' | 'held') => parts.reduce((total, part) => total + part[name], 0n)
    const transactions = parts.reduce((total, part) => total + part.transactions, 0)
    expect(
      { current: sum('current'), available: sum('available'), held: sum('held'), transactions },
      `the sum of the subledgers of ${master.accountNumber}`,
    ).toEqual(whole)
  }
}

/** What was posted on an account is what it has. */
function auditTransactions(partner: PartnerView): void {
  const posted = new Map<string, { sum: bigint; count: number }>()
  for (const { accountNumber, amount, status, transactionType } of everyPage((page) =>
    partner.transactions.list(page),
  )) {
    if (status !== 'Posted') continue
    const { sum, count } = posted.get(accountNumber) ?? { sum: 0n, count: 0 }
    posted.set(accountNumber, { sum: sum + signed(amount, transactionType), count: count + 1 })
  }
  for (const { accountNumber, currentBalance, transactionCount } of everySubledger(partner)) {
    expect(posted.get(accountNumber) ?? { sum: 0n, count: 0 }, `the transactions posted on ${accountNumber}`).toEqual({
      sum: BigInt(currentBalance),
      count: transactionCount,
    })
  }
}

/** The holds that are listed are what is held. */
function auditHolds(partner: PartnerView): void {
  const listed = new Map<string, bigint>()
  for (const { accountNumber, amount } of everyPage((page) => partner.holds.list(page))) {
    listed.set(accountNumber, (listed.get(accountNumber) ?? 0n) + BigInt(amount))
  }
  for (const { accountNumber, holdAmount } of everySubledger(partner)) {
    expect(listed.get(accountNumber) ?? 0n, `the holds on ${accountNumber}`).toBe(BigInt(holdAmount))
  }
}

/** The bank as a whole is worth nothing: what its accounts have, its rails owe; and each rail owes what was posted on it. */
function auditWhole({ world }: Bank): void {
  const { masters, subledgers } = world.accounts
  const { transactions, deposits, settlement } = world.ledger
  const whole = BigInt(deposits)
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
  expect(sumOf([...masters].map(({ current }) => current)), 'the sum of the master accounts').toBe(whole)
  expect(sumOf([...subledgers].map(({ current }) => current)), 'the sum of the subledgers').toBe(whole)
  expect(whole + sumOf(Object.values(settlement)), 'the sum of the bank').toBe(0n)
  const owed = new Map<string, bigint>()
  for (const { rail, transactionType, amount, postingCode } of transactions) {
    if (postingCode === 'OK') owed.set(rail, (owed.get(rail) ?? 0n) - signed(amount, transactionType))
  }
  for (const [rail, balance] of Object.entries(settlement)) {
    expect(owed.get(rail) ?? 0n, `what was posted on the rail ${rail}`).toBe(BigInt(balance))
  }
}

/** Positive where money comes to the account. */
function signed(amount: number, transactionType: 'Debit' | 'Credit'): bigint {
  return transactionType === 'Debit' ? -BigInt(amount) : BigInt(amount)
}

function everySubledger(partner: PartnerView): Subledger[] {
  const implicit = partner.accounts.all().map(({ accountNumber }) => partner.subledgers.get(accountNumber))
  return [...implicit, ...allSubledgers(partner)]
}

function balanceOf(record: MasterAccount | Subledger): Balance {
  const { partnerId, currentBalance, availableBalance, holdAmount, transactionCount } = record
  return {
    partnerId,
    current: BigInt(currentBalance),
    available: BigInt(availableBalance),
    held: BigInt(holdAmount),
    transactions: transactionCount,
  }
}
