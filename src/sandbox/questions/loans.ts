/** What the loan service answers, asked of the loans that there are. It only reads, but for one registration. (§2.10, §3, §4 call 9, §8) */
import { fieldOf, fieldsOf, textIn } from '../service/fields.ts'
import { make } from '../service/records.ts'
import { loanForms } from './loans/forms.ts'
import { loanReads } from './loans/reading.ts'
import { followedLoans } from './loans/steps.ts'
import { firstOf, type Summary, summaryOf } from './loans/summaries.ts'
import { agrees, agreesIf, ask, differs, hidden, is, type OfPart, type Questions, unknown } from './question.ts'
import { freeNames, registrationFor } from './webhooks/registrations.ts'

const LOAN = 'there is a loan'
const needs = ['loanBaseUrl'] as const

/** An Id that no loan has. */
const NO_ID = '00000000-0000-4000-8000-000000000000'

/** Filters by the framework's conventions that no loan passes. */
const passingNone = {
  IdIn: NO_ID,
  StatusContains: 'no such status',
  LoanAmountGreaterThan: '999999999999',
  'FICO>': '999999',
} as const

const foundBy = ({ isDone, status, ids }: Summary) => (isDone ? `finds ${ids.length}` : `is answered ${status}`)
const hasIds = ({ isDone, ids }: Summary, others: readonly string[]) => isDone && ids.join() === others.join()

