/** Loan summaries: how questions get them, and the questions that they answer. (§2.10, §4 call 9, §7) */
import type { AssumptionId } from '../../../core/assumptions/catalogue.ts'
import { isLoanStatus } from '../../../core/loans/loan-status.ts'
import { fieldOf, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Service } from '../../service/service.ts'
import { isRefusal } from '../calls.ts'
import type { Exchanges, SeenExchange } from '../exchanges.ts'
import { agrees, ask, differs, is, making, type Part, type Question, read, type VerdictOn } from '../question.ts'

type Query = Readonly<Record<string, string>>

export type Summary = Awaited<ReturnType<typeof summaryOf>>

const loansIn = (body: unknown): readonly unknown[] => {
  const results = fieldOf(body, 'Results')
  return Array.isArray(results) ? results : []
}

async function summaryOf(service: Service, query: Query = {}) {
  const { status, isDone, body } = await service.ask('getLoanSummary', { query })
  if (status === 401 || status === 403) throw new Inconclusive(`a loan summary was answered ${status}`)
  const loans = loansIn(body)
  const ids = loans.map((loan) => textIn(loan, 'Id') ?? '')
  const [total, asked] = [fieldOf(body, 'Total'), Object.entries(query).map((each) => each.join('='))]
  return {
    ...{ status, isDone, body, loans, ids },
    total: typeof total === 'number' ? total : 0,
    meta: fieldOf(body, 'Meta'),
    /** The query and its result, in words. */
    words: `${asked.join('&') || 'no parameter'} ${isDone ? `finds ${ids.length}` : `is answered ${status}`}`,
  }
}

/** Gets a summary without parameters, derives queries from it, and gets a summary for each query. */
export const asksFor = <Id extends AssumptionId>(question: {
  readonly how: string
  readonly when: string
  queries(plain: Summary): readonly Query[]
  judge(seen: string, plain: Summary, ...others: Summary[]): VerdictOn<Id>
}): Question<Id> =>
  ask({
    ...question,
    async of(service) {
      const plain = await summaryOf(service)
      const others: Summary[] = []
      for (const query of question.queries(plain)) others.push(await summaryOf(service, query))
      return question.judge([plain, ...others].map(({ words }) => words).join(', '), plain, ...others)
    },
  })

const after = [
  making({
    how: 'requests a summary, a summary with its Total, and one with an invalid parameter',
    async make(service) {
      await summaryOf(service)
      await summaryOf(service, { Include: 'Total' })
      await summaryOf(service, { Take: 'many' })
    },
  }),
]

export const loanReads = {
  'loans.statuses': read({
    when: 'there is a loan',
    after,
    from: (exchanges) => summaries(exchanges).filter(({ body }) => loansIn(body).length > 0),
    judge(found) {
      const loans = found.flatMap(({ body }) => loansIn(body))
      const statuses = [...new Set(loans.map((loan) => String(fieldOf(loan, 'Status'))))]
      const others = statuses.filter((status) => !isLoanStatus(status))
      if (others.length > 0) return differs(`there are loans with the unknown status ${others.join(', ')}`)
      return agrees(`there are loans with the status ${statuses.join(', ')}, and with no other`)
    },
  }),
  'loans.total': read({
    when: 'a summary was requested without Include, and has loans',
    after,
    from: (exchanges) => summaries(exchanges, null).filter(({ body }) => loansIn(body).length > 0),
    judge([first]) {
      const total = fieldOf(first?.body, 'Total')
      const seen = `a summary without Include has ${loansIn(first?.body).length} loans and ${total === undefined ? 'no Total' : `the Total ${total}`}`
      if (typeof total !== 'number') return differs(seen)
      return is(total === 0 ? 'included' : 'always', seen)
    },
  }),
  'loans.meta': read({
    when: 'a summary was requested with Include=Total',
    after,
    from: (exchanges) => summaries(exchanges, 'total'),
    judge([first]) {
      const meta = fieldOf(first?.body, 'Meta')
      const seen = `with Include=Total, Meta is ${JSON.stringify(meta)}`
      if (meta === undefined) return is('omittedWithTotal', seen)
      return meta !== null && typeof meta === 'object' ? is('always', seen) : differs(seen)
    },
  }),
  'loans.deprecatedSince': read({
    how: 'reads the Deprecation header of summaries',
    when: 'a summary was read',
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

/** The summaries whose query has no jsconfig and has this Include. null: the query has no Include; undefined: it may have any. */
function summaries(exchanges: Exchanges, include?: string | null): readonly SeenExchange[] {
  return exchanges.done('getLoanSummary').filter(({ url }) => {
    const parameters = new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]))
    const own = parameters.get('include')?.toLowerCase() ?? null
    return !parameters.has('jsconfig') && (include === undefined || own === include)
  })
}
