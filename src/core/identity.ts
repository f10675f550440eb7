/**
 * Identity: every id, account number, token and reference that the bank hands out.
 *
 * Each is a function of the world's seed, its kind and the record's slot, so no random state is kept, one more token in
 * a test changes no later payment id, and most need no index: a seeded permutation turns the slot into the id and the
 * id back into the slot, unique by construction. The numbers of `streams` are frozen; changing one changes every id.
 */
import { combine, hex32 } from './hash.ts'

const streams = {
  partner: 1,
  product: 2,
  payment: 3,
  transaction: 4,
  batch: 5,
  restriction: 6,
  registration: 7,
  event: 8,
  push: 9,
  request: 10,
  loan: 11,
  token: 12,
  clientId: 13,
  clientSecret: 14,
  masterAccount: 15,
  subledger: 16,
  wireReference: 17,
  senderReference: 18,
  hold: 19,
  fault: 20,
  loanFields: 50,
  loanRail: 51,
  railTransaction: 52,
} as const

/** A kind of identity; each draws from a stream of its own. */
export type Stream = keyof typeof streams

/** The UUID (version 4 in form) of the record at `slot`: a permutation of the slot, and bits that follow from it. */
export function uuidOf(seed: number, stream: Stream, slot: number): string {
  const key = keyOf(seed, stream)
  // A Feistel network over two 32-bit halves; slots fit into one of them.
  let [left, right] = [0, slot]
  for (let round = 0; round < ROUNDS; round++) [left, right] = [right, (left ^ combine(key + round, right)) >>> 0]
  const middle = combine(combine(key, left), right)
  const rest = combine(middle, key)
  const [b, c] = [hex32(middle), hex32(rest)]
  return `${hex32(left)}-${b.slice(0, 4)}-4${b.slice(5)}-${'89ab'[rest >>> 30]}${c.slice(1, 4)}-${c.slice(4)}${hex32(right)}`
}

/** The slot that a UUID of this stream stands for; undefined where the stream cannot have made it. */
export function slotOfUuid(seed: number, stream: Stream, uuid: string): number | undefined {
  if (!/^[0-9a-f-]{36}$/i.test(uuid)) return undefined
  const key = keyOf(seed, stream)
  let [left, right] = [Number.parseInt(uuid.slice(0, 8), 16), Number.parseInt(uuid.slice(28), 16)]
  for (let round = ROUNDS - 1; round >= 0; round--) [left, right] = [(right ^ combine(key + round, left)) >>> 0, left]
  return left === 0 && uuidOf(seed, stream, right) === uuid.toLowerCase() ? right : undefined
}

/** `2 × halfLength` digits that are a permutation of the slot: the random part of an account number. */
export function digitsOf(seed: number, stream: Stream, slot: number, halfLength: 4 | 5): string {
  const half = 10 ** halfLength
  const key = keyOf(seed, stream)
  let [left, right] = [Math.floor(slot / half), slot % half]
  for (let round = 0; round < ROUNDS; round++) [left, right] = [right, (left + combine(key + round, right)) % half]
  return String(left).padStart(halfLength, '0') + String(right).padStart(halfLength, '0')
}

/** The slot that these digits stand for; it may lie past the end of the table. */
export function slotOfDigits(seed: number, stream: Stream, digits: string, halfLength: 4 | 5): number {
  const half = 10 ** halfLength
  const key = keyOf(seed, stream)
  let [left, right] = [Number(digits.slice(0, halfLength)), Number(digits.slice(halfLength))]
  for (let round = ROUNDS - 1; round >= 0; round--) {
    ;[left, right] = [(right - (combine(key + round, left) % half) + half) % half, left]
  }
  return left * half + right
}

/** A text of `length` letters of `alphabet` for this slot: tokens, secrets, references. */
export function textOf(seed: number, stream: Stream, slot: number, alphabet: string, length: number): string {
  const key = combine(keyOf(seed, stream), slot)
  const codes: number[] = []
  for (let index = 0; index < length; index++) codes.push(alphabet.charCodeAt(combine(key, index) % alphabet.length))
  return String.fromCharCode(...codes)
}

/** A source of numbers for this slot: each call gives the next one, from 0 to below `bound`. */
export function drawsOf(seed: number, stream: Stream, slot: number): (bound: number) => number {
  const key = combine(keyOf(seed, stream), slot)
  let index = 0
  return (bound) => combine(key, index++) % bound
}

export const UPPER_CASE_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LETTERS_AND_DIGITS = `${UPPER_CASE_AND_DIGITS}abcdefghijklmnopqrstuvwxyz`

const ROUNDS = 4

/** A seed may be any safe integer: both its halves count. */
function keyOf(seed: number, stream: Stream): number {
  return combine(combine(seed >>> 0, Math.floor(seed / 2 ** 32)), streams[stream])
}
