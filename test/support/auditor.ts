/**
 * The auditor: a second, dumber bookkeeper. It knows no world, no ledger and no wire; it reads what the journal says has
 * happened, entry by entry, and adds up. `shownBy` is what the bank says of itself; the two must agree.
 */
import type { Bank, Happening, MasterAccount, Subledger } from 'vostro'

/** What one account holds. */
interface Balance {
  current: number
  available: number
  transactions: number
}

/** Balance by balance: `master 2…` and `subledger 3…`; the implicit subledger is `subledger 2…` (§2.9 rule 4). */
export type Balances = Record<string, Balance>

/** Every balance, added up from the journal alone; only the first account's number is not in it. */
export function recomputedFor(bank: Bank): Balances {
  const books = new Books()
  const [opening, ...entries] = bank.journal
  books.open(bank.masterAccount.accountNumber, opening.input.masterAccount.balance)
  for (const { happenings } of entries) for (const happening of happenings) books.enter(happening)
  return books.balances()
}

/** Every balance, as the bank's records show it. */
export function shownBy(bank: Bank): Balances {
  const masters = bank.accounts.list()
  const implicit = masters.map(({ accountNumber }) => bank.subledgers.get(accountNumber))
  return Object.fromEntries([
    ...masters.map((account) => [`master ${account.accountNumber}`, balanceOf(account)]),
    ...[...implicit, ...allSubledgers(bank)].map((ledger) => [`subledger ${ledger.accountNumber}`, balanceOf(ledger)]),
  ])
}

/** Every subledger that was opened, page by page; the implicit ones were not opened. */
export function allSubledgers(bank: Bank): Subledger[] {
  const found: Subledger[] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = bank.subledgers.list({ pageNumber, pageSize: 50 })
    found.push(...page.results)
    if (!page.hasNextPage) return found
  }
}

/** The subledgers of a master account, its implicit one included. */
export function subledgersOf(bank: Bank, masterAccountNumber: string): Subledger[] {
  const opened = allSubledgers(bank).filter((subledger) => subledger.masterAccountNumber === masterAccountNumber)
  return [bank.subledgers.get(masterAccountNumber), ...opened]
}

class Books {
  readonly #masterOf = new Map<string, string>()
  readonly #balances = new Map<string, Balance>()
  readonly #reserved = new Map<string, number>()

  open(master: string, amount: number): void {
    this.#add(master, master)
    if (amount > 0) this.#post(master, amount)
  }

  enter(fact: Happening): void {
    switch (fact.what) {
      case 'account.opened':
        this.open(fact.accountNumber, fact.amount)
        break
      case 'subledger.opened':
        this.#add(fact.accountNumber, fact.masterAccountNumber)
        break
      case 'money.reserved':
        this.#reserved.set(fact.paymentId, fact.amount)
        this.#change(fact.accountNumber, 0, -fact.amount, 0)
        break
      case 'money.released':
        this.#free(fact.accountNumber, fact.paymentId)
        break
      case 'money.posted':
        this.#free(fact.accountNumber, fact.paymentId)
        this.#post(fact.accountNumber, fact.amount)
        break
    }
  }

  balances(): Balances {
    const found: Balances = {}
    for (const [number, balance] of this.#balances) {
      found[`subledger ${number}`] = { ...balance }
      const name = `master ${this.#masterOf.get(number)}`
      const sum = found[name] ?? { current: 0, available: 0, transactions: 0 }
      found[name] = {
        current: sum.current + balance.current,
        available: sum.available + balance.available,
        transactions: sum.transactions + balance.transactions,
      }
    }
    return found
  }

  #add(number: string, master: string): void {
    this.#masterOf.set(number, master)
    this.#balances.set(number, { current: 0, available: 0, transactions: 0 })
  }

  #post(number: string, amount: number): void {
    this.#change(number, amount, amount, 1)
  }

  #free(number: string, paymentId: string): void {
    this.#change(number, 0, this.#reserved.get(paymentId) ?? 0, 0)
    this.#reserved.delete(paymentId)
  }

  #change(number: string, current: number, available: number, transactions: number): void {
    const balance = this.#balances.get(number)
    if (balance === undefined) throw new Error(`The journal moves money on ${number}, which it never opened.`)
    balance.current += current
    balance.available += available
    balance.transactions += transactions
  }
}

function balanceOf(record: MasterAccount | Subledger): Balance {
  const { currentBalance, availableBalance, transactionCount } = record
  return { current: currentBalance, available: availableBalance, transactions: transactionCount }
}
