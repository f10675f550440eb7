/** How deep a JSON text is nested, by its brackets: counted before it is parsed, as a parser that calls itself runs out of stack. */

/** Whether lists and objects in a JSON text are nested more than `most` deep. A text that is no JSON may be told either. */
export function isDeeperThan(text: string, most: number): boolean {
  // A level takes a character at least.
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

/** Where the text ends that begins with the quote at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d] as const
