/** Patterns of runs: `rejected@payment1+*@store*` matches each run with that rejection and then any change at a store call. */
import { type Change, nameOf } from './change.ts'

export class RunPattern {
  readonly #parts: readonly RegExp[]

  constructor(text: string) {
    this.#parts = text.split('+').map((part) => new RegExp(`^${part.split('*').map(escaped).join('.*')}$`))
  }

  /** The number of changes in the runs that it matches. */
  get length(): number {
    return this.#parts.length
  }

  /** True if the pattern matches a run with these changes, or a run that begins with them. */
  leadsTo(changes: readonly Change[]): boolean {
    return (
      changes.length <= this.#parts.length &&
      changes.every((change, index) => this.#parts[index]?.test(nameOf([change])))
    )
  }
}

export const isPattern = (name: string): boolean => name.includes('*')

const escaped = (text: string) => text.replace(/[.\\^$|?()[\]{}+]/g, '\\$&')
