/** How the loan service writes dates, names and defaults where `jsconfig` asks for it. (§4 call 9) */
import { loanDates } from '../../../../core/loans/loan.ts'
import type { Probe } from '../../probe.ts'
import { fieldOf } from '../field.ts'
import { summaryOf } from './loan-summaries.ts'

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

const ID = 'loans.jsconfig'

export const loanFormProbes: readonly Probe[] = [
  {
    name: 'forms of summaries',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for a loan with each word of jsconfig that is known, and with one that is not',
    tells: { [ID]: 'there is a loan with a date' },
    async run(service, tell) {
      const { loans } = await summaryOf(service, { Take: '1' })
      const date = loanDates.find((name) => fieldOf(loans[0], name) !== undefined)
      if (date === undefined) return tell.unknown(ID, 'there is no loan with a date')
      for (const [form, pattern] of Object.entries(forms)) {
        const { loans: written } = await summaryOf(service, { Take: '1', jsconfig: `dh:${form}` })
        const value = String(fieldOf(written[0], date))
        if (!pattern.test(value)) return tell.differs(ID, `dh:${form} writes ${date} as ${value}`)
      }
      const spelled = [
        { word: 'eccn', names: ['offset', 'results'] },
        { word: 'elun', names: ['offset', 'results'] },
        { word: 'inv', names: ['Offset', 'Results'] },
        { word: 'edv', names: ['Results'] },
      ]
      for (const { word, names } of spelled) {
        const { body } = await summaryOf(service, { Take: '1', jsconfig: word })
        const written = Object.keys((body ?? {}) as object)
        const isWritten =
          names.every((name) => written.includes(name)) && (word !== 'edv' || !written.includes('Offset'))
        if (!isWritten) return tell.differs(ID, `with ${word} the names are ${written.join(', ')}`)
      }
      tell.agrees(ID, `${Object.keys(forms).length + spelled.length} words do what they do here`)
    },
  },
]
