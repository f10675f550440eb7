/** Makes texts of clients safe for reports: escapes characters that break a line, colour a terminal or change the direction of writing. */

/** Controls, the line ends of Unicode, and the marks of direction. */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns the text on one line, with escapes such as `\n`, `\u001b`, `\u202e`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (sign) => short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
