/** Fields whose values differ from service to service and from run to run. Only the form of such a value is compared. */
import { isAccountNumber, luhnDigit } from '../../../core/accounts/account-number.ts'
import { isRecord } from '../../../core/kernel/json.ts'
import { parseTimestamp } from '../../../core/kernel/time/instant.ts'
import { loanFieldsByKind } from '../../../core/loans/loan.ts'
import { inMilliseconds } from '../../service/fields.ts'

type TextKind = 'account' | 'sentence' | 'name' | 'address' | 'balance'

const kinds: readonly (readonly [TextKind, fields: RegExp])[] = [
  // The number of an account of the service, or of the account that a loan is paid to.
  ['account', /(^|\.)(accountNumber|(master|sub|other|debit|credit|To)AccountNumber)$/],
  // Texts for people may differ in words and mean the same.
  ['sentence', /(^|\.)(message|error_description|Message)$/],
  // Each service has its own holders and institutions. Only names that the partner sent must be the same.
  ['name', /(^|\.)(receiverName|senderName|title)$|\.name$/],
  // A service may add address lines of its own customers.
  ['address', /\.address\d$/],
  // For an account from before the scenario, only the change of the balance is compared.
  ['balance', /(^|\.)(currentBalance|availableBalance|holdAmount|transactionCount)$/],
]

/** The kind of a field whose value each service may choose; undefined if the value must be the same. */
export function kindOf(path: readonly string[], record: object = {}): TextKind | undefined {
  // In a record with a `postingCode`, the service writes the reason. In a restriction the partner wrote it.
  if (path.at(-1) === 'reason' && 'postingCode' in record) return 'sentence'
  return kinds.find(([, fields]) => fields.test(path.join('.')))?.[0]
}

/** Whether `theirs` has the form of `ours`: a subledger's number, or any account's. True if no form can be demanded. */
export function isAccountLike(field: string, ours: string, theirs: string): boolean {
  if (field === 'ToAccountNumber' || !isAccountNumber(ours)) return true
  const form = ours.startsWith('3') ? /^3\d{11}$/ : /^\d{2,}$/
  return form.test(theirs) && luhnDigit(theirs, theirs.length - 1) === Number(theirs.at(-1))
}

export const accountWords = (ours: string): string =>
  ours.startsWith('3') ? '12 digits: 3 first, a Luhn check digit last' : 'digits, with a Luhn check digit last'

/** Fields whose values the service makes up, with their forms. */
const madeUp: { readonly [field: string]: RegExp } = {
  access_token: /./s,
  referenceId: /^W[0-9A-Z]{11}$/,
  senderReference: /^[0-9A-Z]{1,16}$/,
  imad: /^\d{8}[A-Z0-9]{8}\d{6}$/,
  omad: /^\d{8}[A-Z0-9]{8}\d{6}$/,
  receiptDate: /^\d{4}$/,
  receiptTime: /^\d{4}$/,
  // The number depends on how many wires of other partners are in the batch.
  fedBatchSequence: /^[1-9]\d*$/,
}

/** The source identifier: the part of an IMAD between the date and the sequence number. (§2.4) */
export const sourceInImad = (imad: unknown): string => String(imad).slice(8, 16)

/** Whether a service makes up this field, and both values have its form. */
export function areMadeUp(field: string, ours: unknown, theirs: unknown): boolean {
  // The source identifier is that of the bank, so it is compared by its value.
  if (field === 'imad' && sourceInImad(ours) !== sourceInImad(theirs)) return false
  const form = Object.hasOwn(madeUp, field) ? madeUp[field] : undefined
  return typeof ours === typeof theirs && [ours, theirs].every((value) => form?.test(String(value)))
}

/** Whether a record is a wire: only wires have `posting`. The body of an error may have a `status`, too. */
export const isWire = (record: object | undefined): boolean => record !== undefined && 'posting' in record

const loanDateNames: ReadonlySet<string> = new Set(loanFieldsByKind.date)

/** The instant of a date in any form of the contract; undefined if the value is not a date. */
export function instantOf(field: string, value: unknown): number | undefined {
  if (typeof value === 'number') return loanDateNames.has(field) ? value : undefined
  if (typeof value !== 'string') return undefined
  const wrapped = /^\/Date\((-?\d+)[+-]\d{4}\)\/$/.exec(value)
  if (wrapped) return Number(wrapped[1])
  return /^\d{4}-\d\d-\d\dT/.test(value) ? parseTimestamp(inMilliseconds(value)) : undefined
}

/** Whether the partner may send any text in this field, even another one in each run. Answers repeat such texts. */
export const isFreeText = (field: string): boolean =>
  /^(purpose|notes|reason|description|title|name|identifier|address\d|originatorToBeneficiary\d|customerId|callbackUrl|audience|scope|streetAddress\d|city|state|postalCode|countryCode|phoneNumber|emailAddress)$|^(client|auth\w)|([rR]eference(Id)?|Name)$/.test(
    field,
  ) && field !== 'eventName'

export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const within = Array.isArray(value) || isRecord(value) ? Object.values(value) : []
  return within.flatMap((each) => textsIn(each))
}
