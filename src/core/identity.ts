/**
 * Identity: every id, account number, token and reference that the bank hands out.
 *
 * Each is a function of the world's seed, its kind and the record's slot, so no random state is kept, one more token in
 * a test changes no later payment id, and most need no index: a seeded permutation turns the slot into the id and the
 * id back into the slot, unique by construction. The numbers of `streams` are frozen; changing one changes every id.
 */
import { customRandom } from 'nanoid'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { combine, hex32, scramble } from './hash.ts'

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
} as const

/** A kind of identity; each draws from a stream of its own. */
export type Stream = keyof typeof streams

/** The UUID (version 4 in form) of the record at `slot`. */
export function uuidOf(seed: number, stream: Stream, slot: number): string {
  const key = keyOf(seed, stream)
  const [left, right] = permute(0, slot, (value, round) => scramble(combine(key + round, value)), xor)
  const middle = combine(combine(key, left), right)
  const rest = combine(middle, key)
  const a = hex32(left)
  const b = hex32(middle)
  const c = hex32(rest)
  const variant = '89ab'[rest >>> 30]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${hex32(right)}`
}

/** The slot that a UUID of this stream stands for; undefined where the stream cannot have made it. */
export function slotOfUuid(seed: number, stream: Stream, uuid: string): number | undefined {
  if (!/^[0-9a-f-]{36}$/i.test(uuid)) return undefined
  const id = uuid.toLowerCase()
  const left = Number.parseInt(id.slice(0, 8), 16)
  const right = Number.parseInt(id.slice(28), 16)
  const key = keyOf(seed, stream)
  const [high, slot] = unpermute(left, right, (value, round) => scramble(combine(key + round, value)), xor)
  return high === 0 && uuidOf(seed, stream, slot) === id ? slot : undefined
}

/** `2 × halfLength` digits that a permutation of the slot gives: the random part of an account number. */
export function digitsOf(seed: number, stream: Stream, slot: number, halfLength: 4 | 5): string {
  const half = 10 ** halfLength
  const key = keyOf(seed, stream)
  const [left, right] = permute(Math.floor(slot / half), slot % half, digitRound(key, half), plus(half))
  return String(left).padStart(halfLength, '0') + String(right).padStart(halfLength, '0')
}

/** The slot that these digits stand for; it may lie past the end of the table. */
export function slotOfDigits(seed: number, stream: Stream, digits: string, halfLength: 4 | 5): number {
  const half = 10 ** halfLength
  const key = keyOf(seed, stream)
  const [left, right] = unpermute(
    Number(digits.slice(0, halfLength)),
    Number(digits.slice(halfLength)),
    digitRound(key, half),
    minus(half),
  )
  return left * half + right
}

/** A text of `length` letters of `alphabet`, drawn for this slot: tokens, secrets, references. */
export function textOf(seed: number, stream: Stream, slot: number, alphabet: string, length: number): string {
  const generator = xoroshiro128plus(combine(keyOf(seed, stream), slot))
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => generator.next() & 0xff)
  return customRandom(alphabet, length, bytes)()
}

export const UPPER_CASE_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LETTERS_AND_DIGITS = `${UPPER_CASE_AND_DIGITS}abcdefghijklmnopqrstuvwxyz`

function keyOf(seed: number, stream: Stream): number {
  // A seed may be any safe integer: both its halves count.
  return combine(combine(seed >>> 0, Math.floor(seed / 2 ** 32)), streams[stream])
}

type Round = (value: number, round: number) => number
type Merge = (half: number, noise: number) => number

/** A Feistel network of four rounds: whatever `round` computes, the whole can be undone. */
function permute(left: number, right: number, round: Round, merge: Merge): readonly [number, number] {
  let [a, b] = [left, right]
  for (let index = 0; index < 4; index++) [a, b] = [b, merge(a, round(b, index))]
  return [a, b]
}

function unpermute(left: number, right: number, round: Round, undo: Merge): readonly [number, number] {
  let [a, b] = [left, right]
  for (let index = 3; index >= 0; index--) [a, b] = [undo(b, round(a, index)), a]
  return [a, b]
}

const digitRound =
  (key: number, half: number): Round =>
  (value, round) =>
    combine(key + round, value) % half
const xor: Merge = (half, noise) => (half ^ noise) >>> 0
const plus =
  (modulus: number): Merge =>
  (half, noise) =>
    (half + noise) % modulus
const minus =
  (modulus: number): Merge =>
  (half, noise) =>
    (half - noise + modulus) % modulus
