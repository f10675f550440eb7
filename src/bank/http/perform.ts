/** Performs a request: authenticates the caller, reads the input, performs the operation, and presents the result. */
import { type Addresses, doneStatus, type EndpointRow, isCreation } from '../../contract/endpoint.ts'
import { queryFrom } from '../../contract/endpoints.ts'
import { failedTo, type InquiryName, type OperationName, operations } from '../../contract/operations.ts'
import { type Parsed, parse } from '../../contract/parse.ts'
import { authenticate } from '../../core/access/authenticate.ts'
import { type CallInfo, problemOfKey } from '../../core/access/idempotency.ts'
import type { PerformSettings } from '../../core/faults/fault-kinds.ts'
import { canonicalJson, isRecord } from '../../core/kernel/json.ts'
import { digestOf } from '../../core/kernel/sha256.ts'
import { isRejection, type Problem, type Rejection, reject } from '../../core/rejection.ts'
import { type Actor, INTERNAL } from '../../core/turn.ts'
import { problemOfAmount } from '../../core/wires/new-wire.ts'
import { staleWorld } from '../shell/state/injected-faults.ts'
import type { Answer } from '../shell/state/layer.ts'
import type { Shell } from '../shell/state/shell.ts'
import { askedTooOften } from './limits.ts'
import { withoutLastSlashes } from './match-path.ts'
import { parseBody } from './parse-body.ts'
import { presentFailure, presentMiss, presentNothing, presentRejection, presentResult } from './present.ts'
import type { Match } from './route.ts'
import type { CallUnderWay, HttpService } from './stage.ts'

export function performCall(service: HttpService, underWay: CallUnderWay, how: PerformSettings = {}): Answer {
  const { match } = underWay.call
  const { values } = underWay
  try {
    if ('rejection' in match) return presentMiss(match, values)
    const done = perform(service, underWay, match, how)
    return isRejection(done) ? presentRejection(match.service, done, values) : done
  } catch (error) {
    return presentFailure(match.service, 500, service.shell.defect(error, true).message, values)
  }
}

function perform(
  { shell, addresses }: HttpService,
  underWay: CallUnderWay,
  match: Match,
  { isStale, ...timing }: PerformSettings,
): Answer | Rejection {
  const { notes } = underWay
  const { row, service } = match
  if (row.operation === 'discovery') return presentResult(service, discover(addresses))
  const actor = row.isSecured ? actorOf(shell, underWay, row) : INTERNAL
  if (isRejection(actor)) return actor
  const refused = beyondLimit(shell, underWay, match)
  if (refused) return refused

  const body = parseBody(row, underWay)
  const key = keyOf(underWay, match)
  const beside = problemsBeside(underWay, match, key, 'value' in body ? body.value : undefined)
  if (!('value' in body)) return { ...body, details: [...body.details, ...beside] }
  const input = notes.under(match.name, () => inputOf(shell, underWay, match, body.value))
  const problems = 'problems' in input ? [...input.problems, ...beside] : beside
  const name = row.operation as OperationName | InquiryName
  // The core refuses a problem of key or amount that is alone, under a code of its own.
  if (!('value' in input) || problems.length > 1) {
    const [subject] = Object.values(match.parameters).reverse()
    return reject('request_is_invalid', `${failedTo(name, subject)}:`, problems)
  }
  if (operations[name].kind === 'inquiry') {
    const from = isStale ? { world: staleWorld(shell), notes } : { notes }
    const found = shell.tryInquire(name as InquiryName, input.value as never, actor, from)
    return isRejection(found) ? found : presentResult(service, found)
  }
  const info: { -readonly [Name in keyof CallInfo]: CallInfo[Name] } = { requestId: underWay.id, ...timing }
  if (key) info.idempotencyKey = key
  const sent = sentBeside(input.value, body.value, key, idsIn(match.parameters))
  if (sent !== undefined) info.sent = sent
  const done = shell.tryPerform(name as OperationName, input.value as never, actor, info, notes)
  if (isRejection(done)) return done
  const status = doneStatus(row, underWay.values['http.createStatus'])
  const restsOn = isCreation(row) ? (['http.createStatus'] as const) : []
  const presented = row.isEmpty ? presentNothing : { ...presentResult(service, done.output, status), restsOn }
  const original = done.repeats?.requestId
  return original ? { ...presented, headers: { ...presented.headers, 'original-request-id': original } } : presented
}

