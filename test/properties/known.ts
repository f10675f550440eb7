/** What there is in a bank for commands to be about. */
import type { Bank, Happening } from 'vostro'

/**
 * Every number and id of one partner that the journal tells of: no book has to be kept beside a bank that is forked or
 * restored. `index` is the partner, modulo how many there are.
 */
export function knownTo(bank: Bank, index: number) {
  const partners = bank.partners.list()
  const partner = partners[index % partners.length] as (typeof partners)[number]
  const own = partners.indexOf(partner)
  const told = everythingTold(bank)
  const numbersOf = (isWanted: (owner: number) => boolean) => {
    const masters = told.flatMap(({ fact, owner }) =>
      fact.what === 'account.opened' && isWanted(owner) ? fact.accountNumber : [],
    )
    if (isWanted(0)) masters.unshift(bank.masterAccount.accountNumber)
    const subledgers = told.flatMap(({ fact }) =>
      fact.what === 'subledger.opened' && masters.includes(fact.masterAccountNumber) ? fact.accountNumber : [],
    )
    return { masters, accounts: [...masters, ...subledgers] }
  }
  const { masters, accounts } = numbersOf((owner) => owner === own)
  /** The ids of what lies on an account of the partner, or was made by it. */
  const idsOf = (idOf: (fact: Happening) => string | undefined) =>
    told.flatMap(({ fact, owner }) => {
      const isOwn = 'accountNumber' in fact ? accounts.includes(fact.accountNumber) : owner === own
      return isOwn ? (idOf(fact) ?? []) : []
    })
  // Looked for only where a command asks.
  return {
    partnerId: partner.id,
    productId: partner.productId,
    masters,
    accounts,
    get everybodysAccounts() {
      return numbersOf(() => true).accounts
    },
    get wires() {
      return idsOf((fact) => (fact.what === 'wire.created' ? fact.paymentId : undefined))
    },
    get restrictions() {
      return idsOf((fact) => (fact.what === 'restriction.placed' ? fact.restrictionId : undefined))
    },
    get holds() {
      return idsOf((fact) => (fact.what === 'hold.placed' ? fact.holdId : undefined))
    },
    get registrations() {
      return idsOf((fact) => (fact.what === 'webhook.registered' ? fact.registrationId : undefined))
    },
    get loans() {
      return idsOf((fact) => (fact.what === 'loan.added' ? fact.loanId : undefined))
    },
  }
}

/** Every happening, with the partner that brought it about; one that is just being added opens its own account. */
function everythingTold(bank: Bank): { fact: Happening; owner: number }[] {
  let partners = 1
  return bank.journal.flatMap((entry) => {
    if (entry.operation === 'bank.open') return []
    let owner = entry.actor.kind === 'partner' ? entry.actor.partner : 0
    return entry.happenings.map((fact) => {
      if (fact.what === 'partner.added') owner = partners++
      return { fact, owner }
    })
  })
}

/** The one at a place, round and round; where there is none, an id that nobody has. */
export function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '00000000-0000-4000-8000-000000000000'
}
