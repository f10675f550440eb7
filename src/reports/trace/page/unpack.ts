/** Unpacking: the data that pack.ts has written, as it was. What is the same stands once in memory too. */
import type { Packed } from '../pack.ts'

export function unpacked({ names, values }: Packed): unknown {
  const made: unknown[] = []
  for (const value of values) made.push(Array.isArray(value) ? nodeOf(value as number[], names, made) : value)
  return made.at(-1)
}

function nodeOf([kind = 0, ...places]: number[], names: Packed['names'], made: readonly unknown[]): unknown {
  const parts = places.map((place) => made[place])
  if (kind === 0) return parts
  // A field may be called as the prototype is.
  return Object.fromEntries((names[kind - 1] as string[]).map((name, index) => [name, parts[index]]))
}
