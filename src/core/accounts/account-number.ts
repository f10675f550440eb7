/**
 * Account numbers: `2`, eight random digits and a Luhn digit for a master account; `3`, ten random digits and a Luhn digit for a subledger.
 * The random digits come from a seeded permutation of the slot (the index in the table), so each number is unique. (§2.9 rules 2, 3)
 */
import { digitsOf, slotOfDigits } from '../kernel/identity.ts'
import { streams } from '../streams.ts'

interface Kind {
  readonly isMaster: boolean
  /** The first digit. */
  readonly lead: string
  readonly stream: number
  /** The number of pairs of random digits between the first digit and the last. */
  readonly pairs: 4 | 5
  /** A cache of the number that was made or read last, because one operation names the same account several times. */
  readonly last: { seed: number; slot: number; number: string | null }
}

const masters = kindOf({ isMaster: true, lead: '2', stream: streams.masterAccount, pairs: 4 })
const subledgers = kindOf({ isMaster: false, lead: '3', stream: streams.subledger, pairs: 5 })

function kindOf(kind: Omit<Kind, 'last'>): Kind {
  return { ...kind, last: { seed: 0, slot: -1, number: null } }
}

export const masterAccountNumber = (seed: number, slot: number): string => numberOf(masters, seed, slot)
export const subledgerNumber = (seed: number, slot: number): string => numberOf(subledgers, seed, slot)

function numberOf({ lead, stream, pairs, last }: Kind, seed: number, slot: number): string {
  if (last.number !== null && last.slot === slot && last.seed === seed) return last.number
  const digits = lead + digitsOf(seed, stream, slot, pairs)
  const number = `${digits}${luhnDigit(digits)}`
  keep(last, seed, slot, number)
  return number
}

/** Returns the table and the slot of an account number, even if no such account exists; undefined for any other text. */
export function locate(seed: number, number: string): { isMaster: boolean; slot: number } | undefined {
  if (!isAccountNumber(number)) return undefined
  const { isMaster, stream, pairs, last } = number.startsWith(masters.lead) ? masters : subledgers
  if (last.number !== number || last.seed !== seed)
    keep(last, seed, slotOfDigits(seed, stream, number, 1, pairs), number)
  return { isMaster, slot: last.slot }
}

function keep(last: Kind['last'], seed: number, slot: number, number: string): void {
  last.seed = seed
  last.slot = slot
  last.number = number
}

export function isAccountNumber(text: string): boolean {
  if (text === masters.last.number || text === subledgers.last.number) return true
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
