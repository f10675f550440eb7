/**
 * Notes what a performed operation rests on, as it is declared: at the row of the operation, and at each field of its input and its answer.
 * What its happenings and its refusal rest on, the core notes. (§7)
 */
import type { AssumptionId, AssumptionValues } from '../core/assumptions/catalogue.ts'
import { assumptions, isAssumption } from '../core/assumptions/catalogue.ts'
import type { AssumptionNotes } from '../core/assumptions/notes.ts'
import { remembered } from '../core/kernel/remembered.ts'
import type { EndpointRow } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import type { Schema } from './operation.ts'
import { type InquiryName, type OperationName, operations } from './operations.ts'
import { type Decides, originIn } from './record.ts'
import { type AnySchema, definitionOf, EACH, walkSchema } from './walk-schema.ts'

type Performed = OperationName | InquiryName

/** A reason for which a record at a place in the input or the answer rests on an assumption. */
interface Ground {
  readonly place: readonly string[]
  readonly source: AssumptionId
  readonly applies: (record: Readonly<Record<string, unknown>>, values: AssumptionValues) => boolean
}

export function notePerformed(
  notes: AssumptionNotes,
  name: Performed,
  { input, output, values }: { input: unknown; output: unknown; values: AssumptionValues },
): void {
  notes.under(name, () => {
    notes.addAll(operations[name].restsOn as (given: unknown) => readonly AssumptionId[], input)
    const { inputs, answer } = schemasOf(name)
    for (const schema of inputs) noteGrounds(notes, schema, input, values)
    if (answer) noteGrounds(notes, answer, output, values)
  })
}

function noteGrounds(notes: AssumptionNotes, schema: Schema, value: unknown, values: AssumptionValues): void {
  for (const ground of groundsOf(schema)) {
    if (!notes.has(ground.source) && holds(ground, value, values)) notes.add(ground.source)
  }
}

/** Whether the ground applies to one of the records at its place, from `depth` on. */
function holds(ground: Ground, at: unknown, values: AssumptionValues, depth = 0): boolean {
  if (typeof at !== 'object' || at === null) return false
  const [step, record] = [ground.place[depth], at as Record<string, unknown>]
  if (step === undefined) return ground.applies(record, values)
  if (step !== EACH) return holds(ground, record[step], values, depth + 1)
  return Object.values(record).some((item) => holds(ground, item, values, depth + 1))
}

const always: Decides = () => true

/** The fields whose values rest on an assumption, and the one about the fields that a request needs, if it leaves some out. */
const groundsOf = remembered((schema: Schema): readonly Ground[] => {
  const grounds: Ground[] = []
  walkSchema(schema as AnySchema, (part, place) => {
    const { sources = {}, decides: deciding = {}, requires } = originIn(part) ?? {}
    for (const [field, source] of Object.entries(sources)) {
      if (!isAssumption(source)) continue
      // An entry that has values is noted where one is read; at a field, only if the field says when it decides.
      const decides = deciding[field] ?? (assumptions[source].allowed.isFixed ? always : undefined)
      const applies: Ground['applies'] = (record, values) =>
        record[field] !== undefined && decides?.(record[field], record, values) === true
      if (decides) grounds.push({ place, source, applies })
    }
    if (!requires || place.length > 0) return
    const names = namesIn(schema)
    // A message that moves no money may leave its amount out, or say 0.
    const isLeftOut = (name: string, value: unknown) => value === undefined || (name === 'amount' && value === 0)
    const applies: Ground['applies'] = (record) => names.some((name) => isLeftOut(name, record[name]))
    grounds.push({ place, source: requires, applies })
  })
  return grounds
})

const namesIn = (schema: Schema): string[] => Object.keys(definitionOf(schema as AnySchema).shape ?? {})

/** The schemas of an operation: those of its row, and of the endpoint that performs it. */
const schemasOf = remembered((name: Performed) => {
  const { schema, answer } = operations[name]
  const row = Object.values<EndpointRow>(endpoints).find(({ operation }) => operation === name)
  const inputs = [...new Set([schema, row?.body])].filter((each) => each !== undefined)
  return { inputs, answer: answer ?? row?.response }
})
