/** Seeded numbers in the place of the random ones of the process, so that each run draws the same. */
import { nodeModule } from '../bank/shell/state/platform.ts'
import { Replacements, syncModules } from './replacements.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Puts seeded numbers in the place of the process's random ones; gives what puts those back. */
export function takeOverRandom(draws: SeededRandom): () => void {
  const taken = new Replacements()
  taken.replace(Math, { random: draws.fraction })
  taken.replace(globalThis.crypto, { randomUUID: draws.uuid, getRandomValues: draws.fill })
  const crypto = nodeModule('node:crypto')
  const bytesOf = (size: number) =>
    (globalThis as unknown as { Buffer: BufferLike }).Buffer.from(draws.fill(new Uint8Array(size)))
  taken.replace(crypto, {
    randomUUID: draws.uuid,
    randomFillSync: (view: ArrayBufferView) => draws.fill(view),
    getRandomValues: draws.fill,
    randomBytes: (size: number, callback?: (error: null, bytes: unknown) => void) => {
      if (callback === undefined) return bytesOf(size)
      queueMicrotask(() => callback(null, bytesOf(size)))
      return undefined
    },
    randomInt: (
      first: number,
      second?: number | ((error: null, value: number) => void),
      third?: (error: null, value: number) => void,
    ) => {
      const [from, to] = typeof second === 'number' ? [first, second] : [0, first]
      const callback = typeof second === 'function' ? second : third
      const value = from + Math.floor(draws.fraction() * (to - from))
      if (callback === undefined) return value
      queueMicrotask(() => callback(null, value))
      return undefined
    },
  })
  syncModules()
  return taken.putBack
}

interface BufferLike {
  from(bytes: Uint8Array): unknown
}
