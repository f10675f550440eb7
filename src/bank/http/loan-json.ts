/** The JSON text of the loan service. Decimals are numbers with six places, which JSON.stringify cannot write. (§2.10, §4 call 9) */
import { kindOfField } from '../../core/loans/loan.ts'

export function loanJson(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('Results' in result)) return JSON.stringify(result)
  return objectJson(result)
}

function objectJson(record: object): string {
  const fields = Object.entries(record).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${valueJson(name, value)}`],
  )
  return `{${fields.join(',')}}`
}

function valueJson(name: string, value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(objectJson).join(',')}]`
  // Meta has texts alone, under names that the caller chose.
  if (name === 'Meta') return JSON.stringify(value)
  if (typeof value === 'object' && value !== null) return objectJson(value)
  return typeof value === 'string' && isDecimal(name) ? value : JSON.stringify(value)
}

function isDecimal(name: string): boolean {
  return kindOfField(name) === 'decimal' || name === 'Amount'
}
