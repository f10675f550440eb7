/**
 * Identity: makes every id, account number, token and reference that the bank hands out, from small integer hashes.
 *
 * Each is a function of the world's seed, a stream (a number for one kind of id) and the record's slot (its place in its table). So no
 * random state is kept, and one more token in a test changes no later payment id. Most kinds need no index: a seeded permutation turns the
 * slot into a unique id, and the id back into the slot.
 */
import { customRandom } from 'nanoid'

/** Returns the UUID (version 4 in form) of the record at `slot`: a permutation of the slot, and bits derived from it. */
export function uuidOf(seed: number, stream: number, slot: number): string {
  const key = keyOf(seed, stream)
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

/** Returns the slot behind a UUID of this stream, or undefined if the stream cannot have made it. */
export function slotOfUuid(seed: number, stream: number, uuid: string): number | undefined {
  const key = keyOf(seed, stream)
  let left = readHex(uuid, 0, 8)
  let right = readHex(uuid, 28, 8)
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const before = (right ^ combine(key + round, left)) >>> 0
    right = left
    left = before
  }
  // Any text gives some slot. The slot is right only if it gives the same text back.
  return left === 0 && uuidOf(seed, stream, right) === uuid.toLowerCase() ? right : undefined
}

/** Returns `2 × halfLength` digits that are a permutation of the slot: the random part of an account number. */
export function digitsOf(seed: number, stream: number, slot: number, halfLength: 4 | 5): string {
  const half = 10 ** halfLength
  const key = keyOf(seed, stream)
  let left = Math.floor(slot / half)
  let right = slot % half
  for (let round = 0; round < ROUNDS; round++) {
    const next = (left + rest(combine(key + round, right), half)) % half
    left = right
    right = next
  }
  return String(half + left).slice(1) + String(half + right).slice(1)
}

/** Returns the slot behind the digits of a text from `at` on: the inverse of `digitsOf`. The table may have no such slot. */
export function slotOfDigits(seed: number, stream: number, text: string, at: number, halfLength: 4 | 5): number {
  const half = 10 ** halfLength
  const key = keyOf(seed, stream)
  let left = readDigits(text, at, halfLength)
  let right = readDigits(text, at + halfLength, halfLength)
  for (let round = ROUNDS - 1; round >= 0; round--) {
    const before = (right - rest(combine(key + round, left), half) + half) % half
    right = left
    left = before
  }
  return left * half + right
}

function readDigits(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) value = value * 10 + (text.charCodeAt(index) & 0xf)
  return value
}

/** Returns `hash % bound` of a 32-bit hash, computed in 31 bits: with these, the engine is twice as fast if `bound` varies. */
const rest = (hash: number, bound: number): number => (((hash >>> 1) % bound) * 2 + (hash & 1)) % bound

/** Returns a function that makes one text of `length` letters of `alphabet` for each slot of a stream: secrets, references. */
export function textsOf(alphabet: string, length: number): (seed: number, stream: number, slot: number) => string {
  const textOf = textsOfKeys(alphabet, length)
  return (seed, stream, slot) => textOf([combine(keyOf(seed, stream), slot)])
}

/** Returns a function that makes a text of `length` letters of `alphabet` from some 32-bit keys. Each key decides letters of its own. */
export function textsOfKeys(alphabet: string, length: number): (keys: readonly number[]) => string {
  return (keys) =>
    customRandom(alphabet, length, (size) => {
      // nanoid asks for more bytes than it needs, and reads them from the end. Each byte is an index into the alphabet already.
      const bytes = new Uint8Array(size)
      for (let index = 0; index < length; index++) {
        bytes[size - 1 - index] = combine(keys[index % keys.length] as number, index) % alphabet.length
      }
      return bytes
    })()
}

/** Returns a source of numbers for this slot. Each call gives the next number, from 0 to `bound - 1`. */
export function drawsOf(seed: number, stream: number, slot: number): (bound: number) => number {
  const key = combine(keyOf(seed, stream), slot)
  let index = 0
  return (bound) => combine(key, index++) % bound
}

export const UPPER_CASE_AND_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const LETTERS_AND_DIGITS = `${UPPER_CASE_AND_DIGITS}abcdefghijklmnopqrstuvwxyz`

const ROUNDS = 4

/** A seed may be any safe integer, so the key is made from both its halves. */
const keyOf = (seed: number, stream: number): number => combine(combine(seed >>> 0, Math.floor(seed / 2 ** 32)), stream)

/** Makes a UUID, version 4 in form, from 122 bits of four 32-bit integers. */
function uuidText(first: number, second: number, third: number, fourth: number): string {
  const letters = TEMPLATE.slice()
  write(letters, first, 0, 8)
  write(letters, second >>> 16, 9, 4)
  write(letters, second, 15, 3)
  write(letters, (third >>> 30) + 8, 19, 1)
  write(letters, third >>> 16, 20, 3)
  write(letters, third, 24, 4)
  write(letters, fourth, 28, 8)
  return String.fromCharCode(...letters)
}

/** The dashes and the version never change. */
const TEMPLATE: readonly number[] = Array.from('00000000-0000-4000-0000-000000000000', (letter) => letter.charCodeAt(0))
const DIGITS: readonly number[] = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

function write(letters: number[], value: number, at: number, count: number): void {
  for (let index = at + count - 1, rest = value; index >= at; index--, rest >>>= 4) {
    letters[index] = DIGITS[rest & 0xf] as number
  }
}

/** If the text is not hexadecimal, the result may be any number. */
function readHex(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) {
    const code = text.charCodeAt(index)
    // Digits 0 to 9, or letters a to f of either case.
    value = (value << 4) | (code <= 0x39 ? code & 0xf : (code & 0xf) + 9)
  }
  return value >>> 0
}

// Small integer hashes: the source of everything that looks random. They are pure, give the same result on every platform, and are not for
// secrets. (The constants are those of MurmurHash3.)

/** Scrambles a 32-bit integer so that each bit of the input can change each bit of the result. */
export function scramble(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns one 32-bit hash of two 32-bit integers, whose order matters. */
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

export function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}
