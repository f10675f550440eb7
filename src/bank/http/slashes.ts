/** Slashes at the ends of a path, counted one by one: a pattern that looks for the last ones begins anew at each one before. */
const SLASH = 0x2f

export function withoutLastSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === SLASH) end--
  return text.slice(0, end)
}

export function withoutFirstSlashes(text: string): string {
  let start = 0
  while (text.charCodeAt(start) === SLASH) start++
  return text.slice(start)
}
