/** Performing a request: the caller is authenticated, the input read, the operation performed, and the result presented. */
import type { Addresses, EndpointRow } from '../../contract/endpoint.ts'
import { type InquiryName, kindOf, type OperationName } from '../../contract/operations.ts'
import { parse } from '../../contract/parse.ts'
import { authenticate } from '../../core/access/authenticate.ts'
import type { AssumptionValues } from '../../core/assumptions/catalogue.ts'
import type { Assume, AssumptionNotes } from '../../core/assumptions/notes.ts'
import { isRejection, type Rejection, reject } from '../../core/rejection.ts'
import { type Actor, readingOf } from '../../core/turn.ts'
import { INTERNAL, type Shell } from '../shell/state/shell.ts'
import { discover } from './discovery.ts'
import { type TooLong, tooDeep } from './limits.ts'
import { type Answer, presentDefect, presentMiss, presentNothing, presentRejection, presentResult } from './present.ts'
import { readBody } from './read-body.ts'
import type { Match, Miss } from './route.ts'
import type { Performing } from './strike.ts'

/** A request on its way through the edge. */
export interface Passing {
  readonly shell: Shell
  readonly addresses: Addresses
  readonly headers: Headers
  readonly url: URL
  readonly text: string
  readonly id: string
  readonly how: Performing
  /** The values of the catalogue; what is read by `assume` is noted. */
  readonly values: AssumptionValues
  readonly assume: Assume
  readonly notes: AssumptionNotes
}

/** The answer to a request; a defect is one too. */
export function answerMatch(passing: Passing, match: Match | Miss | TooLong): Answer {
  try {
    if ('rejection' in match) return presentMiss(match)
    const result = perform(passing, match)
    return isRejection(result) ? presentRejection(match.service, result) : result
  } catch (error) {
    return presentDefect(passing.shell.defect(error, true).message)
  }
}

function perform(passing: Passing, match: Match): Answer | Rejection {
  const { shell, headers, text, values, assume, notes, how } = passing
  const { row } = match
  if (row.operation === 'discovery') return presentResult(row.service, discover(passing.addresses))
  const actor = row.isSecured ? actorOf(passing, row) : INTERNAL
  if (isRejection(actor)) return actor

  const body = readBody(row, headers, text, { assume, tooDeep: () => tooDeep(text, values, assume) })
  if (isRejection(body)) return body
  const idempotencyKey = keyOf(passing, match)
  const input = inputOf(passing, match, body.value)
  if (isRejection(input)) return input

  if (kindOf(row.operation) === 'inquiry') {
    const from = how.readsFrom ? { world: how.readsFrom, notes } : { notes }
    const found = shell.tryInquire(row.operation as InquiryName, input as never, actor, from)
    return isRejection(found) ? found : presentResult(row.service, found, passing.url.searchParams)
  }
  const { underWaySeconds } = how
  const call = {
    requestId: passing.id,
    ...(idempotencyKey ? { idempotencyKey } : {}),
    ...(underWaySeconds === undefined ? {} : { underWaySeconds }),
  }
  const done = shell.tryPerform(row.operation as OperationName, input as never, actor, call, notes)
  if (isRejection(done)) return done
  const presented = row.isEmpty ? presentNothing : presentResult(row.service, done.output)
  const original = done.repeats?.requestId
  return original ? { ...presented, headers: { ...presented.headers, 'original-request-id': original } } : presented
}

function actorOf({ shell, headers, notes }: Passing, row: EndpointRow): Actor | Rejection {
  const service = row.service === 'loans' ? 'loans' : 'banking'
  const authorization = headers.get('authorization')
  const partner = authenticate(readingOf(shell.state.world, INTERNAL, notes), { authorization, service })
  return isRejection(partner) ? partner : { kind: 'partner', partner }
}

/** The idempotency key of a request that changes something. */
function keyOf({ headers, values, assume, notes }: Passing, { name, row }: Match): string | null {
  // Neither changes anything twice, so the service ignores keys there.
  if (row.method === 'GET' || row.method === 'DELETE' || !row.isSecured) return null
  const key = headers.get(values['idempotency.header'])
  if (!key) return null
  notes.noteUnder(row.operation)
  assume('idempotency.header')
  notes.noteUnder(name)
  return key
}

/** What the operation takes: path, query and body in one, checked; or every problem of all three. */
function inputOf({ shell, url, notes }: Passing, { row, parameters }: Match, body: unknown): unknown {
  const context = { overrides: shell.state.world.settings.assume, notes }
  const given = [
    [row.parameters, parameters],
    [row.query, Object.fromEntries(url.searchParams)],
    [row.body, body],
  ] as const
  const parts = given.flatMap(([schema, value]) => (schema ? [parse(schema, value, context)] : []))
  const problems = parts.flatMap((part) => ('problems' in part ? part.problems : []))
  if (problems.length > 0) return reject('request_is_invalid', `Failed to ${row.summary}:`, problems)
  return Object.assign({}, ...parts.map((part) => ('value' in part ? part.value : {})))
}
