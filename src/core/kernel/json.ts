/** Values and texts of JSON. */
import { attempt } from './attempt.ts'

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns a value as it would come back from JSON: without undefined fields, and with 0 for -0; the very same value if it has this form
 * already. Every input gets this form before it enters the world, so a world that is written as JSON and read back equals the original.
 */
export function asJson<Value>(value: Value): Value {
  // This returns 0 for -0 as well, because -0 === 0.
  if (value === 0) return 0 as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plainList(value) as Value
  let changed: Partial<Value & object> | undefined
  for (const name of Object.keys(value) as (keyof Value & string)[]) {
    const field = value[name]
    const plain = asJson(field)
    if (field !== undefined && Object.is(plain, field)) continue
    changed ??= { ...value }
    if (plain === undefined) delete changed[name]
    else changed[name] = plain
  }
  return (changed ?? value) as Value
}

/** In a list undefined becomes null, as in JSON, so that every item keeps its place. */
function plainList(list: readonly unknown[]): readonly unknown[] {
  const plain = list.map((item) => (item === undefined ? null : asJson(item)))
  return plain.every((item, index) => Object.is(item, list[index])) ? list : plain
}

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** True if two values are equal as JSON. The order of fields does not matter. */
export function isSame(first: unknown, second: unknown): boolean {
  if (first === second) return true
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false
  const [left, right] = [first as Record<string, unknown>, second as Record<string, unknown>]
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => name in right && isSame(left[name], right[name]))
  )
}

/** Sorts the fields of each record, so that their order in the value does not change the text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )

/**
 * True if the lists and objects of a JSON text are nested more than `most` deep. It counts brackets before the text is parsed, because a
 * recursive parser runs out of stack. For a text that is not JSON, the result is arbitrary.
 */
export function isDeeperThan(text: string, most: number): boolean {
  // Each level takes at least one character.
  if (text.length <= most) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') at = endOfText(text, at)
    else if (sign === '[' || sign === '{') {
      if (++depth > most) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}

/** Returns the index of the quote that ends the string which begins with the quote at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

/** Undefined if the text is not JSON. */
export const jsonIn = (text: string): unknown => attempt(() => JSON.parse(text))
