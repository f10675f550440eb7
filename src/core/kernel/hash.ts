/**
 * Small integer hashes: the source of everything that looks random. Pure, the same on every platform, not for secrets.
 * (The finaliser constants are those of MurmurHash3.)
 */
import { hex32 } from './hex.ts'

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

/** Sixteen hexadecimal digits that stand for a plain value, as JSON would write it: two independent 32-bit hashes. */
export function fingerprint(value: unknown): string {
  const digest = new Digest()
  digest.add(value)
  return digest.toString()
}

/** Walks a value once, with both hashes. */
class Digest {
  private first = 0x011c9dc5
  private second = 0x1bd1e995

  add(value: unknown): void {
    if (typeof value === 'string') this.addText(value, MARKS.text)
    else if (typeof value !== 'object' || value === null) this.addText(String(value), MARKS.other)
    else {
      this.step(Array.isArray(value) ? MARKS.list : MARKS.record)
      for (const name in value) {
        const field = (value as Record<string, unknown>)[name]
        if (field === undefined) continue
        this.addText(name, MARKS.name)
        this.add(field)
      }
      this.step(MARKS.end)
    }
  }

  toString(): string {
    return hex32(scramble(this.first)) + hex32(scramble(this.second))
  }

  private addText(text: string, mark: number): void {
    this.step(mark)
    let { first, second } = this
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second ^ code, 0x85ebca6b)
    }
    this.first = first
    this.second = second
  }

  private step(code: number): void {
    this.first = Math.imul(this.first ^ code, 0x01000193)
    this.second = Math.imul(this.second ^ code, 0x85ebca6b)
  }
}

/** What begins or ends a part of a value; no letter has these codes. */
const MARKS = { text: 0x10000, other: 0x10001, name: 0x10002, list: 0x10003, record: 0x10004, end: 0x10005 }
