/** The course of a scenario: whether and how it has ended, and which errors its code has thrown outside of it. */
import { asError } from './errors.ts'

export class Course {
  /** How the scenario has ended; undefined while it runs. */
  #ended: { readonly result: unknown } | { readonly reason: unknown } | undefined
  #uncaught: Error | undefined
  #unhandled: { readonly reason: unknown } | undefined
  #isCutForbidden = false

  async play(scenario: () => unknown): Promise<void> {
    try {
      this.#ended = { result: await scenario() }
    } catch (reason) {
      this.#ended = { reason }
    }
  }

  /** From now on the run is judged, even if the time of the exploration is up meanwhile. */
  forbidCut(): void {
    this.#isCutForbidden = true
  }

  get isCutForbidden(): boolean {
    return this.#isCutForbidden
  }

  get isOver(): boolean {
    return this.#ended !== undefined
  }

  /** Why the scenario has rejected; undefined if it has not. */
  get rejection(): { readonly reason: unknown } | undefined {
    return this.#ended && 'reason' in this.#ended ? this.#ended : undefined
  }

  /** The value with which the scenario has resolved. */
  get result(): unknown {
    return this.#ended && 'result' in this.#ended ? this.#ended.result : undefined
  }

  /** A timer of the partner has thrown. Only the first error counts. */
  threw(error: unknown): void {
    this.#uncaught ??= asError(error)
  }

  get uncaught(): Error | undefined {
    return this.#uncaught
  }

  /** A promise was rejected, and no code handles the rejection. */
  leftUnhandled(reason: unknown): void {
    this.#unhandled ??= { reason }
  }

  get unhandled(): { readonly reason: unknown } | undefined {
    return this.#unhandled
  }
}
