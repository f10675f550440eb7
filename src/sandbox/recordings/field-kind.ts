/**
 * Tells by a field's name whether it holds a secret or the data of a person, and makes the pseudonyms that replace values. Equal values
 * have equal pseudonyms, so that a record can still be followed. (§5, §2.2, §2.9)
 */
import { vocabulary } from './vocabulary.ts'

/** Letters that make a name secret wherever they stand in it. */
const SECRET =
  /secret|passw|passphrase|apikey|credential|authorization|cookie|signature|assertion|privatekey|session|taxid/
/** Words that make a name secret wherever they stand in it. */
const SECRET_WORDS: ReadonlySet<string> = new Set(['ssn', 'pin', 'otp', 'pwd', 'cvv', 'cvc', 'ein', 'tin', 'jwt'])
/** Words that make a name secret if they are its last word. */
const SECRET_ENDS: ReadonlySet<string> = new Set(['token', 'key', 'auth'])
/** An idempotency key is not a secret. It gets a pseudonym, so that equal keys stay equal. */
export const IDEMPOTENCY = /idempotency/

/** Whether a field of this name holds a secret. A secret is hidden without a pseudonym. */
export function isSecretName(name: string): boolean {
  const words = wordsIn(name)
  if (IDEMPOTENCY.test(words.join(''))) return false
  if (SECRET.test(words.join('')) || words.some((word) => SECRET_WORDS.has(word))) return true
  return SECRET_ENDS.has(words.at(-1) ?? '')
}

/** A field whose name contains one of these words holds the data of a person or a firm. */
// biome-ignore format: by subject
const PERSONAL: ReadonlySet<string> = new Set([
  'name', 'title', 'first', 'last', 'middle', 'email', 'mail', 'phone', 'mobile', 'fax', 'address', 'street', 'city', 'state', 'postal', 'zip',
  'country', 'dob', 'birth', 'birthday', 'birthdate', 'tax', 'identifier', 'borrower', 'employer', 'employment', 'customer', 'person',
  'purpose', 'notes', 'note', 'reason', 'description', 'memo', 'message', 'comment', 'reference', 'addenda',
  'fico', 'income', 'inquiries', 'dq', 'records', 'record', 'collections', 'dti', 'debt', 'utilization', 'homeowner', 'accounts', 'lines',
  'username', 'user', 'ip', 'iban', 'pan', 'card',
])

const ACCOUNT = /account.{0,99}(?:number|id)|cardnumber/

export function isPersonalName(name: string): boolean {
  const words = wordsIn(name)
  return words.some((word) => PERSONAL.has(word)) || ACCOUNT.test(words.join(''))
}

/** Only this many characters of a name are read, so that even a hostile name takes little time. Real names are shorter. */
const LONGEST = 200

/** The words of a name in any spelling, in lower case: `ToAccountNumber`, `to_account_number`, `x-api-key`. */
function wordsIn(name: string): readonly string[] {
  return name
    .slice(0, LONGEST)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+|(?<!\d)\d+$/)
    .filter((word) => word !== '')
}

/** Replaces every secret, so that a report does not even show whether two secrets are equal. */
export const REDACTED = '(redacted)'

/** Makes the pseudonyms that replace values, such as `accountNumber-1`: the name of a field of the contract, and a number. */
export class Pseudonyms {
  readonly #known = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** The pseudonym of a value, by the field in which it was first seen. It is the same in every field. */
  of(value: string, field: string): string {
    // A value that is already redacted stays as it is.
    if (value === '' || value === REDACTED || isKind(/^([A-Za-z]\w*)-\d{1,6}$/.exec(value)?.[1] ?? '')) return value
    const known = this.#known.get(value)
    if (known !== undefined) return known
    const kind = isKind(field) ? field : 'text'
    const count = (this.#counts.get(kind) ?? 0) + 1
    const pseudonym = `${kind}-${count}`
    this.#counts.set(kind, count)
    this.#known.set(value, pseudonym)
    return pseudonym
  }
}

const isKind = (name: string): boolean => name === 'text' || vocabulary().fields.has(name.toLowerCase())