export const loans: Questions<OfPart<'loans'>> = {
  ...loanReads,
  'loans.fields': hidden(
    'no call of the API makes a loan: which values one may have is not seen of those that there are',
  ),
  'loans.id': ask({
    how: 'asks for a loan by its Id in capitals, and by a text that is no UUID',
    needs,
    when: 'there is a loan whose Id has a letter',
    async of(service) {
      const { ids } = await summaryOf(service)
      const id = ids.find((each) => /[a-f]/i.test(each))
      if (id === undefined) return unknown('there is no loan whose Id has a letter')
      const capitals = await summaryOf(service, { id: id.toUpperCase() })
      const none = await summaryOf(service, { id: 'no-uuid' })
      return agreesIf(
        capitals.ids.join() === id.toLowerCase() && hasIds(none, []),
        `by an Id in capitals ${capitals.ids.length} loans came, by a text that is no UUID ${none.ids.length}, with ${none.status}`,
      )
    },
  }),
  'loans.railType': hidden('no call of the API makes a rail'),
  'loans.mplId': hidden('no call of the API makes a loan: each that is seen has the one that it was given'),
  'loans.moves': hidden('no call of the API moves a loan'),
  'loans.stepSeconds': ask({
    how: 'watches loans on their way to Funded, and reads when they moved off their TimeStamp',
    needs,
    when: 'a loan takes two steps while it is watched, at most for ten minutes, and all that move take equal ones',
    of: followedLoans,
  }),
  'loans.funding': hidden('no call of the API funds a loan'),
  'loans.adjustments': hidden('no call of the API changes a loan'),
  'loans.take': ask({
    how: 'asks for a summary without parameters, with their Total, and with more than came',
    needs,
    when: 'there are more loans than come at once',
    async of(service) {
      const plain = await summaryOf(service)
      const { total } = await summaryOf(service, { Include: 'Total' })
      const came = plain.loans.length
      if (!plain.isDone) return unknown(`a summary was answered ${plain.status}`)
      if (came >= total) return unknown(`all ${came} loans came: whether more would is not known`)
      const more = await summaryOf(service, { Take: String(total) })
      const seen = `of ${total} loans ${came} came, and with Take=${total} ${more.loans.length}`
      return more.loans.length === came && came > 0 ? is(came, seen) : differs(seen)
    },
  }),
  'loans.filters': ask({
    how: "asks for loans by parameters of the framework's conventions, of which most find none",
    needs,
    when: LOAN,
    async of(service) {
      const { ids } = await summaryOf(service)
      const [id] = ids
      if (id === undefined) return unknown('there is no loan')
      const status = await summaryOf(service, { Status: 'no such status' })
      const plural = await summaryOf(service, { Ids: id })
      const others: Summary[] = []
      for (const [name, value] of Object.entries(passingNone)) others.push(await summaryOf(service, { [name]: value }))
      const names = Object.keys(passingNone)
      const seen = `of ${ids.length} loans Status ${foundBy(status)}, Ids ${foundBy(plural)}, ${others.map((other, index) => `${names[index]} ${foundBy(other)}`).join(', ')}`
      const areAll = (named: readonly string[], none: readonly string[]) =>
        hasIds(status, []) && hasIds(plural, named) && others.every((other) => hasIds(other, none))
      if (areAll([id], [])) return is('conventions', seen)
      return areAll(ids, ids) ? is('exact', seen) : differs(seen)
    },
  }),
  'loans.unknownParameters': ask({
    how: 'asks for a summary with an unknown parameter',
    needs,
    when: LOAN,
    async of(service) {
      const [plain, other] = [await summaryOf(service), await summaryOf(service, { NoSuchField: 'x' })]
      if (plain.ids.length === 0) return unknown('there is no loan')
      return agreesIf(hasIds(other, plain.ids), compared(other, plain))
    },
  }),
  'loans.order': ask({
    how: 'asks for the first loans in some orders',
    needs,
    when: 'there are two loans',
    async of(service) {
      const up = await firstOf(service, { OrderBy: 'Id' })
      if (up.length < 2) return unknown('there are not two loans')
      const down = await firstOf(service, { OrderBy: '-id' })
      const same: readonly [query: Readonly<Record<string, string>>, ids: readonly string[]][] = [
        [{ OrderByDesc: 'Id' }, down],
        [{ OrderBy: 'Id', OrderByDesc: 'Id' }, up],
        [{ OrderBy: 'Id;-Status' }, up],
        [{ OrderBy: '-Id,Status' }, down],
        [{}, up],
      ]
      const isTurned = isAscending(up) && isAscending([...down].reverse()) && (up[0] ?? '') < (down[0] ?? '')
      if (!isTurned) return differs('OrderBy Id and -id do not turn the order round')
      for (const [query, ids] of same) {
        const words = new URLSearchParams(query).toString() || 'Take alone'
        if ((await firstOf(service, query)).join() !== ids.join()) return differs(`${words} gives another order`)
      }
      return agrees(`${up.length} loans come as asked in ${same.length + 2} ways`)
    },
  }),
  'loans.comparing': ask({
    how: 'asks for loans by a text where a number is meant, and by a part of a status in lower case',
    needs,
    when: LOAN,
    async of(service) {
      const [first] = (await summaryOf(service)).loans
      const [id, status] = [textIn(first, 'Id'), textIn(first, 'Status')]
      if (id === undefined || status === undefined) return unknown('there is no loan')
      const unread = await summaryOf(service, { FICO: 'high' })
      const none = await summaryOf(service, { StatusStartsWith: 'no such status' })
      if (none.ids.length > 0) return unknown('StatusStartsWith is passed over')
      const part = await summaryOf(service, { StatusStartsWith: status.toLowerCase() })
      const seen = `FICO=high ${foundBy(unread)}, a status in lower case ${foundBy(part)}`
      return agreesIf(hasIds(unread, []) && part.ids.includes(id), seen)
    },
  }),
  'loans.aggregates': ask({
    how: 'asks for aggregates of all loans, one with an alias and one that there is not',
    needs,
    when: 'summaries are answered',
    async of(service) {
      const { status, isDone, meta } = await summaryOf(service, { Include: 'COUNT(*),MAX(Status) as Last,NOSUCH(Id)' })
      if (!isDone) return differs(`a summary with aggregates was answered ${status}`)
      const both = await summaryOf(service, { Include: 'Total,COUNT(*)' })
      const { total } = await summaryOf(service, { Include: 'Total' })
      const { 'COUNT(*)': counted, Last: last, ...others } = fieldsOf(meta)
      const seen = `COUNT(*) is ${JSON.stringify(counted)} of ${total} loans, a last status ${JSON.stringify(last)}`
      if (Object.keys(others).length > 0) return differs(`${seen}, and Meta has ${Object.keys(others).join(', ')}`)
      const isCounted = counted === String(total) && both.total === total
      const isLast = total === 0 || typeof last === 'string'
      return agreesIf(isCounted && isLast && fieldOf(both.meta, 'COUNT(*)') === undefined, seen)
    },
  }),
  'loans.metaParameter': ask({
    how: 'asks for a summary with the parameter Meta',
    needs,
    when: 'summaries are answered',
    async of(service) {
      const [plain, other] = [await summaryOf(service), await summaryOf(service, { Meta: 'x' })]
      if (!plain.isDone) return unknown(`a summary was answered ${plain.status}`)
      return agreesIf(hasIds(other, plain.ids), compared(other, plain))
    },
  }),
  'loans.jsconfig': ask({
    how: 'asks for a loan with each word of jsconfig that is known, and with one that is not',
    needs,
    when: 'there is a loan with a date',
    of: loanForms,
  }),
  'loans.retrySeconds': hidden('no call of the API brings a loan event about'),
  'loans.calls': ask({
    how: 'asks for /FundingInfo, of which only the name is known',
    needs,
    async of(service) {
      const url = service.urlOf('getLoanSummary').replace(/LoanSummary$/, 'FundingInfo')
      const send = (authorization: string) => service.sendTo('GET', url, { headers: { authorization } })
      const { status } = await service.authorized(send, true)
      return agreesIf(status === 404, `GET /FundingInfo was answered ${status}`)
    },
  }),
  'loans.registration': ask({
    how: 'registers with the banking API for a loan event that has no registration yet',
    scope: 'create',
    needs: ['partnerId'],
    when: 'one of three loan events has no registration yet',
    async of(service) {
      const [name] = await freeNames(service, [
        'AdjustmentActionUpdate',
        'FundingAttemptComplete',
        'ComplianceLoanFailed',
      ])
      if (name === undefined) return unknown('each loan event that could be tried has a registration already')
      const { status, isDone } = await make(service, 'registration', registrationFor(service, name))
      return agreesIf(isDone, `a registration for ${name} was answered ${status}`)
    },
  }),
  'loans.eventPayloads': hidden('no call of the API brings a loan event about'),
  'loans.otherPayloads': hidden('no call of the API brings a loan event about'),
}

const compared = (other: Summary, plain: Summary) =>
  `${other.ids.length} loans came with it, ${plain.ids.length} without, status ${other.status}`

const isAscending = (ids: readonly string[]) => ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id)
