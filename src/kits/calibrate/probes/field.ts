/** Fields of an answer of which nothing is known. */

/** The value of a field; undefined where the body is no record or has none. */
export function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
}

/** A field that is a text; undefined where it is none. */
export function textIn(body: unknown, name: string): string | undefined {
  const value = fieldOf(body, name)
  return typeof value === 'string' ? value : undefined
}
