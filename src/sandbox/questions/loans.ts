/** Questions on the loan service: how many loans a summary has, and how a partner registers for a loan event. (§2.10, §4 call 9) */
import { Inconclusive } from '../service/inconclusive.ts'
import { asksFor, loanReads } from './loans/summaries.ts'
import { differs, is, type Part, unknown } from './question.ts'
import { variants } from './variants.ts'
import { freeNames, registration } from './webhooks/registering.ts'

export const loans = {
  ...loanReads,
  'loans.take': asksFor({
    how: 'requests a summary without parameters, the Total of all loans, and one more loan than the summary had',
    when: 'there are more loans than a summary has by default',
    queries: ({ ids }) => [{ Take: String(ids.length + 1) }, { Include: 'Total' }],
    judge(_, { ids, isDone, status }, more, { total }) {
      const came = ids.length
      if (!isDone) return unknown(`a summary was answered ${status}`)
      if (came >= total)
        return unknown(`a summary has all ${came} loans, so it does not show how many it may have at most`)
      const seen = `a summary has ${came} of ${total} loans, and ${more.ids.length} with Take=${came + 1}`
      return more.ids.length === came && came > 0 ? is(came, seen) : differs(seen)
    },
  }),
  'loans.registration': variants({
    base: registration,
    how: 'registers with the banking API for a loan event that has no registration yet',
    async right(service) {
      const names = ['AdjustmentActionUpdate', 'FundingAttemptComplete', 'ComplianceLoanFailed']
      const [name] = await freeNames(service, names)
      if (name === undefined) throw new Inconclusive('all three loan events have a registration already')
      return { [`the event ${name}`]: { eventName: name } }
    },
  }),
} satisfies Part
