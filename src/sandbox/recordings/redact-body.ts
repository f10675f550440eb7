/**
 * Bodies without personal data. A value that is not clearly harmless is replaced, in unknown fields too: a service may send
 * anything. (§5)
 */

import { isPersonalName, isSecretName, kindOfName } from './field-kind.ts'
import { isHarmless, isWordOf } from './harmless.ts'
import { type Pseudonyms, REDACTED } from './pseudonyms.ts'
import { redactedPath } from './redact-url.ts'
import { vocabulary } from './vocabulary.ts'

/** Where a value stands. */
interface Place {
  /** The name of its field; empty where it has none. */
  readonly field: string
  /** Whether it is within a party or a profile, all of which is somebody's. */
  readonly isOfParty: boolean
  readonly depth: number
}

/** What is nested deeper is replaced as a whole. */
const DEEPEST = 200
/** A whole number from here on may be that of an account or a person, where the contract has no such field. */
const LARGE = 1_000_000

/** A body of JSON. */
export function redactedJson(value: unknown, names: Pseudonyms): unknown {
  return redactedAt(value, { field: '', isOfParty: false, depth: 0 }, names)
}

function redactedAt(value: unknown, place: Place, names: Pseudonyms): unknown {
  const { field, depth } = place
  if (value === null || typeof value === 'boolean' || value === undefined) return value
  if (isSecretName(field) && !(typeof value === 'string' && isWordOf(value, field))) return REDACTED
  if (typeof value === 'string') return redactedText(value, place, names)
  if (typeof value === 'number') return redactedNumber(value, place)
  if (depth >= DEEPEST || typeof value !== 'object') return REDACTED
  if (Array.isArray(value)) return value.map((each) => redactedAt(each, { ...place, depth: depth + 1 }, names))
  const isOfParty = place.isOfParty || vocabulary().parties.has(field.toLowerCase())
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      return [redactedName(name, names), redactedAt(each, { field: name, isOfParty, depth: depth + 1 }, names)]
    }),
  )
}

/** A text in a field. */
function redactedText(text: string, { field, isOfParty }: Omit<Place, 'depth'>, names: Pseudonyms): string {
  if (isWordOf(text, field)) return text
  const isSomebodys = isOfParty || isPersonalName(field)
  if (!isSomebodys && isHarmless(text, field)) return text
  // Such as the resources of an event, which are paths of records.
  return (!isSomebodys && redactedPath(text, names)) || names.of(text, kindOfName(field))
}

function redactedNumber(value: number, { field, isOfParty }: Place): number {
  if (isOfParty || isPersonalName(field)) return 0
  return vocabulary().fields.has(field.toLowerCase()) || Math.abs(value) < LARGE ? value : 0
}

/** The name of a field: names are made by programmers; one that cannot be may be that of a person, or a number. */
export function redactedName(name: string, names: Pseudonyms): string {
  const isName = /^[A-Za-z_$@][\w.$@-]{0,39}$/.test(name) && name.replaceAll(/\D/g, '').length < 5 && !/.@./.test(name)
  return isName || vocabulary().fields.has(name.toLowerCase()) ? name : names.of(name, 'text')
}
