/** Names in the place of values: `account-1`. Equal values have equal ones within a recording, so that it still tells what belongs together. */
import { type Kind, kinds } from './field-kind.ts'

/** Stands in the place of every secret: a report does not even show whether two are equal. */
export const REDACTED = '(redacted)'

const PSEUDONYM = new RegExp(`^(?:${kinds.join('|')})-\\d{1,6}$`)

export class Pseudonyms {
  readonly #known = new Map<string, string>()
  readonly #counts = new Map<Kind, number>()

  /** The pseudonym of a value: the one that it had before, whichever field it was found in. */
  of(value: string, kind: Kind): string {
    // What is redacted already stays as it is.
    if (value === '' || value === REDACTED || PSEUDONYM.test(value)) return value
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    const pseudonym = `${kind}-${count}`
    this.#counts.set(kind, count)
    this.#known.set(value, pseudonym)
    return pseudonym
  }
}
