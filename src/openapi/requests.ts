/**
 * Adds to the schemas of requests the rules that depend on a bank's assumptions: the bounds of a wire, and the required fields of a token
 * request. The bank's own schemas lack these rules, because its operations check them. (§2.1, §8)
 */
import { type Draft, originOf, requestName, tokenForm } from '../contract/json-schema.ts'
import type { AssumptionValues } from '../core/assumptions/catalogue.ts'

export function requestsFor(schemas: Record<string, Draft>, values: AssumptionValues): Record<string, Draft> {
  const bounded = [requestName('createWire'), requestName('simulateInboundWire')]
  const token = tokenRequestOf(schemas[tokenForm] as Draft, values)
  return {
    ...schemas,
    ...Object.fromEntries(bounded.map((name) => [name, boundedWire(schemas[name] as Draft, values)])),
    [requestName('requestToken')]: token,
    [tokenForm]: token,
  }
}

/** A wire whose amount is within the limits. A service message may have the amount 0. */
function boundedWire(schema: Draft, values: AssumptionValues): Draft {
  const [least, most] = [values['limits.amountMinimum'], values['limits.amountMaximum']]
  const { amount, ...fields } = schema['properties'] as Record<string, Draft>
  const bounds = (schema['allOf'] as Draft[]).map((part) =>
    'else' in part
      ? {
          ...part,
          else: {
            additionalProperties: true,
            properties: { amount: { type: 'integer', minimum: least } },
            required: ['amount'],
          },
          ...originOf('limits.amountMinimum'),
        }
      : part,
  )
  const notBelow = { properties: { amount: { anyOf: [{ const: 0 }, { minimum: least }] } } }
  const limited = { ...amount, maximum: most, ...originOf('limits.amountMaximum') }
  return {
    ...schema,
    properties: { ...fields, amount: limited },
    allOf: least > 1 ? [...bounds, { ...notBelow, ...originOf('limits.amountMinimum') }] : bounds,
  }
}

/** The client is not required in the body, because a header may name it instead. */
function tokenRequestOf(form: Draft, values: AssumptionValues): Draft {
  const isAudienceNeeded = values['tokens.withoutAudience'] === 'refused'
  const { audience, ...fields } = form['properties'] as Record<string, Draft>
  const needed = isAudienceNeeded ? { type: 'string', minLength: 1 } : audience
  return {
    ...form,
    properties: {
      ...fields,
      grant_type: { type: 'string', const: 'client_credentials' },
      audience: { ...needed, ...originOf('tokens.withoutAudience') },
    },
    required: ['grant_type', ...(isAudienceNeeded ? ['audience'] : [])],
    'x-rule': 'client_id and client_secret are here, or in the header Authorization: Basic (RFC 6749 §2.3.1).',
  }
}
