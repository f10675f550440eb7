/** Returns a value as code: `{ hours: 1 }`. */
export function literalOf(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, each]) => {
    return `${/^[A-Za-z_]\w*$/.test(name) ? name : literalOf(name)}: ${literalOf(each)}`
  })
  return `{ ${fields.join(', ')} }`
}
