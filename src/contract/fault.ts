/** Faults: the options with which a test injects one. (§7) */
import * as z from 'zod/mini'
import { clearFaults, type FaultRequest, injectFault, listFaults, meetFaultById } from '../core/faults/fault.ts'
import { type FaultKind, type FaultOption, faultKinds } from '../core/faults/fault-kinds.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { inquiry, operation } from './operation.ts'

const endpointNames = Object.keys(endpoints) as EndpointName[]

const number = (least: number) => z.int('must be a whole number').check(z.gte(least, `must be at least ${least}`))
const whole = (least: number) => z.optional(number(least))
/** The most seconds that an option can have. They are bounded, because the virtual clock has a last instant. */
const A_YEAR = 31_536_000
const secondsFrom = (least: number) =>
  z.optional(number(least).check(z.lte(A_YEAR, `must be at most ${A_YEAR}, a year`)))

/** The statuses of a final answer. After a status below 200, another answer follows. */
const [LEAST_STATUS, MOST_STATUS] = [200, 599]
/** An answer with one of these statuses has no body (RFC 9110 §15). */
export const hasNoBody = (status: number | undefined): boolean => [204, 205, 304].includes(status ?? 0)

const place = () => ({ nth: whole(1), uses: whole(1) })
const places = {
  request: () => ({
    ...place(),
    endpoint: z.optional(z.enum(endpointNames, { error: `must be one of ${endpointNames.join(', ')}` })),
  }),
  push: () => ({ ...place(), event: z.optional(z.string().check(z.minLength(1, 'must not be empty'))) }),
  batch: place,
}
/** The options of a fault without those of its place. The place says what the fault strikes. */
const options = (leastSeconds: number) =>
  ({
    status: z.optional(number(LEAST_STATUS).check(z.lte(MOST_STATUS, `must be at most ${MOST_STATUS}`))),
    body: z.optional(
      z.union(
        [z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())],
        'must be a string, or a value of JSON',
      ),
    ),
    retryAfter: secondsFrom(0),
    seconds: secondsFrom(leastSeconds),
    count: whole(0),
  }) satisfies { readonly [Option in FaultOption]: z.ZodMiniType }

/** The names of the options that a kind of fault takes, as a test writes them. */
export function faultOptionNames(kind: FaultKind): string[] {
  const { strikes, takes = [] } = faultKinds[kind]
  return [...Object.keys(places[strikes]()), ...(strikes === 'batch' ? [] : ['when']), 'for', ...takes]
}

const optionsOf = (kind: FaultKind) => {
  const { strikes, takes = [], leastSeconds = 0 } = faultKinds[kind]
  const all = options(leastSeconds)
  // A kind takes some of the options. Every option is optional, so the type of all options also fits those.
  const taken = Object.fromEntries(takes.map((option) => [option, all[option]])) as typeof all
  const schema = z.strictObject({ kind: z.literal(kind), ...places[strikes](), ...taken })
  const fits = ({ status, body }: Partial<typeof schema._zod.output>) => body === undefined || !hasNoBody(status)
  const error = 'must be left out, because an answer with the status 204, 205 or 304 has none'
  return schema.check(z.refine(fits, { path: ['body'], error }))
}

/** The places and options of all kinds of faults together; each kind has some of them. */
export const anyFaultOptions = () => ({ ...places.request(), ...places.push(), ...options(0) })

const faultOptions = () => {
  const [first, ...others] = keysOf(faultKinds)
  return z.discriminatedUnion('kind', [optionsOf(first as FaultKind), ...others.map(optionsOf)], {
    error: `must be one of ${keysOf(faultKinds).join(', ')}`,
  }) satisfies z.ZodMiniType<FaultRequest & { kind: FaultKind }>
}

// biome-ignore format: read it as a table
export const faultOperations = {
  'faults.inject': operation(injectFault, 'inject the fault', '§7', faultOptions),
  'faults.clear': operation(clearFaults, 'clear the fault', '§7'),
  'faults.meet': operation(meetFaultById, 'meet the fault', '§7'),
  'faults.list': inquiry(listFaults, 'list faults', '§7'),
} as const
