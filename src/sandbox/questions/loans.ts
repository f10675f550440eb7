/** Questions on the loan service. They only read existing loans, except for one registration. (§2.10, §3, §4 call 9, §8) */
import { fieldsOf } from '../../core/kernel/json.ts'
import { loanFieldsByKind } from '../../core/loans/loan.ts'
import { fieldOf, textIn } from '../service/fields.ts'
import { makeBriefly } from '../service/records.ts'
import { control } from './asking.ts'
import { asksFor, firstOf, followedLoans, loanReads, type Summary } from './loans/summaries.ts'
import { agrees, agreesBut, agreesIf, ask, differs, hidden, is, type Part, unknown } from './question.ts'
import { freeNames, freeQuietNames, registrationFor } from './webhooks/registering.ts'

const NONE = 'no such status'
const LOAN = 'there is a loan'
const SUMMARIES = 'a summary can be read'
const NO_EVENT = hidden('no call of the API causes a loan event')

const unixSeconds = /^-?\d{1,11}$/
const serviceDate = /^\/Date\(-?\d+-0000\)\/$/
/** For each value of the parameter jsconfig, the form that our bank gives a date. */
const jsconfig = { 'dh:ut': unixSeconds, 'dh:iso8601': serviceDate, eccn: serviceDate, inv: serviceDate } as const

const hasIds = ({ isDone, ids }: Summary, others: readonly string[]) => isDone && ids.join() === others.join()

const withLetter = ({ ids }: Summary) => ids.find((id) => /[a-f]/i.test(id)) ?? ''

