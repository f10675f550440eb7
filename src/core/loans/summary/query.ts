/** Reads the parameters of the loan summary into a query, or refuses them as the framework does. (§4 call 9) */
import { type Rejection, reject } from '../../rejection.ts'
import { fieldNamed, type LoanField } from '../loan.ts'
import type { DateForm } from './field.ts'
import { type Include, includeOf } from './include.ts'

/** The specified parameters, and filters by fields of a loan. Names may be in upper or lower case. An undefined value counts as missing. */
export interface LoanSummaryQuery {
  readonly [parameter: string]: string | number | undefined
}

export interface LoanQuery {
  readonly skip: number | undefined
  readonly take: number | undefined
  readonly orders: readonly Order[]
  readonly filters: readonly Filter[]
  /** The names of the parameters that have no effect. */
  readonly ignored: readonly string[]
  readonly include: Include
  readonly dates: DateForm
}

/** Asks for the loans that have this value, as the caller wrote it; if it is empty, for the loans without the field. */
export interface Filter {
  readonly field: LoanField
  readonly asked: string
}

export interface Order {
  readonly field: LoanField
  readonly sign: 1 | -1
}

/** The parameters as the caller wrote them, keyed by their names in lower case. */
type GivenParameters = ReadonlyMap<string, { readonly name: string; readonly value: string }>

const COUNT = 'must be a whole number of at least 0'

/** A parameter in `parameterNames` with an empty value is treated as missing. */
export function loanQueryOf(query: LoanSummaryQuery): LoanQuery | Rejection {
  const parameters: GivenParameters = new Map(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), { name, value: String(value) }] as const],
    ),
  )
  const given = (name: string) => parameters.get(name)?.value || undefined
  // Refusals.
  const wrong = ['Skip', 'Take'].flatMap((path) => {
    const value = given(path.toLowerCase())
    return value === undefined || /^\d{1,15}$/.test(value) ? [] : [{ path, message: `${COUNT}, and is "${value}"` }]
  })
  if (wrong.length > 0) {
    const facts = wrong.map(({ path, message }) => `${path} ${message}`).join('; ')
    return reject('query_is_not_a_number', `Failed to query loans: ${facts}. Send digits. (§4)`, wrong)
  }
  const orders = ordersOf(given('orderby'), given('orderbydesc'))
  if ('isRejection' in orders) return orders

  const [skip, take] = [given('skip'), given('take')]
  return {
    skip: skip === undefined ? undefined : Number(skip),
    take: take === undefined ? undefined : Number(take),
    orders,
    ...filtersOf(parameters),
    include: includeOf(given('include')),
    dates: dateFormOf(given('jsconfig')),
  }
}

/** The parameters that the specification names, without `id`. */
export const parameterNames = ['Skip', 'Take', 'OrderBy', 'OrderByDesc', 'Include', 'Meta', 'jsconfig'] as const
const specified: ReadonlySet<string> = new Set(parameterNames.map((name) => name.toLowerCase()))

/** Whether the name is specified, or the name of a field. Words of the framework around a name, as in `FICOGreaterThan`, are not read. */
export const isSummaryParameter = (name: string): boolean =>
  specified.has(name.toLowerCase()) || fieldNamed(name) !== undefined

function filtersOf(parameters: GivenParameters): Pick<LoanQuery, 'filters' | 'ignored'> {
  const [filters, ignored]: [Filter[], string[]] = [[], []]
  for (const [lower, { name, value }] of parameters) {
    if (specified.has(lower)) continue
    const field = fieldNamed(name)
    if (field) filters.push({ field, asked: value })
    else ignored.push(name)
  }
  return { filters, ignored }
}

/** Reads the `jsconfig` of an address. Its name may be in upper or lower case; if the parameter comes twice, the last one counts. */
export function dateFormIn(parameters: Iterable<readonly [string, string]>): DateForm {
  return dateFormOf([...parameters].findLast(([name]) => name.toLowerCase() === 'jsconfig')?.[1])
}

/** Reads a comma-separated list of settings, of which only `dh:ut` has an effect. */
function dateFormOf(jsconfig = ''): DateForm {
  return jsconfig.split(',').some((setting) => setting.trim().toLowerCase() === 'dh:ut') ? 'unix' : 'service'
}

/** OrderBy wins over OrderByDesc. Commas or semicolons separate names; a leading minus reverses the order by that field. */
function ordersOf(ascending: string | undefined, descending: string | undefined): Order[] | Rejection {
  // If a field is named twice, its first place decides.
  const orders = new Map<LoanField, Order>()
  const sign = ascending === undefined ? -1 : 1
  for (const item of (ascending ?? descending ?? '').split(/[,;]/)) {
    const text = item.trim()
    const isTurned = text.startsWith('-')
    const name = isTurned ? text.slice(1) : text
    if (name === '') continue
    const field = fieldNamed(name)
    if (field === undefined) return reject('order_field_is_unknown', `Could not find field ${name}`)
    if (!orders.has(field)) orders.set(field, { field, sign: isTurned ? (-sign as 1 | -1) : sign })
  }
  return [...orders.values()]
}
