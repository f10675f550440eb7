/**
 * Makes texts of clients safe where they leave: escapes characters that break a line, colour a terminal or change the direction of writing,
 * and what the log of a build takes for a command.
 */

/** Controls, the line ends of Unicode, the marks of direction, and the beginning of a command: `::error`, `##[error]`, `##vso[`. */
const UNSEEN = /^ *:(?=:)|#(?=#(?:vso|teamcity)?\[)|[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Returns the text on one line, with escapes such as `\n`, `\u001b`, `\u202e`. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (found) => short[found] ?? found.slice(0, -1) + escapeOf(found.slice(-1)))
}

/** Returns a text of several lines with each line made visible. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}

/** A longer line of a message is cut in its middle: its beginning says what failed, its end what to do. */
const LONGEST = 2_000
const KEPT = 900

/** Returns a message whose lines have a bounded length, even if the input that it names has megabytes. */
export function bounded(message: string): string {
  if (message.length <= LONGEST) return message
  const lines = message.split('\n').map((line) => {
    const more = line.length - 2 * KEPT
    return line.length <= LONGEST ? line : `${line.slice(0, KEPT)} … ${more} more characters … ${line.slice(-KEPT)}`
  })
  return lines.join('\n')
}

const escapeOf = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
