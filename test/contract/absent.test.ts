import { expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from '../../src/contract/endpoints.ts'
import { operations } from '../../src/contract/operations.ts'
import { type AnySchema, definitionOf, walkSchema } from '../../src/contract/walk-schema.ts'

/** Whether null means something in a field that may be left out and does not say that it may be null. */
function takesNull(field: AnySchema): boolean {
  const { type, innerType } = definitionOf(field)
  if (type !== 'optional' || !innerType || definitionOf(innerType).type === 'nullable') return false
  return (innerType as z.ZodMiniType).safeParse(null).success
}

it('takes null in no field that may only be absent, so that a request which fits as it is has none to be read as absent [§4]', () => {
  const schemas = [
    ...Object.values(operations).map(({ schema }) => schema),
    ...Object.values(endpoints).flatMap(({ parameters, query, body }) => [parameters, query, body]),
  ].filter((schema) => schema !== undefined)
  const fields: string[] = []

  for (const schema of schemas) {
    walkSchema(schema as AnySchema, (field, path) => {
      if (takesNull(field)) fields.push(path.join('.'))
    })
  }

  expect(schemas.length).toBeGreaterThan(50)
  expect(fields).toEqual([])
})
