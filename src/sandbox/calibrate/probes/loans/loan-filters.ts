/** How the loan summary filters, asked of the loans that there are. (§4 call 9) */
import type { Probe } from '../../probe.ts'
import { textIn } from '../field.ts'
import { type Summary, summaryOf } from './loan-summaries.ts'

/** An Id that no loan has. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

/** What the framework's conventions read, and no loan is like. */
const findingNone = {
  IdIn: NOBODY,
  StatusContains: 'no such status',
  LoanAmountGreaterThan: '999999999999',
  'FICO>': '999999',
} as const

const found = ({ isDone, status, ids }: Summary) => (isDone ? `finds ${ids.length}` : `is answered ${status}`)

const isOf = ({ isDone, ids }: Summary, others: readonly string[]) => isDone && ids.join() === others.join()

export const loanFilterProbes: readonly Probe[] = [
  {
    name: 'filters of loans',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: "asks for loans by parameters of the framework's conventions, of which most find none",
    tells: { 'loans.filters': 'there is a loan' },
    async run(service, tell) {
      const { ids } = await summaryOf(service)
      const [id] = ids
      if (id === undefined) return tell.unknown('loans.filters', 'there is no loan')
      const status = await summaryOf(service, { Status: 'no such status' })
      const plural = await summaryOf(service, { Ids: id })
      const told = [`Status ${found(status)}`, `Ids ${found(plural)}`]
      const others: Summary[] = []
      for (const [name, value] of Object.entries(findingNone)) {
        const other = await summaryOf(service, { [name]: value })
        others.push(other)
        told.push(`${name} ${found(other)}`)
      }
      const seen = `of ${ids.length} loans ${told.join(', ')}`
      const areAll = (named: readonly string[], none: readonly string[]) =>
        isOf(status, []) && isOf(plural, named) && others.every((other) => isOf(other, none))
      if (areAll([id], [])) tell.is('loans.filters', 'conventions', seen)
      else if (areAll(ids, ids)) tell.is('loans.filters', 'exact', seen)
      else tell.differs('loans.filters', seen)
    },
  },
  {
    name: 'comparing of loans',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for loans by a text where a number is meant, and by a part of a status in lower case',
    tells: { 'loans.comparing': 'there is a loan' },
    async run(service, tell) {
      const { loans } = await summaryOf(service)
      const [id, status] = [textIn(loans[0], 'Id'), textIn(loans[0], 'Status')]
      if (id === undefined || status === undefined) return tell.unknown('loans.comparing', 'there is no loan')
      const unread = await summaryOf(service, { FICO: 'high' })
      // Where only fields filter, this is passed over, and finds the loan too.
      const part = await summaryOf(service, { StatusStartsWith: status.toLowerCase() })
      const seen = `FICO=high ${found(unread)}, a status in lower case ${found(part)}`
      if (isOf(unread, []) && part.ids.includes(id)) tell.agrees('loans.comparing', seen)
      else tell.differs('loans.comparing', seen)
    },
  },
]