export const loans = {
  ...loanReads,
  'loans.fields': hidden(
    'no call of the API makes a loan, and the existing ones do not show all values that a loan may have',
  ),
  'loans.id': asksFor({
    how: 'requests a loan by its Id in capitals, and by a text that is no UUID',
    when: 'there is a loan whose Id has a letter',
    queries: (plain) => [{ id: withLetter(plain).toUpperCase() }, { id: 'no-uuid' }],
    judge(seen, plain, capitals, none) {
      const id = withLetter(plain)
      return id === '' ? unknown(seen) : agreesIf(capitals.ids.join() === id.toLowerCase() && hasIds(none, []), seen)
    },
  }),
  'loans.railType': hidden('no call of the API makes a rail'),
  'loans.mplId': hidden('no call of the API makes a loan, and those that exist have an MplId already'),
  'loans.moves': hidden('no call of the API moves a loan'),
  'loans.stepSeconds': ask({
    how: 'watches loans on their way to Funded, and takes the time of each move from the field TimeStamp',
    when: 'a loan takes two steps within ten minutes, and all loans take steps of the same length',
    of: followedLoans,
  }),
  'loans.funding': hidden('no call of the API funds a loan'),
  'loans.adjustments': hidden('no call of the API changes a loan'),
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
  'loans.unknownParameters': asksFor({
    how: 'requests loans by a status that no loan has, with an unknown parameter, and with a condition of the framework that no loan meets',
    when: LOAN,
    queries: () => [{ Status: NONE }, { NoSuchField: 'x' }, { LoanAmountGreaterThan: '999999999999' }],
    judge: (seen, { ids }, none, ...others) =>
      ids.length === 0
        ? unknown(seen)
        : agreesIf(hasIds(none, []) && others.every((other) => hasIds(other, ids)), seen),
  }),
  'loans.order': ask({
    how: 'requests the first loans in several orders',
    when: 'there are two loans',
    async of(service) {
      const up = await firstOf(service, { OrderBy: 'Id' })
      if (up.length < 2) return unknown('there are not two loans')
      const down = await firstOf(service, { OrderBy: '-id' })
      const isTurned = isAscending(up) && isAscending([...down].reverse()) && (up[0] ?? '') < (down[0] ?? '')
      if (!isTurned) return differs('OrderBy Id and OrderBy -id do not give opposite orders')
      const same: readonly [order: Readonly<Record<string, string>>, ids: readonly string[]][] = [
        [{ OrderByDesc: 'Id' }, down],
        [{ OrderBy: 'Id', OrderByDesc: 'Id' }, up],
        [{ OrderBy: 'Id;-Status' }, up],
        [{ OrderBy: '-Id,Status' }, down],
        [{}, up],
      ]
      for (const [order, ids] of same) {
        const words = new URLSearchParams(order).toString() || 'Take alone'
        if ((await firstOf(service, order)).join() !== ids.join()) return differs(`${words} gives another order`)
      }
      return agrees(`the first ${up.length} loans come in the requested order, for each of ${same.length + 2} queries`)
    },
  }),
  'loans.comparing': asksFor({
    how: 'requests loans by a text instead of a number, and by a status in lower case',
    when: LOAN,
    queries: ({ loans: [loan] }) => {
      const [status, score] = [textIn(loan, 'Status') ?? '', String(fieldOf(loan, 'FICO'))]
      return [{ Status: NONE }, { FICO: 'high' }, { FICO: score }, { Status: status }, { Status: status.toLowerCase() }]
    },
    judge(seen, { ids: [id] }, none, unread, read, equal, inLowerCase) {
      if (id === undefined || none.ids.length > 0) return unknown(`${seen}: there is no loan, or Status is ignored`)
      if (![none, read, equal].every(({ isDone }) => isDone))
        return unknown(`${seen}: one of the parameters is refused`)
      return agreesIf(hasIds(unread, []) && equal.ids.includes(id) && hasIds(inLowerCase, []), seen)
    },
  }),
  'loans.aggregates': asksFor({
    how: 'requests several aggregates of all loans; one aggregate has an alias, and one is unknown',
    when: SUMMARIES,
    queries: () =>
      ['COUNT(*),MAX(Status) as Last,NOSUCH(Id)', 'Total,COUNT(*)', 'Total'].map((Include) => ({ Include })),
    judge(_, __, { status, isDone, meta }, both, { total }) {
      if (!isDone) return differs(`a summary with aggregates was answered ${status}`)
      const { 'COUNT(*)': counted, Last: last, ...others } = fieldsOf(meta)
      const seen = `for ${total} loans, Meta is ${JSON.stringify(meta)}`
      const isCounted = counted === String(total) && both.total === total && !('COUNT(*)' in fieldsOf(both.meta))
      const isLast = total === 0 || typeof last === 'string'
      return agreesIf(Object.keys(others).length === 0 && isCounted && isLast, seen)
    },
  }),
  'loans.metaParameter': asksFor({
    how: 'requests a summary with the parameter Meta',
    when: SUMMARIES,
    queries: () => [{ Meta: 'x' }],
    judge: (seen, { isDone, ids }, other) => (isDone ? agreesIf(hasIds(other, ids), seen) : unknown(seen)),
  }),
  'loans.jsconfig': asksFor({
    how: 'requests a loan with dh:ut, and with three other settings of the framework',
    when: 'there is a loan with a date',
    queries: () => Object.keys(jsconfig).map((setting) => ({ Take: '1', jsconfig: setting })),
    judge(_, plain, ...others) {
      const date = loanFieldsByKind.date.find((name) => fieldOf(plain.loans[0], name) !== undefined)
      if (date === undefined) return unknown('there is no loan with a date')
      const problems = Object.entries(jsconfig).map(([setting, form], place): [string, boolean] => {
        const loan = others[place]?.loans[0]
        const [written, names] = [String(fieldOf(loan, date)), Object.keys(fieldsOf(loan)).length]
        const isAsOurs = form.test(written) && names === Object.keys(fieldsOf(plain.loans[0])).length
        return [`${setting}: ${names} fields, and ${date} ${written}`, !isAsOurs]
      })
      return agreesBut(
        `${problems.length} values of jsconfig have the same effect as at our bank`,
        Object.fromEntries(problems),
      )
    },
  }),
  'loans.retrySeconds': NO_EVENT,
  'loans.calls': ask({
    how: 'calls /FundingInfo, of which only the name is published',
    async of(service) {
      const url = service.urlOf('getLoanSummary').replace(/LoanSummary$/, 'FundingInfo')
      const { status } = await service.askAt(url, { isForLoans: true })
      return agreesIf(status === 404, `GET /FundingInfo was answered ${status}`)
    },
  }),
  'loans.registration': ask({
    how: 'registers with the banking API for a loan event that has no registration yet',
    scope: 'create',
    when: 'one of three loan events has no registration yet',
    async of(service) {
      const names = ['AdjustmentActionUpdate', 'FundingAttemptComplete', 'ComplianceLoanFailed']
      const [name] = await freeNames(service, names)
      if (name === undefined) return unknown('all three loan events have a registration already')
      const register = (name: string) => makeBriefly(service, 'registration', registrationFor(service, name))
      const { status, isDone } = await register(name)
      const [other] = isDone ? [] : await freeQuietNames(service)
      if (other !== undefined) control(await register(other), `a registration for ${other}`)
      return agreesIf(isDone, `a registration for ${name} was answered ${status}`)
    },
  }),
  'loans.eventPayloads': NO_EVENT,
  'loans.otherPayloads': NO_EVENT,
} satisfies Part

const isAscending = (ids: readonly string[]) => ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id)
