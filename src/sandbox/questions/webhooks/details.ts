/** Do the details of an event have the fields that belong to its name, and the values of its record? (§6) */
import { detailNames, detailTexts } from '../../../core/webhooks/details.ts'
import { type Fields, fieldOf, idIn, textIn } from '../../service/fields.ts'
import { registrationCalls, type SeenExchange, subledgerCalls, wireCalls } from '../exchanges.ts'
import { agrees, differs, read } from '../question.ts'
import { recordEvents } from './events.ts'
import { detailsIn, isAbout, isPing } from './watch.ts'
import { inboundEvents } from './wire-events.ts'

const eventCalls = ['pollEvents', 'getEvent'] as const

/** Fields whose value may change after the event, so the record may have another one than the details. */
const CHANGING: readonly string[] = ['imad', 'omad', 'coreTransactionId', 'status']
/** The texts with which redaction replaces a value. */
const REDACTED = /^(\(redacted\)|[a-z]+-\d{1,6})$/

export const details = read<'events.details'>({
  how: 'compares the details of each event with the fields that belong to its name, and with the record that the event names',
  when: 'an event was polled for a registration with the format Extended',
  after: [...recordEvents['events.subledgers'].stories, ...inboundEvents['events.inboundCompleted'].stories],
  from: (exchanges) => exchanges.done(...eventCalls, ...registrationCalls, ...wireCalls, ...subledgerCalls),
  judge(exchanges) {
    const of = (...names: readonly unknown[]) => exchanges.filter(({ endpoint }) => names.includes(endpoint))
    const records = [...of(...wireCalls), ...of(...subledgerCalls)].flatMap((each) => each.records)
    const registrations = of(...registrationCalls).flatMap((each) => each.records)
    const problemsIn = ({ records: events }: SeenExchange) =>
      events.filter((event) => !isPing(event)).flatMap((event) => problemsOf(event, formatOf(event), records))
    const formatOf = ({ eventName }: Fields) => {
      const formats = new Set(
        registrations.filter((each) => each['eventName'] === eventName).map(({ format }) => format),
      )
      return formats.size === 1 ? [...formats][0] : undefined
    }
    const extended = of(...eventCalls).filter((each) => each.records.some((event) => detailsIn(event).length > 0))
    const other = of(...eventCalls).filter((each) => problemsIn(each).length > 0)
    if (other.length > 0) return differs([...new Set(other.flatMap(problemsIn))].join('; '), other)
    if (extended.length === 0) return undefined
    return {
      ...agrees('details have every field in the Extended format, and are empty in the Basic format'),
      at: extended,
    }
  },
})

/** Where an event's details contradict its format, its name or its record. */
function problemsOf(event: Fields, format: unknown, records: readonly Fields[]): string[] {
  const [all, name] = [detailsIn(event), textIn(event, 'eventName') ?? '']
  if (format === 'Basic') return all.length === 0 ? [] : [`details of ${name} are not empty in the Basic format`]
  if (all.length === 0) return format === 'Extended' ? [`${name} has no details in the Extended format`] : []
  const names = detailNames(name) ?? ['resource']
  const idField = names.find((field) => field === 'paymentId' || field === 'subAccountNumber')
  return all.flatMap((own) => {
    const states = records.filter((record) => isOf(record, own)).map(detailTexts)
    const problems = {
      lack: names.filter((field) => !(field in own)),
      'have the unknown': Object.keys(own).filter((field) => !names.includes(field)),
      'have neither a text nor null in': names.filter((field) => !isTextOrNull(own[field] ?? null)),
      'name another record in': idField === undefined || isAbout(event, String(own[idField])) ? [] : [idField],
      'have another value than the record in': names.filter((field) => isOther(field, own, states)),
    }
    return Object.entries(problems).flatMap(([verb, fields]) =>
      fields.length > 0 ? [`details of ${name} ${verb} ${fields.join(', ')}`] : [],
    )
  })
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const isOf = (record: Fields, own: Fields) =>
  'paymentId' in own ? idIn(record) === own['paymentId'] : fieldOf(record, 'accountNumber') === own['subAccountNumber']

/** Whether a field has a value that the record never had. Values that change, or that a recording hides, are not compared. */
function isOther(field: string, of: Fields, states: readonly Readonly<Record<string, string>>[]): boolean {
  const known = states.flatMap((state) => state[field] ?? [])
  if (known.length === 0 || CHANGING.includes(field) || of[field] === undefined) return false
  const [own, isHidden] = [of[field], (text: string) => REDACTED.test(text)]
  return !known.some((value) => value === own || (typeof own === 'string' && isHidden(value) !== isHidden(own)))
}
