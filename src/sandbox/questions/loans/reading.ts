/** What the answers of the loan summary show by themselves. (§2.10, §4 call 9, §7) */
import { isLoanStatus } from '../../../core/loans/loan-status.ts'
import { fieldOf, textIn } from '../../service/fields.ts'
import { isRefusal } from '../calls.ts'
import type { Exchanges, SeenExchange } from '../exchanges.ts'
import { agrees, differs, is, making, type Part, read } from '../question.ts'
import { loansIn, summaryOf } from './summaries.ts'

const after = [
  making({
    how: 'asks for a summary as it is, with its Total, and for one that is refused',
    needs: ['loanBaseUrl'],
    async make(service) {
      await summaryOf(service)
      await summaryOf(service, { Include: 'Total' })
      await summaryOf(service, { Take: 'many' })
    },
  }),
]

export const loanReads = {
  'loans.statuses': read({
    when: 'there is a loan, with its status',
    after,
    from: (exchanges) => summaries(exchanges).filter(({ body }) => loansIn(body).length > 0),
    judge(found) {
      const loans = found.flatMap(({ body }) => loansIn(body))
      const statuses = [...new Set(loans.map((loan) => String(fieldOf(loan, 'Status'))))]
      const others = statuses.filter((status) => !isLoanStatus(status))
      if (others.length > 0) return differs(`there are loans in ${others.join(', ')}`)
      return agrees(`there are loans in ${statuses.join(', ')}, and in no other`)
    },
  }),
  'loans.total': read({
    when: 'a summary without Include has loans: with a Total or without',
    after,
    from: (exchanges) => summaries(exchanges, null).filter(({ body }) => loansIn(body).length > 0),
    judge([first]) {
      const total = fieldOf(first?.body, 'Total')
      const seen = `a summary without Include has ${loansIn(first?.body).length} loans and the Total ${total ?? 'of none'}`
      if (typeof total !== 'number') return differs(seen)
      return is(total === 0 ? 'included' : 'always', seen)
    },
  }),
  'loans.meta': read({
    when: 'a summary was asked for with Include=Total: with Meta or without',
    after,
    from: (exchanges) => summaries(exchanges, 'total'),
    judge([first]) {
      const meta = fieldOf(first?.body, 'Meta')
      const seen = `with Include=Total Meta is ${JSON.stringify(meta)}`
      if (meta === undefined) return is('omittedWithTotal', seen)
      return meta !== null && typeof meta === 'object' ? is('always', seen) : differs(seen)
    },
  }),
  'loans.deprecatedSince': read({
    how: 'reads the Deprecation header of summaries',
    when: 'a summary was answered',
    after,
    from: (exchanges) => exchanges.done('getLoanSummary'),
    judge([first]) {
      const deprecation = first?.headers['deprecation']
      const seen = `the Deprecation header of summaries is ${deprecation}`
      return deprecation === undefined ? differs(seen) : is(deprecation, seen)
    },
  }),
  'loans.errors': read({
    when: 'the loan service refused a call',
    after,
    from: ({ all }) =>
      all.filter(
        (each) => isRefusal(each) && (each.endpoint === 'getLoanSummary' || each.endpoint === 'getLoanEvents'),
      ),
    judge(refused) {
      const other = refused.find(({ body }) => !isFormed(fieldOf(body, 'ResponseStatus')))
      const form = 'a ResponseStatus with ErrorCode and Message'
      if (other) return differs(`an answer ${other.status} has no ${form.slice(2)}`, [other])
      return agrees(`all ${refused.length} refusals have ${form}`)
    },
  }),
} satisfies Part

const isFormed = (status: unknown) =>
  textIn(status, 'ErrorCode') !== undefined && textIn(status, 'Message') !== undefined

/** Summaries in the usual form; with `include`, those that were asked for with just this Include, null for none. */
function summaries(exchanges: Exchanges, include?: string | null): readonly SeenExchange[] {
  return exchanges.done('getLoanSummary').filter(({ url }) => {
    const parameters = new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]))
    const own = parameters.get('include')?.toLowerCase() ?? null
    return !parameters.has('jsconfig') && (include === undefined || own === include)
  })
}
