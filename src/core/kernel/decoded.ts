/** Percent-encoded texts, such as the segments of a path. */

/** The text without its percent-encoding; unchanged where it is not validly encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
