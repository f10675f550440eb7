/** The loan summary query: filter, count, order and page over the loans on file. The specification deprecates it. (§2.10, §4 call 9) */
import type { Rejection } from '../../rejection.ts'
import type { Reading } from '../../turn.ts'
import type { Loan, loanFieldsByKind } from '../loan.ts'
import { loanAt, ownerOf, slotOfLoan } from '../loans.ts'
import { compareKeys, type DateForm, keyReader, rowOf } from './field.ts'
import { type Filter, type LoanSummaryQuery, loanQueryOf, type Order } from './query.ts'

/** The summary's envelope (§2.10). */
export interface LoanSummary {
  Offset: number
  Total: number
  Results: LoanSummaryRecord[]
  Meta?: Record<string, string>
}

/**
 * A loan in a summary: dates are `/Date(<ms><offset>)/`, or Unix seconds with the jsconfig `dh:ut`. Decimals are texts here; over HTTP they are
 * written as numbers with the same six places.
 */
export type LoanSummaryRecord = Omit<Loan, LoanDate> & { [Name in LoanDate]?: string | number | undefined }

type LoanDate = (typeof loanFieldsByKind.date)[number]

export function summarizeLoans(reading: Reading, parameters: LoanSummaryQuery): LoanSummary | Rejection {
  const query = loanQueryOf(parameters)
  if ('isRejection' in query) return query

  const { assume } = reading
  const { skip, take, orders, filters, ignored, include, dates } = query
  if (ignored.length > 0) reading.tell({ what: 'loan.parametersIgnored', parameters: ignored })
  const isOrdered = orders.length > 0 || skip !== undefined || take !== undefined
  const found = matching(reading, filters)
  // Unless the query asks for an order or a page, the loans stay in the order in which they were added.
  const loans = isOrdered ? ordered(found, orders) : found
  const offset = skip ?? 0
  const left = Math.max(0, loans.length - offset)
  const wanted = Math.min(take ?? left, left)
  const within = (most: number | null) => Math.min(wanted, most ?? wanted)
  const count = within(assume('loans.take', within))
  const isTotalKnown = include.isTotalWanted || assume('loans.total') === 'always'
  const meta = [...include.aggregates].flatMap(([name, calculate]) => {
    const value = calculate(loans, dates)
    return value === undefined ? [] : [[name, value] as const]
  })
  const isMetaLeftOut = include.isTotalNamed && meta.length === 0 && assume('loans.meta') === 'omittedWithTotal'
  return {
    Offset: offset,
    Total: isTotalKnown ? loans.length : 0,
    Results: loans.slice(offset, offset + count).map((loan) => summaryRecord(loan, dates)),
    ...(isMetaLeftOut ? {} : { Meta: Object.fromEntries(meta) }),
  }
}

/** Returns the loans that pass every filter. If one asks for an Id, only that loan is checked. */
function matching(reading: Reading, filters: readonly Filter[]): Loan[] {
  const passes = filters.map(passOf)
  const matches = (loan: Loan) => passes.every((pass) => pass(loan))
  const id = filters.find(({ field }) => field === 'Id')
  if (id !== undefined) {
    const slot = slotOfLoan(reading, id.asked)
    return slot === undefined ? [] : [loanAt(reading.world, slot)].filter(matches)
  }
  const owner = ownerOf(reading.actor)
  return [...reading.world.loans.records].flatMap(({ partner, loan }) =>
    partner === owner && matches(loan) ? [loan] : [],
  )
}

/** Returns a predicate for a filter, which is read once, not once for each loan. */
function passOf({ field, asked }: Filter): (loan: Loan) => boolean {
  if (asked === '') return (loan) => loan[field] === undefined
  const [keyOf, wanted] = [keyReader(field), rowOf(field).read(asked)]
  return (loan) => wanted !== undefined && keyOf(loan) === wanted
}

/** Loans that rank equal are in the order of their Ids, so that every loan is on exactly one page. */
function ordered(loans: readonly Loan[], orders: readonly Order[]): Loan[] {
  const keys = orders.map(({ field, sign }) => ({ keyOf: keyReader(field), sign }))
  return [...loans].sort((first, second) => {
    for (const { keyOf, sign } of keys) {
      const difference = compareKeys(keyOf(first), keyOf(second)) * sign
      if (difference !== 0) return difference
    }
    return compareKeys(first.Id, second.Id)
  })
}

function summaryRecord(loan: Loan, form: DateForm): LoanSummaryRecord {
  const record: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(loan)) {
    const isScalar = typeof value === 'string' || typeof value === 'number'
    record[name] = isScalar ? rowOf(name).write(value, form) : structuredClone(value)
  }
  return record as LoanSummaryRecord
}
