/** Percent-encoded texts, such as the segments of a path. */

/** Returns the text without its percent-encoding, or the same text if it is not validly encoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
