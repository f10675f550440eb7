/** Returns a number with its noun, for a sentence: `1 event`, `2 events`; `1 entry`, `2 entries`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
