/** Questions on restrictions. The restrictions placed here block nothing. (§2.8) */
import type { Fields } from '../service/fields.ts'
import { make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import type { Part } from './question.ts'
import { type Base, variants } from './variants.ts'

/** A threshold in minor units that no payment by check exceeds: 9,999,999,999.99. */
const NOT_WRITTEN = 999_999_999_999

export function blockingNothing(service: Service): Fields {
  const reason = markOf(service)
  return { appliesTo: 'Account', rail: 'Check', amountThreshold: NOT_WRITTEN, reason, notes: reason }
}

const base: Base = {
  noun: 'a restriction',
  scope: 'create',
  good: blockingNothing,
  send: (service, body) => make(service, 'restriction', body),
}

export const restrictions = {
  'errors.unknownFields': variants({
    base,
    how: 'requests a restriction with an unknown field',
    wrong: { 'an unknown field': { noSuchField: 'calibrate' } },
    accepted: 'ignored',
    refused: 'refused',
  }),
  'requests.null': variants({
    base,
    how: 'requests a restriction with null in its field notes',
    wrong: { 'null in its field notes': { notes: null } },
    accepted: 'absent',
    refused: 'refused',
  }),
} satisfies Part
