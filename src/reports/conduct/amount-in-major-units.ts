/**
 * Amounts are whole numbers of minor units. Found is an amount with a decimal point, as number or as text: no amount in minor units
 * has one. A whole amount is never found, as 100 may well mean 1.00; but the whole amounts of a caller that was found are named. (§1)
 */
import { formatMoney } from '../../core/kernel/money.ts'
import type { HttpExchange } from '../../shell/exchange.ts'
import { bearerOf, fieldsOf } from './caller.ts'
import type { Rule } from './finding.ts'
import { grouped } from './grouped.ts'

export const amountInMajorUnits: Rule = {
  rule: 'amount_in_major_units',
  section: '§2.3',
  advice: 'Send minor units: 100.00 is 10000.',
  find: ({ exchanges }) => {
    const withAmounts = exchanges.filter((exchange) => amountsIn(exchange).length > 0)
    const calls = grouped(withAmounts, (exchange) => JSON.stringify([exchange.endpoint, bearerOf(exchange)]))
    return [...calls.values()].flatMap((own) => {
      const wrong = own.filter((exchange) => amountsIn(exchange).some(([, value]) => hasPoint(value)))
      const [first] = wrong
      if (first === undefined) return []
      const [field, value] = amountsIn(first).find(([, value]) => hasPoint(value)) as Amount
      const taken = own.filter((exchange) => !wrong.includes(exchange) && exchange.status === 200).flatMap(amountsIn)
      const whole = taken.find(([, value]) => typeof value === 'number')?.[1]
      const more =
        typeof whole === 'number' ? ` Its other amounts were taken as they are: ${whole} as ${formatMoney(whole)}.` : ''
      const fact = `${first.endpoint} was sent ${JSON.stringify(value)} as ${field}, which is no whole number.${more}`
      const requests = wrong.map(({ id }) => id)
      return [{ fact, requests, ...(isUnrounded(value) ? { advice: ROUND } : {}) }]
    })
  },
}

const ROUND = 'Round what you multiply: Math.round(19.99 * 100) is 1999, 19.99 * 100 is not. Minor units are whole.'

type Amount = readonly [field: string, value: unknown]

/** The amounts of a request to the banking API; loans have decimals of their own. */
function amountsIn({ endpoint, body }: HttpExchange): Amount[] {
  if (endpoint === null) return []
  const fields = fieldsOf(body)
  return ['amount', 'amountThreshold'].flatMap((field) => (field in fields ? [[field, fields[field]] as const] : []))
}

function hasPoint(value: unknown): boolean {
  return typeof value === 'number' ? !Number.isInteger(value) : typeof value === 'string' && /^-?\d+\.\d+$/.test(value)
}

/** Whether a number has more decimals than any amount: the trace of a multiplication. */
function isUnrounded(value: unknown): boolean {
  return typeof value === 'number' && /\.\d{3,}|e/.test(String(value))
}
