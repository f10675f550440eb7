/** The nearest known field to one that a schema does not know. */
import { nearestOrAll } from '../core/kernel/nearest.ts'
import type { Schema } from './operation.ts'
import { type AnySchema, definitionOf, EACH, walkSchema } from './walk-schema.ts'

/** The nearest name for each of these fields, as the end of a clause: `; the nearest is "amount"`; empty where none is known there. */
export function nearestFields(schema: Schema, path: readonly PropertyKey[], fields: readonly string[]): string {
  const known = [...new Set(fieldsAt(schema, path))]
  return [...new Set(fields.map((field) => nearestOrAll(field, known)))].join('')
}

/** The fields that a schema knows at a place; steps within lists are indices. */
export function fieldsAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const known: string[] = []
  walkSchema(schema as AnySchema, (part, place) => {
    const isThere = place.length === path.length && place.every((step, index) => step === EACH || step === path[index])
    if (isThere) known.push(...Object.keys(definitionOf(part).shape ?? {}))
  })
  return known
}
