/** The loan summary query is deprecated: loan events replace it. Found is each use of it, whatever it was answered. (§9) */
import type { Rule } from './finding.ts'

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
