/**
 * Identity: every id, account number, token and reference that the bank hands out.
 *
 * Each is a function of the world's seed, its kind and the record's slot, so no random state is kept, one more token in
 * a test changes no later payment id, and most need no index: a seeded permutation turns the slot into the id and the
 * id back into the slot, unique by construction. The numbers of `streams` are frozen; changing one changes every id.
 */
import { combine } from './hash.ts'
import { readHex, uuidText } from './hex.ts'

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
  const known = knownOf(seed, stream)
  if (known.slot !== slot) {
    known.uuid = uuidFrom(known.key, slot)
    known.slot = slot
  }
  return known.uuid
}

/** The slot that a UUID of this stream stands for; undefined where the stream cannot have made it. */
export function slotOfUuid(seed: number, stream: Stream, uuid: string): number | undefined {
  const { key } = knownOf(seed, stream)
  let left = readHex(uuid, 0, 8)
  let right = readHex(uuid, 28, 8)
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const before = (right ^ combine(key + round, left)) >>> 0
    right = left
    left = before
  }
  // Whatever the text was: it stands for the slot only where the slot gives it back.
  return left === 0 && uuidOf(seed, stream, right) === uuid.toLowerCase() ? right : undefined
}

function uuidFrom(key: number, slot: number): string {
  // A Feistel network over two 32-bit halves; slots fit into one of them. (Halves that change places in an array cost several
  // times as much.)
  let left = 0
  let right = slot
  for (let round = 0; round < ROUNDS; round++) {
    const next = (left ^ combine(key + round, right)) >>> 0
    left = right
    right = next
  }
  const middle = combine(combine(key, left), right)
  const rest = combine(middle, key)
  return uuidText(left, middle, rest, right)
}

/** `2 × halfLength` digits that are a permutation of the slot: the random part of an account number. */
export function digitsOf(seed: number, stream: Stream, slot: number, halfLength: 4 | 5): string {
  const half = 10 ** halfLength
  const { key } = knownOf(seed, stream)
  let left = Math.floor(slot / half)
  let right = slot % half
  for (let round = 0; round < ROUNDS; round++) {
    const next = (left + combine(key + round, right)) % half
    left = right
    right = next
  }
  return String(half + left).slice(1) + String(half + right).slice(1)
}

/** The slot that these digits stand for; it may lie past the end of the table. */
export function slotOfDigits(seed: number, stream: Stream, digits: string, halfLength: 4 | 5): number {
  const half = 10 ** halfLength
  const { key } = knownOf(seed, stream)
  const number = Number(digits)
  let left = Math.floor(number / half)
  let right = number % half
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const before = (right - (combine(key + round, left) % half) + half) % half
    right = left
    left = before
  }
  return left * half + right
}

/** A text of `length` letters of `alphabet` for this slot: tokens, secrets, references. */
export function textOf(seed: number, stream: Stream, slot: number, alphabet: string, length: number): string {
  const key = combine(knownOf(seed, stream).key, slot)
  const codes: number[] = []
  for (let index = 0; index < length; index++) codes.push(alphabet.charCodeAt(combine(key, index) % alphabet.length))
  return String.fromCharCode(...codes)
}

/** A source of numbers for this slot: each call gives the next one, from 0 to below `bound`. */
export function drawsOf(seed: number, stream: Stream, slot: number): (bound: number) => number {
  const key = combine(knownOf(seed, stream).key, slot)
  let index = 0
  return (bound) => combine(key, index++) % bound
}

export const UPPER_CASE_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LETTERS_AND_DIGITS = `${UPPER_CASE_AND_DIGITS}abcdefghijklmnopqrstuvwxyz`

const ROUNDS = 4

/** What is known of a stream from its last use. A cache alone: one step names the same record several times. */
interface Known {
  readonly seed: number
  readonly key: number
  slot: number
  uuid: string
}
const knownStreams = new Map<Stream, Known>()

function knownOf(seed: number, stream: Stream): Known {
  let known = knownStreams.get(stream)
  if (known?.seed !== seed) {
    // A seed may be any safe integer: both its halves count.
    const key = combine(combine(seed >>> 0, Math.floor(seed / 2 ** 32)), streams[stream])
    known = { seed, key, slot: -1, uuid: '' }
    knownStreams.set(stream, known)
  }
  return known
}
