/**
 * Account numbers. A master account: `2`, eight random digits, a Luhn digit. A subledger: `3`, ten random digits, a Luhn
 * digit, unique across the bank. The random digits are a seeded permutation of the slot. (§2.9 rules 2, 3)
 */
import { digitsOf, slotOfDigits } from '../kernel/identity.ts'
import { streams } from '../streams.ts'

export function masterAccountNumber(seed: number, slot: number): string {
  return (
    lastOf(lastMaster, seed, slot) ??
    remember(lastMaster, seed, slot, withCheckDigit(`2${digitsOf(seed, streams.masterAccount, slot, 4)}`))
  )
}

export function subledgerNumber(seed: number, slot: number): string {
  return (
    lastOf(lastSubledger, seed, slot) ??
    remember(lastSubledger, seed, slot, withCheckDigit(`3${digitsOf(seed, streams.subledger, slot, 5)}`))
  )
}

/** Where a number would lie: its table and slot; undefined where no account of this bank can bear it. */
export function locate(seed: number, number: string): { isMaster: boolean; slot: number } | undefined {
  if (!isAccountNumber(number)) return undefined
  const isMaster = number.startsWith('2')
  const last = isMaster ? lastMaster : lastSubledger
  if (last.number === number && last.seed === seed) return { isMaster, slot: last.slot }
  const digits = number.slice(1, -1)
  const slot = isMaster
    ? slotOfDigits(seed, streams.masterAccount, digits, 4)
    : slotOfDigits(seed, streams.subledger, digits, 5)
  remember(last, seed, slot, number)
  return { isMaster, slot }
}

/** The number that was made or read last, as one step names the same account several times. It changes nothing but the time taken. */
interface LastNumber {
  seed: number
  slot: number
  number: string | null
}
const lastMaster: LastNumber = { seed: 0, slot: -1, number: null }
const lastSubledger: LastNumber = { seed: 0, slot: -1, number: null }

function lastOf(last: LastNumber, seed: number, slot: number): string | null {
  return last.slot === slot && last.seed === seed ? last.number : null
}

function remember(last: LastNumber, seed: number, slot: number, number: string): string {
  last.seed = seed
  last.slot = slot
  last.number = number
  return number
}

/** Whether a text has the form and the check digit of an account number of this bank. */
export function isAccountNumber(text: string): boolean {
  if (text === lastMaster.number || text === lastSubledger.number) return true
  if (!/^(?:2\d{9}|3\d{11})$/.test(text)) return false
  const last = text.length - 1
  return luhnDigit(text, last) === text.charCodeAt(last) - ZERO
}

/** Whether a text has the form of a master account number; its check digit is not looked at. */
export function isMasterAccountNumber(text: string): boolean {
  return /^2\d{9}$/.test(text)
}

/** The digit that makes the Luhn sum of the first `length` digits and itself divisible by ten. */
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

function withCheckDigit(digits: string): string {
  return `${digits}${luhnDigit(digits)}`
}
