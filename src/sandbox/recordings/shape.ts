/** The shape of a value, which a report shows where the value may be a secret. (§5) */
import { vocabulary } from './vocabulary.ts'

/** Of a text with more characters than this, only the length is shown. */
const LONGEST = 40

/** The kind of a value, and the form of a short text: `a number`, `a text like 9999-99-99`. */
export function shapeOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return 'a record'
  if (typeof value === 'number') return Number.isInteger(value) ? 'a whole number' : 'a number'
  if (typeof value === 'boolean') return 'true or false'
  const text = String(value)
  if (text === '') return 'an empty text'
  return text.length > LONGEST ? `a text of ${text.length} characters` : `a text like ${masked(text)}`
}

/** The form of a text: capitals become X, digits 9, other characters x. Blanks and the punctuation of dates, amounts and addresses stay. */
function masked(text: string): string {
  return text
    .replaceAll(/\p{Lu}/gu, 'X')
    .replaceAll(/\p{N}/gu, '9')
    .replaceAll(/[^X9\s.,:;+@/()_-]/gu, 'x')
}

/** The name of a field as a report may show it. Of a text that no programmer would choose as a name, only the length: it may be private. */
export function fieldName(name: PropertyKey): string {
  const text = String(name)
  return typeof name === 'number' || isNameOfField(text) ? text : `(a name of ${text.length} characters)`
}

/** Whether a text has the form of a field's name, with too few digits for the number of an account or a person. */
export const isNameOfField = (text: string): boolean =>
  /^[A-Za-z_$@][\w.$@-]{0,39}$/.test(text) && text.replaceAll(/\D/g, '').length < 5

/** The path of an address. Only segments of the contract and versions are shown: any other may be the name or number of a person. */
export function pathShape(pathname: string): string {
  const { segments } = vocabulary()
  const isShown = (part: string) => part === '' || /^v\d{1,2}$/i.test(part) || segments.has(part.toLowerCase())
  return pathname
    .split('/')
    .map((part) => (isShown(part) ? part : '…'))
    .join('/')
}
