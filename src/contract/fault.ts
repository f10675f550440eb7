/** Faults: what the function API takes to inject one. (§7) */

import * as z from 'zod'
import type { FaultRequest } from '../core/faults/fault.ts'
import { clearFaults, injectFault, listFaults, meetFaultById } from '../core/faults/fault.ts'
import { batchFaults, type FaultKind, pushFaults, requestFaults } from '../core/faults/state.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { inquiry, operation } from './operation.ts'

/** The calls that a fault can strike. */
const endpointNames = Object.keys(endpoints) as EndpointName[]

const kinds = [...requestFaults, ...pushFaults, ...batchFaults]
const times = z.int('must be a whole number').min(1, 'must be at least 1').optional()
const seconds = z.int('must be a whole number').min(0, 'must be at least 0').optional()

const place = { nth: times, uses: times }
const call = {
  ...place,
  endpoint: z.enum(endpointNames, { error: `must be one of ${endpointNames.join(', ')}` }).optional(),
}
const push = { ...place, event: z.string().min(1, 'must not be empty').optional() }

/** Each kind of fault, with what it takes. */
export const faultOptions = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('status'),
      ...call,
      status: z.literal([401, 429, 500, 503], { error: 'must be 401, 429, 500 or 503' }).optional(),
      retryAfter: seconds,
    }),
    z.strictObject({ kind: z.literal('slow'), ...call, seconds }),
    z.strictObject({ kind: z.enum(requestFaults.filter((kind) => kind !== 'status' && kind !== 'slow')), ...call }),
    z.strictObject({ kind: z.literal('delay'), ...push, seconds }),
    z.strictObject({ kind: z.enum(pushFaults.filter((kind) => kind !== 'delay')), ...push }),
    z.strictObject({
      kind: z.enum(batchFaults),
      ...place,
      count: z.int('must be a whole number').min(0, 'must be at least 0').optional(),
    }),
  ],
  { error: `must be one of ${kinds.join(', ')}` },
) satisfies z.ZodType<FaultRequest & { kind: FaultKind }>

// biome-ignore format: read it as a table
/** What can be done here. */
export const faultOperations = {
  'faults.inject': operation(injectFault, 'inject the fault', '§7', faultOptions),
  'faults.clear': operation(clearFaults, 'clear the fault', '§7'),
  'faults.meet': operation(meetFaultById, 'meet the fault', '§7'),
  'faults.list': inquiry(listFaults, 'list faults', '§7'),
} as const
