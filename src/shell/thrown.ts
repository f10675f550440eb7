/** What was thrown, as a text: whatever it is, even what breaks as soon as it is looked at. */
export function textOfThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  } catch {
    // Without a prototype, or a proxy, or with a toString that throws.
    return `a value of type ${typeof thrown} that cannot be shown`
  }
}
