/** Hexadecimal digits: of a hash, and of a UUID. */

/** Eight hexadecimal digits. */
export function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0')
}

/** A UUID, version 4 in form, with 122 of the bits of four 32-bit integers. */
export function uuidText(first: number, second: number, third: number, fourth: number): string {
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

/** The number that `count` digits of a text write; anything where they are none. */
export function readHex(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index++) {
    const code = text.charCodeAt(index)
    // 0 to 9; a to f, of either case.
    value = (value << 4) | (code <= 0x39 ? code & 0xf : (code & 0xf) + 9)
  }
  return value >>> 0
}
