/** Replaces the random numbers of the process by seeded numbers, which look random but are the same in each run. */
import { nodeModule } from '../bank/shell/host/platform.ts'
import { combine } from '../core/kernel/identity.ts'
import { Replacements, syncModules } from './replacements.ts'

export class SeededRandom {
  #drawn = 0

  constructor(private readonly seed: number) {}

  reset(): void {
    this.#drawn = 0
  }

  /** Draws 32 bits. */
  readonly word = (): number => combine(this.seed, this.#drawn++)

  /** Draws a number from 0 to below 1, as `Math.random` does. */
  readonly fraction = (): number => (this.word() * 2 ** 21 + (this.word() >>> 11)) / 2 ** 53

  readonly fill = <View extends ArrayBufferView | null>(view: View): View => {
    if (view !== null) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      for (let index = 0; index < bytes.length; index++) bytes[index] = this.word()
    }
    return view
  }

  readonly uuid = (): string => {
    const bytes = this.fill(new Uint8Array(16))
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}

/** Replaces the random numbers of the process by seeded numbers. @returns a function that undoes this */
export function takeOverRandom(draws: SeededRandom): () => void {
  const taken = new Replacements()
  const fileNames = new SeededRandom(2)
  taken.replace(Math, { random: () => (isNamingFile() ? fileNames : draws).fraction() })
  taken.replace(globalThis.crypto, { randomUUID: draws.uuid, getRandomValues: draws.fill })
  const crypto = nodeModule('node:crypto')
  const { Buffer } = (nodeModule('node:buffer') ?? {}) as typeof import('node:buffer')
  taken.replace(crypto, {
    randomUUID: draws.uuid,
    randomFillSync: draws.fill,
    getRandomValues: draws.fill,
    randomBytes: (size: number, callback?: GivenLater) => given(draws.fill(Buffer.alloc(size)), callback),
    randomInt: (first: number, second?: number | GivenLater, third?: GivenLater) => {
      const [from, to] = typeof second === 'number' ? [first, second] : [0, first]
      const value = from + Math.floor(draws.fraction() * (to - from))
      return given(value, typeof second === 'function' ? second : third)
    },
  })
  syncModules()
  return taken.putBack
}

/** True if the caller makes up the name of a file, as sql.js does: each run needs new names, or it would open a file of an earlier run. */
function isNamingFile(): boolean {
  return /[\\/]sql\.js[\\/]|\bsql-(?:wasm|asm)\b/.test(new Error().stack ?? '')
}

type GivenLater = (error: null, value: unknown) => void

/** Gives a value as methods of `node:crypto` do: at once, or to a callback. */
function given(value: unknown, callback: GivenLater | undefined): unknown {
  if (callback === undefined) return value
  queueMicrotask(() => callback(null, value))
  return undefined
}
