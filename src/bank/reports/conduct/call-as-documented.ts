/** Calls as they are documented: the parameters that each reads, and the deprecated call. (§4, §9) */
import { unreadParameters } from '../../../contract/endpoints.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import type { Rule } from './finding.ts'

/** A misspelt parameter changes nothing: a client that asks for another page gets the first one for ever. (§4) */
export const parameterNotRead: Rule = {
  rule: 'parameter_not_read',
  section: '§4',
  advice: 'Send the names that the call is documented to take.',
  find: ({ exchanges }) => {
    const unread = exchanges.flatMap(({ id, endpoint, url }) =>
      endpoint === null ? [] : unreadParameters(endpoint, url).map((name) => ({ id, endpoint, name })),
    )
    const groups = groupBy(unread, ({ endpoint, name }) => JSON.stringify([endpoint, name]))
    return [...groups.values()].map((group) => {
      const [{ endpoint, name }] = group as [(typeof group)[number]]
      const fact = `The call ${endpoint} does not read the parameter "${name}".`
      return { fact, requests: group.map(({ id }) => id) }
    })
  },
}

/** Loan events replace the loan summary query. This rule finds each use of it, whatever the answer was. (§9) */
export const loanSummaryQueried: Rule = {
  rule: 'loan_summary_queried',
  section: '§9',
  advice: 'Register for the loan events, LoanStatusUpdated and the others, and keep what they tell.',
  find: ({ exchanges }) => {
    const requests = exchanges.filter(({ isDeprecated }) => isDeprecated).map(({ id }) => id)
    const times = requests.length === 1 ? 'once' : `${requests.length} times`
    return requests.length === 0 ? [] : [{ fact: `The deprecated loan summary was queried ${times}.`, requests }]
  },
}
