/** Values and texts of JSON. */

/** Whether a value is a record, and not null, a list or a plain value. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The JSON form of a value, without undefined and negative zero. Every input is put into this form before it enters the world, so that a
 * world that goes to JSON comes back equal.
 *
 * @returns the value without its undefined fields, and with 0 for -0; the very same where it has neither
 */
export function asJson<Value>(value: Value): Value {
  return plainOf(value) as Value
}

function plainOf(value: unknown): unknown {
  // 0 equals -0.
  if (value === 0) return 0
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return plainList(value)
  let changed: Record<string, unknown> | undefined
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]
    const plain = plainOf(field)
    if (field !== undefined && Object.is(plain, field)) continue
    changed ??= { ...(value as Record<string, unknown>) }
    if (plain === undefined) delete changed[name]
    else changed[name] = plain
  }
  return changed ?? value
}

/** A list keeps its places: undefined becomes null, as in JSON. */
function plainList(list: readonly unknown[]): readonly unknown[] {
  const plain = list.map((item) => (item === undefined ? null : plainOf(item)))
  return plain.every((item, index) => Object.is(item, list[index])) ? list : plain
}

/** The fields of a record; none of any other value. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** Whether two values are equal as JSON; the order of fields does not matter. */
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

/** A value as JSON, with the fields of each record sorted: one text for all values that differ only in order. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  )

/**
 * Whether lists and objects in a JSON text are nested more than `most` deep, by its brackets: counted before it is parsed, as a parser that
 * calls itself runs out of stack. For a text that is no JSON, either may be the answer.
 */
export function isDeeperThan(text: string, most: number): boolean {
  // Each level takes at least one character.
  if (text.length <= most) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfText(text, at)
    else if (sign === OPENING_BRACKET || sign === OPENING_BRACE) {
      if (++depth > most) return true
    } else if (sign === CLOSING_BRACKET || sign === CLOSING_BRACE) depth--
  }
  return false
}

/** The index of the quote that ends the text which begins with the quote at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const

/** The value of a JSON text; undefined where the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
