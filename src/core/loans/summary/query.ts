/** The parameters of the loan summary, read into what is to be done; or the framework's refusal. (§4 call 9) */
import { type Rejection, reject } from '../../rejection.ts'
import { fieldNamed, type LoanField } from '../loan.ts'
import { type Include, includeOf } from './aggregate.ts'
import { type JsConfig, jsConfigOf } from './js-config.ts'
import type { Order } from './order.ts'

/** The parameters of a summary: those that the specification names, and any loan field as an exact filter; names ignore case. */
export interface LoanSummaryQuery {
  readonly [parameter: string]: string | number | undefined
}

export interface LoanQuery {
  readonly skip: number | undefined
  readonly take: number | undefined
  readonly orders: readonly Order[]
  readonly filters: readonly (readonly [LoanField, string])[]
  readonly include: Include
  readonly config: JsConfig
}

/** Reads the parameters. One without a value is as one that was left out. */
export function loanQueryOf(query: LoanSummaryQuery): LoanQuery | Rejection {
  const given = Object.entries(query).map(([name, value]) => [name.toLowerCase(), String(value ?? '')] as const)
  const parameters = new Map(given.filter(([, value]) => value !== ''))
  // Refusals.
  for (const name of ['Skip', 'Take']) {
    const value = parameters.get(name.toLowerCase())
    if (value !== undefined && !/^\d{1,15}$/.test(value)) {
      return reject(
        'query_is_not_a_number',
        `Failed to read the parameter ${name}: "${value}" is not a whole number. Send digits. (§4)`,
        [{ path: name, message: `"${value}" is not a whole number` }],
      )
    }
  }
  const orders = ordersOf(parameters.get('orderby'), parameters.get('orderbydesc'))
  if ('isRejection' in orders) return orders

  const [skip, take] = [parameters.get('skip'), parameters.get('take')]
  return {
    skip: skip === undefined ? undefined : Number(skip),
    take: take === undefined ? undefined : Number(take),
    orders,
    filters: [...parameters].flatMap(([name, value]) => {
      const field = fieldNamed(name)
      return field === undefined ? [] : [[field, value] as const]
    }),
    include: includeOf(parameters.get('include')),
    config: jsConfigOf(parameters.get('jsconfig')),
  }
}

/** OrderBy wins over OrderByDesc; names are split at commas or semicolons; a leading minus turns one round. */
function ordersOf(ascending: string | undefined, descending: string | undefined): Order[] | Rejection {
  const orders: Order[] = []
  const sign = ascending === undefined ? -1 : 1
  for (const item of (ascending ?? descending ?? '').split(/[,;]/)) {
    const name = item.trim().replace(/^-/, '')
    if (name === '') continue
    const field = fieldNamed(name)
    if (field === undefined) return reject('order_field_is_unknown', `Could not find field ${name}`)
    orders.push({ field, sign: item.trim().startsWith('-') ? (-sign as 1 | -1) : sign })
  }
  return orders
}
