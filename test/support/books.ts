/**
 * The auditor's books: every balance, added up from what the journal says has happened and from nothing else. They know no
 * world, no ledger and no wire. They add in bigints, so that not even a sum on the way can be rounded.
 */
import type { Bank, Happening } from 'vostro'

/** What one account holds, and whose it is. */
export interface Balance {
  partnerId: string
  current: bigint
  available: bigint
  held: bigint
  transactions: number
}

/** Balance by balance: `master 2…` and `subledger 3…`; the implicit subledger is `subledger 2…` (§2.9 rule 4). */
export type Balances = Record<string, Balance>

/** Every balance, added up from the journal alone; only the first partner and account's number are not in it. */
export function recomputedFor(bank: Bank): Balances {
  const [opening, ...entries] = bank.journal
  const books = new Books(bank.partner.id)
  books.open(bank.masterAccount.accountNumber, bank.partner.id, BigInt(opening.input.masterAccount.balance))
  for (const { actor, happenings } of entries) {
    let partner = actor.kind === 'partner' ? actor.partner : 0
    for (const happening of happenings) {
      if (happening.what === 'partner.added') partner = books.addPartner(happening.partnerId)
      books.enter(happening, partner)
    }
  }
  return books.balances()
}

class Books {
  readonly #partners: string[]
  readonly #masterOf = new Map<string, string>()
  readonly #balances = new Map<string, Balance>()
  readonly #reserved = new Map<string, bigint>()
  /** How much is on hold, by the id of the hold. */
  readonly #holds = new Map<string, bigint>()

  constructor(firstPartner: string) {
    this.#partners = [firstPartner]
  }

  addPartner(id: string): number {
    return this.#partners.push(id) - 1
  }

  open(master: string, partnerId: string, amount: bigint): void {
    this.#add(master, master, partnerId)
    if (amount > 0n) this.#post(master, amount)
  }

  enter(fact: Happening, partner: number): void {
    switch (fact.what) {
      case 'account.opened':
        this.open(fact.accountNumber, this.#partners[partner] as string, BigInt(fact.amount))
        break
      case 'subledger.opened':
        this.#add(fact.accountNumber, fact.masterAccountNumber, this.#of(fact.masterAccountNumber).partnerId)
        break
      case 'transaction.posted':
        this.#post(fact.accountNumber, BigInt(fact.amount))
        break
      case 'hold.placed':
      case 'hold.changed':
        this.#hold(fact.holdId, fact.accountNumber, BigInt(fact.amount))
        break
      case 'hold.released':
        this.#hold(fact.holdId, fact.accountNumber, 0n)
        break
      case 'money.reserved':
        this.#reserved.set(fact.paymentId, BigInt(fact.amount))
        this.#of(fact.accountNumber).available -= BigInt(fact.amount)
        break
      case 'money.released':
        this.#free(fact.accountNumber, fact.paymentId)
        break
      case 'money.posted':
        this.#free(fact.accountNumber, fact.paymentId)
        this.#post(fact.accountNumber, BigInt(fact.amount))
        break
    }
  }

  balances(): Balances {
    const found: Balances = {}
    for (const [number, balance] of this.#balances) {
      found[`subledger ${number}`] = { ...balance }
      const name = `master ${this.#masterOf.get(number)}`
      const sum = found[name] ?? { ...nothing, partnerId: balance.partnerId }
      found[name] = {
        partnerId: sum.partnerId,
        current: sum.current + balance.current,
        available: sum.available + balance.available,
        held: sum.held + balance.held,
        transactions: sum.transactions + balance.transactions,
      }
    }
    return found
  }

  #add(number: string, master: string, partnerId: string): void {
    this.#masterOf.set(number, master)
    this.#balances.set(number, { ...nothing, partnerId })
  }

  #post(number: string, amount: bigint): void {
    const balance = this.#of(number)
    balance.current += amount
    balance.available += amount
    balance.transactions += 1
  }

  #hold(id: string, number: string, amount: bigint): void {
    const balance = this.#of(number)
    const more = amount - (this.#holds.get(id) ?? 0n)
    this.#holds.set(id, amount)
    balance.held += more
    balance.available -= more
  }

  #free(number: string, paymentId: string): void {
    this.#of(number).available += this.#reserved.get(paymentId) ?? 0n
    this.#reserved.delete(paymentId)
  }

  #of(number: string): Balance {
    const balance = this.#balances.get(number)
    if (balance === undefined) throw new Error(`The journal moves money on ${number}, which it never opened.`)
    return balance
  }
}

const nothing = { current: 0n, available: 0n, held: 0n, transactions: 0 }
