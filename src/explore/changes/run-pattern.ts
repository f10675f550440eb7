/** Patterns of runs: `rejected@payment1+*@store*` stands for all runs with that rejection and then a change at a call of a store. */
import { type Change, nameOf } from './change.ts'

export class RunPattern {
  readonly #parts: readonly RegExp[]

  constructor(text: string) {
    this.#parts = text.split('+').map((part) => new RegExp(`^${part.split('*').map(escaped).join('.*')}$`))
  }

  /** How many changes its runs have. */
  get length(): number {
    return this.#parts.length
  }

  /** Whether a run is one of these, or the beginning of one: with the first of its changes. */
  leadsTo(changes: readonly Change[]): boolean {
    return (
      changes.length <= this.#parts.length &&
      changes.every((change, index) => this.#parts[index]?.test(nameOf([change])))
    )
  }
}

export const isPattern = (name: string): boolean => name.includes('*')

const escaped = (text: string) => text.replace(/[.\\^$|?()[\]{}+]/g, '\\$&')
