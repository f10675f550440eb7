/** Where something that differs comes from: the section that says what must be, or the assumption that decides it. (§7) */
import type { ServiceName } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { errorSchemas, errorSources } from '../../../contract/error.ts'
import type { Schema } from '../../../contract/operation.ts'
import { fieldSourcesOf, originIn } from '../../../contract/record.ts'
import type { AssumptionId, Source } from '../../../core/assumptions/catalogue.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { namesOf } from '../../../core/kernel/names.ts'
import { rejections } from '../../../core/rejection.ts'
import { wireStatuses } from '../../../core/wires/wire-status.ts'
import { nearestSource } from '../../recordings/contract-check.ts'
import { documentedHeaders } from '../comparing/calls.ts'
import { ABSENT, type FirstDifference } from '../comparing/comparing.ts'
import { isWire } from '../comparing/forms.ts'
import { LACKING } from '../comparing/records.ts'

/** The source; undefined where the contract knows nothing of it. */
export function sourceOf(parting: FirstDifference): Source | undefined {
  if (parting.section !== undefined) return parting.section
  if (parting.place === 'status') return sourceOfStatus(parting)
  if (parting.place === 'headers') return documentedHeaders[parting.path[0] ?? '']?.[1]
  return parting.place === 'body' ? sourceOfField(parting) : undefined
}

/** Whether the specification says what must be there. It says nothing of a call that is only published. */
export function isSpecified(parting: FirstDifference, source: Source | undefined): boolean {
  const isOfSpecifiedCall = parting.endpoint !== null && endpoints[parting.endpoint].source === 'specified'
  // Every call refuses a token that is not valid in the same way.
  if (parting.section !== undefined || (parting.place === 'status' && source === '§7')) return true
  return isOfSpecifiedCall && source?.startsWith('§') === true
}

const serviceOf = ({ endpoint }: FirstDifference): ServiceName =>
  endpoint === null ? 'banking' : endpoints[endpoint].service

const isRefused = (status: unknown): boolean => typeof status === 'number' && status >= 400

/** Whether a status says that the service failed, as any service may at any time. */
const isFailure = (status: unknown): boolean => typeof status === 'number' && status >= 500

function sourceOfStatus(parting: FirstDifference): Source {
  const { ours, theirs, endpoint } = parting
  if (ours === 429 || theirs === 429) return 'limits.requestsPerSecond'
  if (isFailure(ours) || isFailure(theirs)) return errorSources[serviceOf(parting)]
  // The specification has the refusal of a token, and not that of a client which asks for one.
  if (ours === 401 || theirs === 401) return endpoint === 'requestToken' ? errorSources.token : '§7'
  if (!isRefused(ours) && !isRefused(theirs)) return 'http.createStatus'
  if (isRefused(ours) && isRefused(theirs)) return errorSources[serviceOf(parting)]
  if (isRefused(ours)) return refusalSource(parting) ?? errorSources[serviceOf(parting)]
  if (endpoint === null) return 'http.unknownCalls'
  const { section, body, response } = endpoints[endpoint]
  // Which fields and parameters there must be is not shown: a service that refuses for them may ask for others.
  const ofRequest = body ? originIn(body)?.requires : fieldSourcesOf(response).fields['pageSize']
  return (theirs === 400 || theirs === 422 ? ofRequest : undefined) ?? (section as Source)
}

/** The source of our refusal, by the number of its error. */
function refusalSource({ calls }: FirstDifference): Source | undefined {
  const { errors } = (calls.ours?.body ?? {}) as { errors?: readonly { code?: unknown }[] }
  const number = Array.isArray(errors) ? errors[0]?.code : undefined
  const code = namesOf(rejections).find((each) => rejections[each].number === number)
  return code === undefined ? undefined : rejections[code].from
}

