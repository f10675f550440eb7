/** How the loan service writes dates, names and errors. (§4 call 9, §7) */
import { loanDates } from '../../../core/loans/loan.ts'
import { fieldOf, fieldsOf, textIn } from '../../service/fields.ts'
import type { Service } from '../../service/service.ts'
import { agrees, differs, unknown, type VerdictOn } from '../question.ts'
import { summaryOf } from './summaries.ts'

/** The forms of a date, as our bank writes them. */
const forms: Readonly<Record<string, RegExp>> = {
  to: /^\/Date\(-?\d+-0000\)\/$/,
  dcjsc: /^\/Date\(-?\d+\+0000\)\/$/,
  iso8601: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}$/,
  iso8601do: /^\d{4}-\d\d-\d\d$/,
  iso8601dt: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
  rfc1123: /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
  ut: /^-?\d{1,11}$/,
  utm: /^-?\d{10,14}$/,
  'no-such-form': /^\/Date\(-?\d+-0000\)\/$/,
}

/** The names that an answer has with a word of jsconfig. */
const spelled = [
  { word: 'eccn', names: ['offset', 'results'] },
  { word: 'elun', names: ['offset', 'results'] },
  { word: 'inv', names: ['Offset', 'Results'] },
  { word: 'edv', names: ['Results'] },
]

export async function loanForms(service: Service): Promise<VerdictOn<'loans.jsconfig'>> {
  const { loans } = await summaryOf(service, { Take: '1' })
  const date = loanDates.find((name) => fieldOf(loans[0], name) !== undefined)
  if (date === undefined) return unknown('there is no loan with a date')
  for (const [form, pattern] of Object.entries(forms)) {
    const { loans: written } = await summaryOf(service, { Take: '1', jsconfig: `dh:${form}` })
    const value = String(fieldOf(written[0], date))
    if (!pattern.test(value)) return differs(`dh:${form} writes ${date} as ${value}`)
  }
  for (const { word, names } of spelled) {
    const { body } = await summaryOf(service, { Take: '1', jsconfig: word })
    const written = Object.keys(fieldsOf(body))
    const isWritten = names.every((name) => written.includes(name)) && (word !== 'edv' || !written.includes('Offset'))
    if (!isWritten) return differs(`with ${word} the names are ${written.join(', ')}`)
  }
  return agrees(`${Object.keys(forms).length + spelled.length} words do what they do here`)
}

/** Whether the ResponseStatus of an error is as documented. */
export const isFormed = (status: unknown): boolean =>
  textIn(status, 'ErrorCode') !== undefined && textIn(status, 'Message') !== undefined
