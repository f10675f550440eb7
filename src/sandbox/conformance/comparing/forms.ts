/** Fields whose values differ between services and runs: such a value is held against its form alone. */
import { isAccountNumber, luhnDigit } from '../../../core/accounts/account-number.ts'
import { isRecord } from '../../../core/kernel/json.ts'
import { type Calendar, effectiveDate } from '../../../core/kernel/time/calendar.ts'
import { formatInstant, parseTimestamp } from '../../../core/kernel/time/instant.ts'
import { loanDates } from '../../../core/loans/loan.ts'
import { inMilliseconds } from '../../service/fields.ts'

type Kind = 'account' | 'day' | 'sentence' | 'name' | 'address' | 'balance'

const kinds: readonly (readonly [Kind, fields: RegExp])[] = [
  // The number of an account of the service, or of that which a loan is paid to.
  ['account', /(^|\.)(accountNumber|(master|sub|other|debit|credit|To)AccountNumber)$/],
  ['day', /(^|\.)effectiveDate$/],
  // Texts for people may say the same in other words.
  ['sentence', /(^|\.)(message|error_description|Message)$/],
  // Each service has holders and institutions of its own, unless the partner sent them.
  ['name', /(^|\.)(receiverName|senderName|title)$|\.name$/],
  // A service may add lines for its own customers.
  ['address', /\.address\d$/],
  // The balance of an account that was there before says nothing; how it changes does.
  ['balance', /(^|\.)(currentBalance|availableBalance|holdAmount|transactionCount)$/],
]

/** The kind of a field whose value each service may choose; undefined where it must be the same. */
export function kindOf(path: readonly string[], record: object = {}): Kind | undefined {
  // The reason of a refusal is told; that of a restriction was given.
  if (path.at(-1) === 'reason' && 'postingCode' in record) return 'sentence'
  return kinds.find(([, fields]) => fields.test(path.join('.')))?.[0]
}

/** Whether a number has the form of ours: a subledger's, or that of any account. Numbers that our bank made up are not compared with theirs. */
export function isAccountLike(field: string, ours: string, theirs: string): boolean {
  if (field === 'ToAccountNumber' || !isAccountNumber(ours)) return true
  const form = ours.startsWith('3') ? /^3\d{11}$/ : /^\d{2,}$/
  return form.test(theirs) && luhnDigit(theirs, theirs.length - 1) === Number(theirs.at(-1))
}

export const accountWords = (ours: string): string =>
  ours.startsWith('3') ? '12 digits, the first 3, the last by Luhn' : 'digits, the last by Luhn'

/** Fields whose values the service makes up, each with its form. */
const madeUp: { readonly [field: string]: RegExp } = {
  access_token: /./s,
  referenceId: /^W[0-9A-Z]{11}$/,
  senderReference: /^[0-9A-Z]{1,16}$/,
  imad: /^\d{8}[A-Z0-9]{8}\d{6}$/,
  omad: /^\d{8}[A-Z0-9]{8}\d{6}$/,
  receiptDate: /^\d{4}$/,
  receiptTime: /^\d{4}$/,
  // Wires of others are in the same batch.
  fedBatchSequence: /^[1-9]\d*$/,
}

/** The source identifier in an imad: it stands between the date and the sequence number. (§2.4) */
export const sourceInImad = (imad: unknown): string => String(imad).slice(8, 16)

/** Whether both values have the form that this field has at every service. */
export function areMadeUp(field: string, ours: unknown, theirs: unknown): boolean {
  // All wires of a bank have its own source identifier in their imad.
  if (field === 'imad' && sourceInImad(ours) !== sourceInImad(theirs)) return false
  const form = Object.hasOwn(madeUp, field) ? madeUp[field] : undefined
  return typeof ours === typeof theirs && [ours, theirs].every((value) => form?.test(String(value)))
}

/** Whether a record is a wire: a body about a problem has a `status`, too. */
export const isWire = (record: object | undefined): boolean => record !== undefined && 'posting' in record

const loanDateNames: ReadonlySet<string> = new Set(loanDates)

/** The instant that a value names; undefined where it names none. */
export function instantOf(field: string, value: unknown): number | undefined {
  if (typeof value === 'number') return loanDateNames.has(field) ? value : undefined
  if (typeof value !== 'string') return undefined
  const wrapped = /^\/Date\((-?\d+)[+-]\d{4}\)\/$/.exec(value)
  if (wrapped) return Number(wrapped[1])
  return /^\d{4}-\d\d-\d\dT/.test(value) ? parseTimestamp(inMilliseconds(value)) : undefined
}

/** Fields in which a partner may write what it likes, and another text in each run; answers repeat these texts. */
export const isFreeText = (field: string): boolean =>
  /^(purpose|notes|reason|description|title|name|identifier|address\d|\w*[rR]eference(Id)?|originatorToBeneficiary\d|client_?\w*|customerId|callbackUrl|audience|scope|auth\w+|\w*Name|streetAddress\d|city|state|postalCode|countryCode|phoneNumber|emailAddress)$/.test(
    field,
  ) && !/^(eventName)$/.test(field)

/** The texts in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const within = Array.isArray(value) || isRecord(value) ? Object.values(value) : []
  return within.flatMap((each) => textsIn(each))
}

/**
 * The day on which a wire of theirs should take effect, and the day that it has, or that its time is no midnight. Undefined where the day is
 * right by our calendar for the time at which the wire was made or last changed, or where the record has no day. The two sides need not be at
 * the same hour. (§2.4)
 */
export function otherDay(
  { createdAt, lastModifiedAt = createdAt, effectiveDate: day, direction }: Readonly<Record<string, unknown>>,
  calendar: Calendar,
): { readonly ours: string; readonly theirs: string } | undefined {
  const made = clocksAt(createdAt, calendar)
  if (made === undefined || typeof day !== 'string') return undefined
  const theirs = day.slice(0, 10)
  // A service that writes all times as UTC has the midnight of its own zone at another hour.
  if (!/T00:00|T\d\d:00.*(Z|00:?00)$/.test(day)) return { ours: 'midnight', theirs: 'another time of the day' }
  const effective = [...made, ...(clocksAt(lastModifiedAt, calendar) ?? [])].map(([instant, zone]) =>
    dayOf(effectiveDate(instant, { ...calendar, zone }), zone),
  )
  // An inbound wire takes effect on its own day, whether the bank is open or not.
  const days =
    direction === 'Inbound' ? [...made.map(([instant, zone]) => dayOf(instant, zone)), ...effective] : effective
  const [first, last] = [days.toSorted()[0] as string, days.toSorted().at(-1) as string]
  return first <= theirs && theirs <= last ? undefined : { ours: theirs < first ? first : last, theirs }
}

const dayOf = (instant: number, zone: string): string => formatInstant(instant, zone).slice(0, 10)

/** An instant by the clocks of our bank, and by those that the text itself shows: some services write all times as UTC. */
function clocksAt(text: unknown, { zone }: Calendar): (readonly [instant: number, zone: string])[] | undefined {
  const instant = instantOf('', text)
  const shown = instantOf('', `${String(text).slice(0, 19)}Z`)
  return instant === undefined || shown === undefined
    ? undefined
    : [
        [instant, zone],
        [shown, 'UTC'],
      ]
}
