/** A field of an answer: the questions that read what a field has in the records of some calls. */
import type { EndpointName } from '../../contract/endpoints.ts'
import type { AssumptionId, AssumptionValues } from '../../core/assumptions/catalogue.ts'
import type { Fields } from '../service/fields.ts'
import { differs, is, type Read, read, type Series, unknown, type Verdict } from './question.ts'

export interface FieldRow<Value> {
  readonly calls: readonly EndpointName[]
  readonly when: string
  readonly after?: Series
  /** The records that count; by default all. */
  readonly where?: (record: Fields) => boolean
  /** The name of the field, or the words for it. */
  readonly field: string
  /** The value of the field, if it does not stand under its name. */
  readonly of?: (record: Fields) => unknown
  /** The value of the assumption for each text in the field; by default the field has that value itself. */
  readonly values?: Readonly<Record<string, Value>>
}

/** A question that a field of the records answers. A field that no answer has is unknown. */
export function reads<Id extends AssumptionId>(row: FieldRow<AssumptionValues[Id]>): Read<Id> {
  const { calls, when, after, where = () => true, field, of = (record: Fields) => record[field] } = row
  return read<Id>({
    when,
    ...(after && { after }),
    from: (exchanges) => exchanges.done(...calls).filter(({ records }) => records.length > 0),
    judge(exchanges) {
      const all = exchanges.flatMap(({ records }) => records)
      const records = all.filter(where)
      if (records.length === 0) return undefined
      if (all.every((record) => of(record) === undefined)) return unknown(`no answer has ${field}`)
      const at = exchanges.filter((each) => each.records.some(where))
      return { ...judged(field, records.map(of), row.values), at } as Verdict<AssumptionValues[Id]>
    },
  })
}

function judged<Value>(
  field: string,
  shown: readonly unknown[],
  values?: Readonly<Record<string, Value>>,
): Verdict<Value> {
  // If the field has the value itself, a record without the field does not contradict the others.
  const counted = values ? shown : shown.filter((value) => (value ?? null) !== null)
  const texts = [...new Set(counted.map((value) => JSON.stringify(value) ?? 'absent'))]
  const seen = `${field} is ${texts.length === 0 ? 'null' : texts.join(' or ')}`
  const [value, ...others] = new Set(counted.map((each) => (values ? values[String(each ?? null)] : each)))
  if (others.length === 0 && value !== undefined) return is(value as Value, seen)
  return values ? differs(seen) : unknown(seen)
}
