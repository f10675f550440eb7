/** The `console` of a story, which collects the printed lines. */

let lines: string[] = []

const textOf = (value: unknown) => (typeof value === 'object' && value !== null ? json(value) : String(value))

function json(value: object): string {
  if (value instanceof Error) return `${value.name}: ${value.message}`
  try {
    return JSON.stringify(value, null, 2)
  } catch {
    return String(value)
  }
}

const print = (...values: unknown[]): void => void lines.push(values.map(textOf).join(' '))

export const storyConsole = { log: print, info: print, debug: print, warn: print, error: print }

/** Returns the lines that were printed since the last call. */
export function printedByTest(): string {
  const printed = lines.join('\n')
  lines = []
  return printed
}
