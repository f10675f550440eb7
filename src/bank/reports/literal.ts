/** Returns a value as code: `{ hours: 1 }`. `textOf` writes a text within it. */
export function literalOf(value: unknown, textOf: (text: string) => string = quoted): string {
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value)) return `[${value.map((each) => literalOf(each, textOf)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, each]) => {
    return `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: ${literalOf(each, textOf)}`
  })
  return `{ ${fields.join(', ')} }`
}

/** A text as it is written between quotes of any kind but its own. */
export const escaped = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')

export const quoted = (text: string): string => `'${escaped(text).replaceAll("'", "\\'")}'`
