/**
 * The JSON text of the loan service. Decimals are numbers with six places, which JSON.stringify cannot write. The query parameter
 * `jsconfig` says how names, nulls and defaults are written. (§2.10, §4 call 9)
 */

import { kindOfField, loanFields, railFields } from '../../core/loans/loan.ts'
import { type JsConfig, jsConfigIn, spell } from '../../core/loans/summary/js-config.ts'
import type { LoanSummary } from '../../core/loans/summary/summary.ts'

export function loanJson(result: unknown, query = new URLSearchParams()): string {
  if (typeof result !== 'object' || result === null || !('Results' in result)) return JSON.stringify(result)
  return objectJson({ ...(result as LoanSummary) }, ['Meta'], jsConfigIn(query))
}

/** Writes an object as JSON text. If both nulls and defaults are asked for, each name in `names` that the object lacks is null. */
function objectJson(record: Record<string, unknown>, names: readonly string[], config: JsConfig): string {
  const fields: string[] = []
  const write = (name: string, value: string) => fields.push(`${JSON.stringify(spell(name, config.names))}:${value}`)
  for (const [name, value] of Object.entries(record)) {
    if (value !== undefined && (config.hasDefaults || !isDefault(name, value)))
      write(name, valueJson(name, value, config))
  }
  if (config.hasNulls && config.hasDefaults) {
    for (const name of names) if (record[name] === undefined) write(name, 'null')
  }
  return `{${fields.join(',')}}`
}

function valueJson(name: string, value: unknown, config: JsConfig): string {
  if (Array.isArray(value)) {
    const names = name === 'Rails' ? railFields : [...loanFields, 'Rails']
    return `[${value.map((item) => objectJson(item, names, config)).join(',')}]`
  }
  // The names in Meta are written as the caller chose them.
  if (name === 'Meta') return JSON.stringify(value)
  if (typeof value === 'object' && value !== null) return objectJson({ ...value }, [], config)
  return typeof value === 'string' && isDecimal(name) ? value : JSON.stringify(value)
}

/** True if a value is a default: 0, false, or the decimal 0.000000. A text or a date is never a default. */
function isDefault(name: string, value: unknown): boolean {
  if (typeof value === 'number') return value === 0 && kindOfField(name) !== 'date'
  return value === false || (isDecimal(name) && value === '0.000000')
}

function isDecimal(name: string): boolean {
  return kindOfField(name) === 'decimal' || name === 'Amount'
}
