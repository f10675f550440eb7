/**
 * Finds amounts with a decimal point, sent as a number or as text. A whole amount is never a finding, because 100 may well mean 1.00. If
 * the bank accepted a whole amount of the same caller, the finding quotes that amount. (§1, §2.3)
 */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { formatMoney } from '../../../core/kernel/money.ts'
import { bearerOf } from '../../shell/state/caller.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'
import type { Rule, RuleFinding } from './finding.ts'

export const amountInMajorUnits: Rule = {
  rule: 'amount_in_major_units',
  section: '§2.3',
  advice: 'Send minor units: 100.00 is 10000.',
  find: ({ exchanges }) => {
    const amounts = exchanges.flatMap(amountsIn)
    const byCaller = groupBy(amounts, ({ exchange }) => JSON.stringify([exchange.endpoint, bearerOf(exchange)]))
    return [...byCaller.values()].flatMap(amountsWithPoint)
  },
}

interface Amount {
  readonly exchange: HttpExchange
  readonly field: string
  readonly value: unknown
}

function amountsWithPoint(amounts: readonly Amount[]): RuleFinding[] {
  const wrong = amounts.filter(({ value }) => hasPoint(value))
  const [first] = wrong
  if (first === undefined) return []
  const wrongIds = new Set(wrong.map(({ exchange }) => exchange.id))
  const isAccepted = ({ id, status }: HttpExchange) => status === 200 && !wrongIds.has(id)
  const whole = amounts.find(({ exchange, value }) => isAccepted(exchange) && typeof value === 'number')?.value
  const others =
    typeof whole === 'number'
      ? ` The bank read a whole number of the same client as minor units: ${whole} as ${formatMoney(whole)}.`
      : ''
  const sent = `${first.exchange.endpoint} was sent ${JSON.stringify(first.value)} as ${first.field}`
  const fact = `${sent}, which is no whole number.${others}`
  return [{ fact, requests: [...wrongIds], ...(isUnrounded(first.value) ? { advice: ROUND } : {}) }]
}

const ROUND = 'Round what you multiply: Math.round(19.99 * 100) is 1999, 19.99 * 100 is not. Minor units are whole.'

/** Returns the values in the fields for minor units. Loans have other fields, whose amounts are decimals in dollars. */
function amountsIn(exchange: HttpExchange): Amount[] {
  if (exchange.endpoint === null) return []
  const fields = fieldsOf(exchange.body)
  return ['amount', 'amountThreshold'].flatMap((field) =>
    field in fields ? [{ exchange, field, value: fields[field] }] : [],
  )
}

function hasPoint(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isInteger(value) : typeof value === 'string' && /^-?\d+\.\d+$/.test(value)
}

/** True if a number has more than two decimals, as the product of a multiplication may have. */
function isUnrounded(value: unknown): boolean {
  return typeof value === 'number' && /\.\d{3,}|e/.test(String(value))
}
