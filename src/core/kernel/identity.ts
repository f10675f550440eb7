/**
 * Identity: every id, account number, token and reference that the bank hands out, and the hashes that they are made of.
 *
 * Each is a function of the world's seed, its kind and the record's slot, so no random state is kept, one more token in
 * a test changes no later payment id, and most need no index: a seeded permutation turns the slot into the id and the
 * id back into the slot, unique by construction. A stream is a number; the folders of src/core list theirs.
 */
import { customRandom } from 'nanoid'

/** The UUID (version 4 in form) of the record at `slot`: a permutation of the slot, and bits that follow from it. */
export function uuidOf(seed: number, stream: number, slot: number): string {
  const cache = cacheOf(seed, stream)
  if (cache.slot !== slot) {
    cache.uuid = uuidFrom(cache.key, slot)
    cache.slot = slot
  }
  return cache.uuid
}

/** The slot that a UUID of this stream stands for; undefined where the stream cannot have made it. */
export function slotOfUuid(seed: number, stream: number, uuid: string): number | undefined {
  const { key, slot, uuid: last } = cacheOf(seed, stream)
  if (last === uuid) return slot
  let left = readHex(uuid, 0, 8)
  let right = readHex(uuid, 28, 8)
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const before = (right ^ combine(key + round, left)) >>> 0
    right = left
    left = before
  }
  // Any text gives some slot; it is right only if the slot gives the text back.
  return left === 0 && uuidOf(seed, stream, right) === uuid.toLowerCase() ? right : undefined
}

function uuidFrom(key: number, slot: number): string {
  // A Feistel network over two 32-bit halves; slots fit into one of them.
  let left = 0
  let right = slot
  for (let round = 0; round < ROUNDS; round++) {
    const next = (left ^ combine(key + round, right)) >>> 0
    left = right
    right = next
  }
  const middle = combine(combine(key, left), right)
  return uuidText(left, middle, combine(middle, key), right)
}

/** `2 × halfLength` digits that are a permutation of the slot: the random part of an account number. */
export function digitsOf(seed: number, stream: number, slot: number, halfLength: 4 | 5): string {
  const half = 10 ** halfLength
  const { key } = cacheOf(seed, stream)
  let left = Math.floor(slot / half)
  let right = slot % half
  for (let round = 0; round < ROUNDS; round++) {
    const next = (left + rest(combine(key + round, right), half)) % half
    left = right
    right = next
  }
  return String(half + left).slice(1) + String(half + right).slice(1)
}

/** The slot that the digits of a text from `at` on stand for; it may lie past the end of the table. */
export function slotOfDigits(seed: number, stream: number, text: string, at: number, halfLength: 4 | 5): number {
  const half = 10 ** halfLength
  const { key } = cacheOf(seed, stream)
  let left = readDigits(text, at, halfLength)
  let right = readDigits(text, at + halfLength, halfLength)
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const before = (right - rest(combine(key + round, left), half) + half) % half
    right = left
    left = before
  }
  return left * half + right
}

/** The number that `count` digits of a text stand for. */
function readDigits(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) value = value * 10 + (text.charCodeAt(index) & 0xf)
  return value
}

/** `hash % bound` of a 32-bit hash, reckoned in 31 bits: the engine is twice as fast there where the bound is no constant. */
const rest = (hash: number, bound: number): number => (((hash >>> 1) % bound) * 2 + (hash & 1)) % bound

/** Makes texts of `length` letters of `alphabet`, one for each slot of a stream: tokens, secrets, references. */
export function textsOf(alphabet: string, length: number): (seed: number, stream: number, slot: number) => string {
  let key = 0
  let bytes = new Uint8Array()
  const nextText = customRandom(alphabet, length, (size) => {
    if (bytes.length !== size) bytes = new Uint8Array(size)
    // nanoid asks for more bytes than it needs, and reads from the end. Each byte is an index into the alphabet already.
    for (let index = 0; index < length; index++) bytes[size - 1 - index] = combine(key, index) % alphabet.length
    return bytes
  })
  return (seed, stream, slot) => {
    key = combine(cacheOf(seed, stream).key, slot)
    return nextText()
  }
}

/** A text of `length` letters of `alphabet` that follows from some 32-bit keys: each key decides its own letters. */
export function textOfKeys(alphabet: string, length: number, keys: readonly number[]): string {
  let text = ''
  for (let index = 0; index < length; index++) {
    text += alphabet[combine(keys[index % keys.length] as number, index) % alphabet.length]
  }
  return text
}

/** A source of numbers for this slot: each call gives the next one, from 0 to below `bound`. */
export function drawsOf(seed: number, stream: number, slot: number): (bound: number) => number {
  const key = combine(cacheOf(seed, stream).key, slot)
  let index = 0
  return (bound) => combine(key, index++) % bound
}

export const UPPER_CASE_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LETTERS_AND_DIGITS = `${UPPER_CASE_AND_DIGITS}abcdefghijklmnopqrstuvwxyz`

const ROUNDS = 4

/** A cache of the last use of a stream, as one step often names the same record several times. */
interface StreamCache {
  readonly seed: number
  readonly key: number
  slot: number
  uuid: string
}
const caches: StreamCache[] = []

function cacheOf(seed: number, stream: number): StreamCache {
  let cache = caches[stream]
  if (cache?.seed !== seed) {
    // A seed may be any safe integer: both its halves count.
    const key = combine(combine(seed >>> 0, Math.floor(seed / 2 ** 32)), stream)
    cache = { seed, key, slot: -1, uuid: '' }
    caches[stream] = cache
  }
  return cache
}

/** A UUID, version 4 in form, with 122 of the bits of four 32-bit integers. */
function uuidText(first: number, second: number, third: number, fourth: number): string {
  write(first, 0, 8)
  write(second >>> 16, 9, 4)
  write(second, 15, 3)
  write((third >>> 30) + 8, 19, 1)
  write(third >>> 16, 20, 3)
  write(third, 24, 4)
  write(fourth, 28, 8)
  return String.fromCharCode(...letters)
}

/** The letters of a UUID; the dashes and the version stay as they are. */
const letters = Array.from('00000000-0000-4000-0000-000000000000', (letter) => letter.charCodeAt(0))
const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

function write(value: number, at: number, count: number): void {
  for (let index = at + count - 1, rest = value; index >= at; index--, rest >>>= 4) {
    letters[index] = digits[rest & 0xf] as number
  }
}

/** The number that `count` hexadecimal digits of a text stand for; any number where they are none. */
function readHex(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) {
    const code = text.charCodeAt(index)
    // 0 to 9; a to f, of either case.
    value = (value << 4) | (code <= 0x39 ? code & 0xf : (code & 0xf) + 9)
  }
  return value >>> 0
}

// Small integer hashes: the source of everything that looks random. Pure, the same on every platform, not for secrets. (The constants
// are those of MurmurHash3.)

/** Scrambles a 32-bit integer so that each bit of the input can change each bit of the result. */
export function scramble(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** One 32-bit hash of two 32-bit integers, order mattering. */
export function combine(first: number, second: number): number {
  return scramble(Math.imul(first, 0x9e3779b1) ^ (second + 0x7f4a7c15))
}

/** A 32-bit hash of a text. */
export function hashText(text: string, basis = 0): number {
  let hash = basis ^ 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return scramble(hash ^ text.length)
}

/** A 32-bit hash as eight hexadecimal digits. */
export function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