function sourceOfField(parting: FirstDifference): Source | undefined {
  const { endpoint, path, record, ours, theirs, words, calls } = parting
  if (endpoint === null || isRefused(calls.ours?.status)) return sourceIn(errorSchemas[serviceOf(parting)], parting)
  if (path.at(-1) === 'status' && record && isWire(record) && !isFirstAnswer(parting)) {
    const isStatus = typeof theirs === 'string' && Object.hasOwn(wireStatuses, theirs)
    // A restriction that one side does not enforce. (rule 2)
    if ([record, fieldsOf(calls.theirs?.body)].some((each) => each['postingCode'] === 'RES')) return '§2.8'
    return isStatus ? timingOf(String(record['direction']), String(ours), theirs) : '§3'
  }
  if (record && isWire(record) && record['status'] === 'Rejected' && /^posting/.test(path.at(-1) ?? ''))
    return 'wires.rejected'
  if (words !== undefined && path.length === 1 && /^results$/i.test(path[0] ?? '')) return sourceOfList(parting)
  const { response, section } = endpoints[endpoint]
  const isWhole = path.every((name) => /^(\d+|length)$/.test(name))
  return sourceOfValue(parting) ?? sourceIn(response, parting) ?? (isWhole ? (section as Source) : undefined)
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The source of some values, where it is another than that of their field. */
function sourceOfValue({ endpoint, path, ours, theirs, record }: FirstDifference): Source | undefined {
  const field = path.at(-1) ?? ''
  // The specification has the type of each field of a wire, whatever decides its value.
  if (isWire(record) && isPlain(ours) && isPlain(theirs) && typeof ours !== typeof theirs) return '§2.4'
  // The specification says that it is a number, and not which one.
  if (field === 'expires_in' && Number.isSafeInteger(theirs)) return 'tokens.lifetimeSeconds'
  // It says that a Completed wire has them, and not what they are.
  if (/^[io]mad$/.test(field) && theirs === ABSENT) return '§2.4'
  // The reason of a restriction that is placed without one.
  if (field === 'reason' && ours === 'Restriction') return '§2.8'
  return endpoint === 'getLoanSummary' && path.join('.') === 'Results.length' ? 'loans.take' : undefined
}

/** The source of a field of a body; for an error as a whole, the source of its first field. */
function sourceIn(schema: Schema, { path, ours, theirs }: FirstDifference): Source | undefined {
  const { fields } = fieldSourcesOf(schema)
  const names =
    path.length === 0 ? Object.keys(Object(ours)).slice(0, 1) : path.filter((name) => !/^(\d+|length)$/.test(name))
  // A field that only they have has no source; a part of a field that we have has the source of that field.
  if (ours !== ABSENT) return nearestSource(fields, names)
  const source = fields[names.join('.')]
  // The assumption that decides a value does not decide whether null stands in its place.
  return theirs === null && !source?.startsWith('§') ? undefined : source
}

/** The source of the records in a list and of their order. A poll hands events out; the events of wires are specified. */
function sourceOfList({ endpoint, words }: FirstDifference): Source {
  const [ours = '', theirs = ''] = [words?.ours, words?.theirs]
  if (endpoint === 'pollEvents')
    return /^Wire\.Payment\./.test(ours === LACKING ? theirs : ours) ? '§6' : 'webhooks.poll'
  return ours === LACKING || theirs === LACKING ? 'subledgers.listQuery' : 'paging.order'
}

/** The specification says in which status a wire begins, and not how long it stays there. (§3) */
const isFirstAnswer = ({ endpoint }: FirstDifference): boolean =>
  endpoint === 'createWire' || endpoint === 'simulateInboundWire'

/** The assumption that decides which of two statuses a wire has by now. */
function timingOf(direction: string, ...statuses: readonly [string, string]): AssumptionId {
  if (direction === 'Inbound') return 'wires.inboundSeconds'
  return timings.find(([status]) => statuses.includes(status))?.[1] ?? 'wires.batchTimes'
}

const timings: readonly (readonly [status: string, AssumptionId])[] = [
  ['Rejected', 'wires.rejected'],
  ['Canceled', 'wires.canceling'],
  ['Created', 'wires.reviewSeconds'],
  ['Hold', 'wires.reviewOutcome'],
  ['Batched', 'wires.batchedSeconds'],
  ['Processing', 'wires.acknowledgementSeconds'],
]
