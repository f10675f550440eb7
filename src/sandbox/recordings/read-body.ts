/** A body as an exchange has it: what JSON says, else its text, null where there was none. (§4) */
import { jsonOf } from '../../bank/shell/state/exchange.ts'

/**
 * Reads a body. What calls itself JSON is read, and what calls itself nothing or something else is, where it looks like a record or a
 * list: recorders lose headers. What is nested deeper than a bank reads stays a text.
 */
export function bodyRead(text: string | null | undefined, contentType = ''): unknown {
  if (text === null || text === undefined || text === '') return null
  const isNamed = /[/+]json\b/i.test(contentType)
  if (!isNamed && !/^\s*[[{]/.test(text)) return text
  const value = jsonOf(text)
  return value === undefined ? text : value
}
