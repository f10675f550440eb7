/**
 * Account numbers: `2`, eight random digits and a Luhn digit for a master account; `3`, ten random digits and a Luhn digit for a subledger.
 * The random digits come from a seeded permutation of the slot (the index in the table), so each number is unique. (§2.9 rules 2, 3)
 */
import { digitsOf, slotOfDigits } from '../kernel/identity.ts'
import { streams } from '../streams.ts'

interface NumberKind {
  readonly isMaster: boolean
  /** The first digit. */
  readonly lead: string
  readonly stream: number
  /** The number of pairs of random digits between the first digit and the last. */
  readonly pairs: 4 | 5
}

const masters: NumberKind = { isMaster: true, lead: '2', stream: streams.masterAccount, pairs: 4 }
const subledgers: NumberKind = { isMaster: false, lead: '3', stream: streams.subledger, pairs: 5 }

export const masterAccountNumber = (seed: number, slot: number): string => numberOf(masters, seed, slot)
export const subledgerNumber = (seed: number, slot: number): string => numberOf(subledgers, seed, slot)

function numberOf({ lead, stream, pairs }: NumberKind, seed: number, slot: number): string {
  const digits = lead + digitsOf(seed, stream, slot, pairs)
  return `${digits}${luhnDigit(digits)}`
}

/** Returns the table and the slot of an account number, even if no such account exists; undefined for any other text. */
export function locate(seed: number, number: string): { isMaster: boolean; slot: number } | undefined {
  if (!isAccountNumber(number)) return undefined
  const { isMaster, stream, pairs } = number.startsWith(masters.lead) ? masters : subledgers
  return { isMaster, slot: slotOfDigits(seed, stream, number, 1, pairs) }
}

export function isAccountNumber(text: string): boolean {
  if (!/^(?:2\d{9}|3\d{11})$/.test(text)) return false
  const last = text.length - 1
  return luhnDigit(text, last) === text.charCodeAt(last) - ZERO
}

/** Looks at the form only, not at the check digit. */
export function isMasterAccountNumber(text: string): boolean {
  return /^2\d{9}$/.test(text)
}

/** Returns the check digit of the first `length` digits: with it, their Luhn sum is divisible by ten. */
export function luhnDigit(digits: string, length = digits.length): number {
  let sum = 0
  for (let index = 0; index < length; index++) {
    const digit = digits.charCodeAt(length - 1 - index) - ZERO
    const doubled = digit * 2
    if (index % 2 === 1) sum += digit
    else sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}

const ZERO = '0'.charCodeAt(0)
