/** Refuses mistyped fields of an expected body or answer: under `not` such an expectation would always hold. (§4) */
import type { HttpExchange } from '../../bank/shell/state/exchange.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { cannotUse } from '../../contract/options.ts'
import { fieldsAt } from '../../contract/walk-schema.ts'
import { slipOf } from '../../core/kernel/nearest.ts'
import type { Problem } from '../../core/rejection.ts'
import { isAsymmetric } from './subset.ts'

type AnySchema = Parameters<typeof fieldsAt>[0]
type Part = 'body' | 'answer'

/**
 * Refuses a field that the call does not have, if its name is nearly that of a field. A field that a request really had is allowed.
 *
 * @throws {UsageError} with every such field, and the nearest to each
 */
export function refuseMistypedFields(
  endpoint: EndpointName,
  expected: Readonly<Partial<Record<Part, unknown>>>,
  exchanges: readonly HttpExchange[],
): void {
  const { body, response } = endpoints[endpoint]
  const slipsOf = (part: Part, schema: unknown) =>
    slips(schema as AnySchema, expected[part], { of: part, path: [], actual: exchanges.map((each) => each[part]) })
  const problems = [...(body ? slipsOf('body', body) : []), ...slipsOf('answer', response)]
  if (problems.length === 0) return
  throw cannotUse(problems, {
    failed: `Failed to look for a request to "${endpoint}"`,
    advice: 'Correct the names; those of each call are in the reference of endpoints. (§4)',
  })
}

interface Place {
  readonly of: Part
  readonly path: readonly string[]
  /** The values that the requests had there. */
  readonly actual: readonly unknown[]
}

function slips(schema: AnySchema, expected: unknown, { of, path, actual }: Place): Problem[] {
  if (typeof expected !== 'object' || expected === null || isAsymmetric(expected)) return []
  const known = fieldsAt(schema, path)
  return Object.entries(expected).flatMap(([name, value]) => {
    const within = actual.filter((each) => typeof each === 'object' && each !== null) as Record<string, unknown>[]
    const isThere = within.some((each) => Object.hasOwn(each, name))
    const meant = isThere ? undefined : slipOf(name, known)
    if (meant !== undefined)
      return [{ path: [of, ...path, name].join('.'), message: `is no field; the nearest is "${meant}"` }]
    return slips(schema, value, { of, path: [...path, name], actual: within.map((each) => each[name]) })
  })
}
