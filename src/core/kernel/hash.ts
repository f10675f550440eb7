/**
 * Small integer hashes: the source of everything that looks random. Pure, the same on every platform, not for secrets.
 * (The finaliser constants are those of MurmurHash3.)
 */
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
