/** The text with which a message shows a value. */

/** The character with which `valueText` marks a number that JSON cannot write. */
const MARK = '\u0000'

const isUnknownToJson = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

/** Returns the text of a value for a message: its JSON if possible, otherwise its type. */
export function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  try {
    // JSON would write null for NaN, although the caller gave no null.
    const text = JSON.stringify(value, (_, each) => (isUnknownToJson(each) ? `${MARK}${each}` : each))
    return text?.replaceAll(/"\\u0000(-?\w+)"/g, '$1') ?? String(value)
  } catch {
    return `of type ${typeof value}`
  }
}

/** Returns the type of a value for a message: `null`, `a list`, `of type string`. */
export function typeText(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `of type ${typeof value}`
}
