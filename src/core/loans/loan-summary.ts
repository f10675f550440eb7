/** The loan summary query: filter, order and page over the loans on file. Deprecated by the specification. (§2.10, §4 call 9) */
import { type Rejection, reject } from '../rejection.ts'
import type { Table } from '../table.ts'
import { parseTimestamp } from '../time/instant.ts'
import type { Reading } from '../turn.ts'
import { isLoanDate, isLoanDecimal, type Loan, type LoanField, type LoanState, loanFields } from './loan.ts'
import { ownerOf } from './loans.ts'

/** The parameters of a summary: those that the specification names, and any loan field as an exact filter; names ignore case. */
export interface LoanSummaryQuery {
  readonly [parameter: string]: string | number | undefined
}

/** The summary's envelope (§2.10). */
export interface LoanSummary {
  Offset: number
  Total: number
  Results: LoanSummaryRecord[]
  Meta?: Record<string, string>
}

/**
 * A loan in a summary: dates are `/Date(<ms><offset>)/`, or Unix seconds where jsconfig says `dh:ut`. Decimals are texts here;
 * over HTTP they are written as numbers with the same six places.
 */
export type LoanSummaryRecord = Loan

/** Answers a summary query. */
export function summarizeLoans({ world, actor, assume }: Reading, query: LoanSummaryQuery): LoanSummary | Rejection {
  const parameters = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]))
  const wanted = (name: string) => parameters.get(name.toLowerCase()) || undefined
  // Refusals.
  const skip = wanted('Skip')
  const take = wanted('Take')
  for (const [name, value] of [
    ['Skip', skip],
    ['Take', take],
  ] as const) {
    if (value !== undefined && !/^\d{1,15}$/.test(value)) {
      return reject(
        'query_is_not_a_number',
        `Failed to read the parameter ${name}: "${value}" is not a whole number. Send digits. (§4)`,
        [{ path: name, message: `"${value}" is not a whole number` }],
      )
    }
  }
  const order = orderOf(wanted('OrderBy'), wanted('OrderByDesc'))
  if ('isRejection' in order) return order

  assume('loans.query')
  const loans = matching(world.loans, ownerOf(actor), parameters)
  if (order.length > 0) loans.sort((first, second) => compareBy(order, first, second))
  else if (skip !== undefined || take !== undefined)
    loans.sort((first, second) => compareBy([{ field: 'Id', sign: 1 }], first, second))
  const offset = Number(skip ?? 0)
  const most = assume('loans.take')
  const count = Math.min(Number(take ?? most ?? loans.length), most ?? loans.length)
  const isTotalIncluded = /(^|[,;])\s*total\s*($|[,;])/i.test(wanted('Include') ?? '')
  const hasTotal = isTotalIncluded || assume('loans.total') === 'always'
  const isUnix = /(^|,)\s*dh\s*:\s*ut\s*(,|$)/i.test(wanted('jsconfig') ?? '')
  return {
    Offset: offset,
    Total: hasTotal ? loans.length : 0,
    Results: loans.slice(offset, offset + count).map((loan) => summaryRecord(loan, isUnix)),
    ...(isTotalIncluded ? {} : { Meta: {} }),
  }
}

interface Order {
  readonly field: LoanField
  readonly sign: 1 | -1
}

const fieldsByLowerCase = new Map(loanFields.map((field) => [field.toLowerCase(), field]))

/** OrderBy wins over OrderByDesc; names are split at commas or semicolons; a leading minus turns one round. */
function orderOf(ascending: string | undefined, descending: string | undefined): Order[] | Rejection {
  const orders: Order[] = []
  const sign = ascending === undefined ? -1 : 1
  for (const item of (ascending ?? descending ?? '').split(/[,;]/)) {
    const name = item.trim().replace(/^-/, '')
    if (name === '') continue
    const field = fieldsByLowerCase.get(name.toLowerCase())
    if (field === undefined) return reject('order_field_is_unknown', `Could not find field ${name}`)
    orders.push({ field, sign: item.trim().startsWith('-') ? (-sign as 1 | -1) : sign })
  }
  return orders
}

function matching(table: Table<LoanState>, owner: number, parameters: ReadonlyMap<string, string>): Loan[] {
  const filters: [LoanField, string][] = []
  for (const [name, value] of parameters) {
    const field = fieldsByLowerCase.get(name)
    if (field !== undefined && value !== '') filters.push([field, value])
  }
  const matches = (loan: Loan) => filters.every(([field, value]) => isEqual(field, loan[field], value))
  return [...table].flatMap(({ partner, loan }) => (partner === owner && matches(loan) ? [loan] : []))
}

function isEqual(field: LoanField, held: string | number | undefined, asked: string): boolean {
  if (held === undefined) return false
  if (isLoanDecimal(field)) return /^-?\d+(\.\d{1,6})?$/.test(asked) && scaled(String(held)) === scaled(asked)
  if (isLoanDate(field)) return parseTimestamp(String(held)) === parseTimestamp(asked)
  return String(held) === asked
}

/** A loan without a value comes before those with one; the Id decides between equals, so that pages never overlap. */
function compareBy(orders: readonly Order[], first: Loan, second: Loan): number {
  for (const { field, sign } of orders) {
    const difference = compare(field, first[field], second[field])
    if (difference !== 0) return sign * difference
  }
  return compare('Id', first.Id, second.Id)
}

function compare(field: LoanField, first: string | number | undefined, second: string | number | undefined): number {
  if (first === undefined || second === undefined) return Number(first !== undefined) - Number(second !== undefined)
  const [left, right] = [first, second].map((value) => comparable(field, value)) as [string, string]
  if (left === right) return 0
  return left < right ? -1 : 1
}

function comparable(field: LoanField, value: string | number): string | number | bigint {
  if (isLoanDecimal(field)) return scaled(String(value))
  return isLoanDate(field) ? Date.parse(String(value)) : value
}

/** A decimal as a whole number of millionths: exact, however long. */
function scaled(decimal: string): bigint {
  const [whole = '0', places = ''] = decimal.split('.')
  return BigInt(whole + places.padEnd(6, '0'))
}

function summaryRecord(loan: Loan, isUnix: boolean): LoanSummaryRecord {
  const written = Object.entries(loan).map(([name, value]) => {
    if (!isLoanDate(name)) return [name, structuredClone(value)]
    const instant = Date.parse(String(value))
    return [name, isUnix ? Math.floor(instant / 1_000) : `/Date(${instant}-0000)/`]
  })
  return Object.fromEntries(written) as LoanSummaryRecord
}
