/**
 * Notes what a performed operation rests on, as it is declared: at the row of the operation, and at each field of its input and its answer.
 * What its happenings and its refusal rest on, the core notes. (§7)
 */
import type { AssumptionId, AssumptionValues } from '../core/assumptions/catalogue.ts'
import { isAssumption } from '../core/assumptions/catalogue.ts'
import type { AssumptionNotes } from '../core/assumptions/notes.ts'
import { isRecord } from '../core/kernel/json.ts'
import { remembered } from '../core/kernel/remembered.ts'
import type { EndpointRow } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { Schema } from './operation.ts'
import { type InquiryName, type OperationName, operations } from './operations.ts'
import { type Decides, originIn } from './record.ts'
import { type AnySchema, definitionOf, EACH, walkSchema } from './walk-schema.ts'

type Performed = OperationName | InquiryName

/** A field with an assumption as its source. */
interface OpenField {
  readonly place: readonly string[]
  readonly field: string
  readonly source: AssumptionId
  readonly decides: Decides
}

export function notePerformed(
  notes: AssumptionNotes,
  name: Performed,
  { input, output, values }: { input: unknown; output: unknown; values: AssumptionValues },
): void {
  notes.addAll(operations[name].restsOn as (given: unknown) => readonly AssumptionId[], input)
  const { inputs, answer } = schemasOf(name)
  for (const schema of inputs) {
    noteFields(notes, schema, input, values)
    const requires = originIn(schema)?.requires
    if (requires && isRecord(input) && namesIn(schema).some((field) => input[field] === undefined)) notes.add(requires)
  }
  if (answer) noteFields(notes, answer, output, values)
}

/** Notes the sources of the fields whose values rest on them. */
function noteFields(notes: AssumptionNotes, schema: Schema, value: unknown, values: AssumptionValues): void {
  const used = notes
    .unknownOf(openFieldsOf(schema))
    .filter(({ place, field, decides }) =>
      recordsAt(value, place).some((record) => record[field] !== undefined && decides(record[field], record, values)),
    )
  notes.addAll(
    used.map(({ source }) => source),
    value,
  )
}

function recordsAt(value: unknown, place: readonly string[], depth = 0): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const step = place[depth]
  const record = value as Record<string, unknown>
  if (step === undefined) return [record]
  if (step !== EACH) return recordsAt(record[step], place, depth + 1)
  return Object.values(record).flatMap((item) => recordsAt(item, place, depth + 1))
}

const always: Decides = () => true

const openFieldsOf = remembered((schema: Schema): readonly OpenField[] => {
  const open: OpenField[] = []
  walkSchema(schema as AnySchema, (part, place) => {
    const { sources = {}, decides = {} } = originIn(part) ?? {}
    for (const [field, source] of Object.entries(sources)) {
      if (isAssumption(source)) open.push({ place, field, source, decides: decides[field] ?? always })
    }
  })
  return open
})

const namesIn = (schema: Schema): string[] => Object.keys(definitionOf(schema as AnySchema).shape ?? {})

/** The schemas of an operation: those of its row, and of the endpoint that performs it. */
const schemasOf = remembered((name: Performed) => {
  const { schema, answer } = operations[name]
  const row = Object.values<EndpointRow>(endpoints).find(({ operation }) => operation === name)
  const inputs = [...new Set([schema, row?.body])].filter((each) => each !== undefined)
  return { inputs, answer: answer ?? row?.response }
})
