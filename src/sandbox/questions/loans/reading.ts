/** What the answers of the loan summary show by themselves. (§2.10, §4 call 9, §7) */
import { isLoanStatus } from '../../../core/loans/loan-status.ts'
import { fieldOf } from '../../service/fields.ts'
import { isRefusal } from '../calls.ts'
import type { SeenExchange } from '../exchanges.ts'
import { agrees, differs, is, making, type Questions, read } from '../question.ts'
import { isFormed } from './forms.ts'
import { summaryOf } from './summaries.ts'

const LOAN = 'there is a loan'

const plainSummaries = making({
  how: 'asks for a summary as it is, with its Total, and for one that is refused',
  needs: ['loanBaseUrl'],
  async make(service) {
    await summaryOf(service)
    await summaryOf(service, { Include: 'Total' })
    await summaryOf(service, { Take: 'many' })
  },
})
const after = [plainSummaries]

export const loanReads: Questions<
  'loans.statuses' | 'loans.total' | 'loans.meta' | 'loans.deprecatedSince' | 'loans.errors'
> = {
  'loans.statuses': read({
    how: 'reads the statuses of loans',
    when: LOAN,
    after,
    from: (exchanges) => usual(exchanges.done('getLoanSummary')).filter((each) => loansIn(each).length > 0),
    judge(summaries) {
      const statuses = [...new Set(summaries.flatMap(loansIn).map((loan) => String(fieldOf(loan, 'Status'))))]
      const others = statuses.filter((status) => !isLoanStatus(status))
      if (others.length > 0) return differs(`there are loans in ${others.join(', ')}`)
      return agrees(`there are loans in ${statuses.join(', ')}, and in no other`)
    },
  }),
  'loans.total': read({
    how: 'looks for a Total in summaries that were asked for none',
    when: 'a summary without Include has loans',
    after,
    from: (exchanges) => usual(exchanges.done('getLoanSummary'), null).filter((each) => loansIn(each).length > 0),
    judge([first]) {
      const total = fieldOf(first?.body, 'Total')
      const seen = `a summary without Include has ${loansIn(first as SeenExchange).length} loans`
      if (total === 0) return is('included', `${seen} and the Total 0`)
      return typeof total === 'number'
        ? is('always', `${seen} and the Total ${total}`)
        : differs(`${seen} and no Total`)
    },
  }),
  'loans.meta': read({
    how: 'looks for Meta in summaries whose Include is Total',
    when: 'a summary was asked for with Include=Total',
    after,
    from: (exchanges) => usual(exchanges.done('getLoanSummary'), 'total'),
    judge([first]) {
      const meta = fieldOf(first?.body, 'Meta')
      if (meta === undefined) return is('omittedWithTotal', 'with Include=Total there is no Meta')
      if (meta !== null && typeof meta === 'object') return is('always', 'with Include=Total there is Meta')
      return differs(`with Include=Total Meta is ${JSON.stringify(meta)}`)
    },
  }),
  'loans.deprecatedSince': read({
    how: 'reads the Deprecation header of summaries',
    when: 'a summary was answered',
    after,
    from: (exchanges) => exchanges.done('getLoanSummary'),
    judge([first]) {
      const deprecation = first?.headers['deprecation']
      if (deprecation === undefined) return differs('summaries have no Deprecation header')
      return is(deprecation, `the Deprecation header is ${deprecation}`)
    },
  }),
  'loans.errors': read({
    how: 'reads the bodies of what the loan service refused',
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
}

/** Summaries in the usual form; with `include`, those that were asked for with just this Include, null for none. */
function usual(summaries: readonly SeenExchange[], include?: string | null): readonly SeenExchange[] {
  return summaries.filter(({ url }) => {
    const parameters = new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]))
    const own = parameters.get('include')?.toLowerCase() ?? null
    return !parameters.has('jsconfig') && (include === undefined || own === include)
  })
}

function loansIn({ body }: SeenExchange): readonly unknown[] {
  const results = fieldOf(body, 'Results')
  return Array.isArray(results) ? results : []
}
