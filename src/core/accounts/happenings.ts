/** The happenings of accounts, restrictions and holds. */
import { count } from '../kernel/count.ts'
import { formatMoney, type Money } from '../kernel/money.ts'
import { short, telling } from '../telling.ts'

interface RestrictionFacts {
  restrictionId: string
  reason: string
  accountNumber: string
}

interface HoldFacts {
  holdId: string
  accountNumber: string
  amount: Money
  reason: string
}

const restriction = (became: string) =>
  telling<RestrictionFacts>(
    'bank',
    ({ restrictionId, reason, accountNumber }) =>
      `restriction ${short(restrictionId)} "${reason}" on ${accountNumber} ${became}`,
  )

const hold = (became: string) =>
  telling<HoldFacts>(
    'bank',
    ({ holdId, reason, amount, accountNumber }) =>
      `hold ${short(holdId)} "${reason}" of ${formatMoney(amount)} on ${accountNumber} ${became}`,
  )

export const accountHappenings = {
  'policy.changed': telling<{ productId: string; allowed: number | null }>('bank', ({ productId, allowed }) => {
    const entries = allowed === null ? 'allows everything' : `has ${count(allowed, 'entry', 'entries')}`
    return `policy of product ${short(productId)} ${entries}`
  }),
  'account.opened': telling<{ accountNumber: string; title: string; amount: Money }>(
    'bank',
    ({ accountNumber, title, amount }) => `account ${accountNumber} opened for ${title} with ${formatMoney(amount)}`,
  ),
  'account.changed': telling<{ accountNumber: string; status: string }>(
    'bank',
    ({ accountNumber, status }) => `account ${accountNumber} is ${status}`,
  ),
  'subledger.opened': telling<{ accountNumber: string; masterAccountNumber: string; title: string }>(
    'bank',
    ({ accountNumber, masterAccountNumber, title }) =>
      `subledger ${accountNumber} opened under ${masterAccountNumber} for ${title}`,
  ),
  'subledger.renamed': telling<{ accountNumber: string; title: string }>(
    'bank',
    ({ accountNumber, title }) => `subledger ${accountNumber} renamed ${title}`,
  ),
  'restriction.placed': restriction('placed'),
  'restriction.changed': restriction('changed'),
  'restriction.removed': restriction('removed'),
  'hold.placed': hold('placed'),
  'hold.changed': hold('changed'),
  'hold.released': hold('released'),
}