/** The ids of a path, in lower case: a repeat may write them otherwise, and is the same request. (§4) */
function idsIn(parameters: Match['parameters']): Match['parameters'] {
  return Object.fromEntries(Object.entries(parameters).map(([name, id]) => [name, id.toLowerCase()]))
}

/** The digest of body and parameters as sent, if they differ from the input: idempotency compares requests as they were sent. (§4) */
function sentBeside(
  input: unknown,
  body: unknown,
  key: string | null,
  parameters: Match['parameters'],
): CallInfo['sent'] {
  if (!isRecord(body) || !(key || body['clientIdentifier'])) return undefined
  const sent = canonicalJson({ ...body, ...parameters })
  return sent === canonicalJson(input) ? undefined : digestOf(sent)
}

function actorOf(shell: Shell, { call, assume }: CallUnderWay, row: EndpointRow): Actor | Rejection {
  const service = row.service === 'loans' ? 'loans' : 'banking'
  const authorization = call.asking.headers.get('authorization')
  const partner = authenticate({ world: shell.state.world, assume }, { authorization, service })
  return isRejection(partner) ? partner : { kind: 'partner', partner }
}

/** Returns the refusal of a call beyond the limit per second. Only then is the assumption about that limit noted as used. */
function beyondLimit(
  shell: Shell,
  { call: { asking, body }, values, assume }: CallUnderWay,
  { name }: Match,
): Rejection | undefined {
  if (values['limits.requestsPerSecond'] === null) return undefined
  const call = { endpoint: name, headers: Object.fromEntries(asking.headers), body: body.text }
  const refused = askedTooOften(shell.state, call, values['limits.requestsPerSecond'])
  if (refused) assume('limits.requestsPerSecond')
  return refused
}

function keyOf({ call, values }: CallUnderWay, { row }: Match): string | null {
  // A repeated GET, DELETE or call without a token changes nothing more, so the service ignores the keys of such calls.
  if (row.method === 'GET' || row.method === 'DELETE' || !row.isSecured) return null
  return call.asking.headers.get(values['idempotency.header']) || null
}

/** The problems of key and amount, which the core would find after those of the shape. One answer lists them all. (§7) */
function problemsBeside({ assume, notes }: CallUnderWay, { row }: Match, key: string | null, body: unknown): Problem[] {
  const amount = isRecord(body) && movesWire(row) ? body['amount'] : undefined
  // The schema refuses other amounts.
  const isAmount = typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0
  return notes.under(row.operation, () => {
    const ofAmount = isAmount ? problemOfAmount(assume, amount) : undefined
    const ofKey = key ? problemOfKey(assume, key) : undefined
    return [ofAmount ?? [], ofKey ?? []].flat()
  })
}

const movesWire = ({ operation }: EndpointRow) => operation === 'wires.create' || operation === 'wires.simulateInbound'

/** Checks path, query and body, and merges them into the input of the operation; or returns the problems of all three. */
function inputOf(
  shell: Shell,
  { call: { url }, notes }: CallUnderWay,
  { row, parameters }: Match,
  body: unknown,
): Parsed<unknown> {
  const context = { overrides: shell.state.world.settings.assume, notes }
  const given = [
    [row.parameters, idsIn(parameters)],
    [row.query, row.query && queryFrom(row.query, url.searchParams)],
    [row.body, body],
  ] as const
  const parts = given.flatMap(([schema, value]) => (schema ? [parse(schema, value, context)] : []))
  const problems = parts.flatMap((part) => ('problems' in part ? part.problems : []))
  if (problems.length > 0) return { problems }
  return { value: Object.assign({}, ...parts.map((part) => ('value' in part ? part.value : {}))) }
}

/** The answer to `GET {auth_url}/.well-known/openid-configuration`: OAuth client libraries learn from it where to request tokens. (§5) */
function discover({ authUrl }: Addresses) {
  const issuer = withoutLastSlashes(authUrl)
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    response_types_supported: [],
  }
}
