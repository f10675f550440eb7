/** A field of an answer: the questions that read what a field has in the records of some calls. */
import type { EndpointName } from '../../contract/endpoints.ts'
import type { AssumptionId, AssumptionValues } from '../../core/assumptions/catalogue.ts'
import type { Fields } from '../service/fields.ts'
import type { Exchanges } from './exchanges.ts'
import { agrees, differs, is, type Read, read, type Story, unknown, type Verdict } from './question.ts'

/** What a field must have: a test of the value within its record, or the value of the assumption for each text. */
type Form<Value> = ((shown: unknown, record: Fields) => boolean) | Readonly<Record<string, Value>>

export interface FieldRow<Value> {
  readonly calls: readonly EndpointName[]
  readonly when: string
  readonly how?: string
  readonly after?: readonly Story[]
  /** The records that count; by default all. */
  readonly where?: (record: Fields) => boolean
  /** The name under which a value stands, if it is not the name of one field. */
  readonly of?: (record: Fields) => unknown
  /** The fields. `value`: the field has the value of the assumption. */
  readonly fields: Readonly<Record<string, Form<Value> | 'value'>>
}

/** A question that fields of the records answer. A field that no answer has is unknown, unless our bank may leave it out, too. */
export function reads<Id extends AssumptionId>(row: FieldRow<AssumptionValues[Id]>): Read<Id> {
  const { calls, when, after = [], where = () => true, fields } = row
  return read<Id>({
    how: row.how ?? `reads ${Object.keys(fields).join(' and ')}`,
    when,
    after,
    from: (exchanges: Exchanges) => exchanges.done(...calls).filter(({ records }) => records.length > 0),
    judge(exchanges) {
      const at = exchanges.filter((each) => each.records.some(where))
      const all = exchanges.flatMap(({ records }) => records)
      const records = all.filter(where)
      const [first] = records
      if (first === undefined) return undefined
      const verdicts = Object.entries(fields).map(([field, form]) => {
        const valueIn = row.of ?? ((record: Fields) => record[field])
        const mayLack = typeof form === 'function' && form(undefined, first)
        if (!mayLack && all.every((record) => valueIn(record) === undefined)) return unknown(`no answer has ${field}`)
        return judged(
          field,
          form,
          records.map((record) => [valueIn(record), record] as const),
        )
      })
      const of = (kind: Verdict['verdict']) => verdicts.filter(({ verdict }) => verdict === kind)
      const [verdict] = [...of('differs'), ...of('unknown'), ...of('is'), ...of('agrees')]
      return { ...verdict, at } as Verdict<AssumptionValues[Id]>
    },
  })
}

function judged<Value>(
  field: string,
  form: Form<Value> | 'value',
  shown: readonly (readonly [value: unknown, record: Fields])[],
): Verdict<Value> {
  const texts = [...new Set(shown.map(([value]) => JSON.stringify(value ?? null)))]
  const seen = `${field} is ${texts.join(' or ')}`
  if (form === 'value') {
    // A record without the field does not contradict the others.
    const values = shown.flatMap(([value]) => value ?? [])
    const all = [...new Set(values.map((value) => JSON.stringify(value)))]
    const words = `${field} is ${all.length === 0 ? 'null' : all.join(' or ')}`
    return all.length === 1 ? is(values[0] as Value, words) : unknown(words)
  }
  if (typeof form === 'object') {
    const values = [...new Set(shown.map(([value]) => String(value ?? null)))]
    const [value] = values.flatMap((each) => form[each] ?? [])
    return values.length > 1 || value === undefined ? differs(seen) : is(value, seen)
  }
  const other = shown.find(([value, record]) => !form(value, record))
  if (other) return differs(`${field} is ${JSON.stringify(other[0])}`)
  return agrees(`${field} of ${shown.length} records is as at our bank`)
}
