/** Numbers that look random and are the same in each run: what `Math.random` and `crypto` draw from while a run lasts. */
import { combine } from '../core/kernel/identity.ts'

export class SeededRandom {
  #drawn = 0

  constructor(private readonly seed: number) {}

  /** Begins again. */
  reset(): void {
    this.#drawn = 0
  }

  /** 32 bits. */
  readonly word = (): number => combine(this.seed, this.#drawn++)

  /** From 0 to below 1, as `Math.random` gives it. */
  readonly fraction = (): number => (this.word() * 2 ** 21 + (this.word() >>> 11)) / 2 ** 53

  /** Fills an array of integers with bytes. */
  readonly fill = <View extends ArrayBufferView | null>(view: View): View => {
    if (view !== null) {
      const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
      for (let index = 0; index < bytes.length; index++) bytes[index] = this.word()
    }
    return view
  }

  /** A UUID of version 4. */
  readonly uuid = (): string => {
    const bytes = this.fill(new Uint8Array(16))
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}
