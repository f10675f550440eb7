/** What the answers of the loan summary show. (§2.10, §4 call 9, §9) */
import { isLoanStatus } from '../../../core/loans/loan-status.ts'
import type { Reader, Seen, SeenExchange } from '../reader.ts'

/** The parameters of a call, by their names in lower case. */
function parametersOf({ url }: SeenExchange): ReadonlyMap<string, string> {
  return new Map([...new URL(url).searchParams].map(([name, value]) => [name.toLowerCase(), value]))
}

/** Summaries in the usual form that were asked for with just this Include; undefined: with none. */
function summaries(seen: Seen, include: string | undefined): readonly SeenExchange[] {
  const isWanted = (exchange: SeenExchange) => {
    const parameters = parametersOf(exchange)
    return !parameters.has('jsconfig') && parameters.get('include')?.toLowerCase() === include
  }
  return seen.using(seen.done('getLoanSummary').filter(isWanted))
}

const resultsOf = ({ body }: SeenExchange): readonly unknown[] => {
  const { Results } = (body ?? {}) as { Results?: unknown }
  return Array.isArray(Results) ? Results : []
}

export const loanReaders: readonly Reader[] = [
  {
    how: 'looks for a Total in summaries that were asked for none',
    tells: { 'loans.total': 'a summary without Include has loans' },
    read(seen, tell) {
      const plain = seen.using(summaries(seen, undefined).filter((each) => resultsOf(each).length > 0))
      const [first] = plain
      if (first === undefined) return
      const { Total } = first.body as { Total?: unknown }
      const loans = `a summary without Include has ${resultsOf(first).length} loans`
      if (Total === 0) tell.is('loans.total', 'included', `${loans} and the Total 0`)
      else if (typeof Total === 'number') tell.is('loans.total', 'always', `${loans} and the Total ${Total}`)
      else tell.differs('loans.total', `${loans} and no Total`)
    },
  },
  {
    how: 'looks for Meta in summaries whose Include is Total',
    tells: { 'loans.meta': 'a summary was asked for with Include=Total' },
    read(seen, tell) {
      const [first] = summaries(seen, 'total')
      if (first === undefined) return
      const { Meta } = first.body as { Meta?: unknown }
      if (Meta === undefined) tell.is('loans.meta', 'omittedWithTotal', 'with Include=Total there is no Meta')
      else if (Meta !== null && typeof Meta === 'object')
        tell.is('loans.meta', 'always', 'with Include=Total there is Meta')
      else tell.differs('loans.meta', `with Include=Total Meta is ${JSON.stringify(Meta)}`)
    },
  },
  {
    how: 'reads the Deprecation header of summaries',
    tells: { 'loans.deprecatedSince': 'a summary was answered' },
    read(seen, tell) {
      const [first] = seen.done('getLoanSummary')
      if (first === undefined) return
      const { deprecation } = first.headers
      if (deprecation === undefined) tell.differs('loans.deprecatedSince', 'summaries have no Deprecation header')
      else tell.is('loans.deprecatedSince', deprecation, `the Deprecation header is ${deprecation}`)
    },
  },
  {
    how: 'reads the statuses of loans',
    tells: { 'loans.statuses': 'there is a loan' },
    read(seen, tell) {
      const isUsual = (each: SeenExchange) => !parametersOf(each).has('jsconfig')
      const answers = seen.using(seen.done('getLoanSummary').filter(isUsual))
      const found = answers.flatMap(resultsOf).map((loan) => (loan as { Status?: unknown } | null)?.Status)
      const statuses = [...new Set(found.map(String))]
      if (statuses.length === 0) return
      const other = statuses.filter((status) => !isLoanStatus(status))
      if (other.length > 0) tell.differs('loans.statuses', `there are loans in ${other.join(', ')}`)
      else tell.agrees('loans.statuses', `there are loans in ${statuses.join(', ')}, and in no other`)
    },
  },
]
