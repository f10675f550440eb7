/** Finds the source of a difference: the section that specifies the value, or the assumption that decides it. (§7) */
import type { ServiceName } from '../../../contract/endpoint.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { errorSchemas, errorSources } from '../../../contract/error.ts'
import type { Schema } from '../../../contract/operation.ts'
import { fieldSourcesOf, originIn } from '../../../contract/record.ts'
import type { AssumptionId, Source } from '../../../core/assumptions/catalogue.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { keysOf } from '../../../core/kernel/keys.ts'
import { rejections } from '../../../core/rejection.ts'
import { wireStatuses } from '../../../core/wires/wire-status.ts'
import { nearestSource } from '../../recordings/contract-check.ts'
import { isOfProxy } from '../../recordings/exchange.ts'
import { documentedHeaders } from '../comparing/calls.ts'
import { ABSENT, type FirstDifference } from '../comparing/comparing.ts'
import { isWire } from '../comparing/forms.ts'
import { LACKING } from '../comparing/records.ts'

/** Undefined if the contract does not know the place. */
export function sourceOf(parting: FirstDifference): Source | undefined {
  if (parting.section !== undefined) return parting.section
  if (parting.place === 'status') return sourceOfStatus(parting)
  if (parting.place === 'headers') return documentedHeaders[parting.path[0] ?? '']?.[1]
  return parting.place === 'body' ? sourceOfField(parting) : undefined
}

/** Whether a difference is in an answer. Any other difference may be a consequence of an earlier answer. */
export const isAnswered = ({ place }: FirstDifference): boolean =>
  place === 'status' || place === 'headers' || place === 'body'

/** Whether a difference breaks the specification, which does not cover the values of calls that are only published. */
export function breaksRule(parting: FirstDifference, source: Source | undefined): boolean {
  const isOfSpecifiedCall = parting.endpoint !== null && endpoints[parting.endpoint].source === 'specified'
  // All calls refuse an invalid token in the same way, the published ones too.
  if (parting.section?.startsWith('§') || (parting.place === 'status' && source === '§7')) return true
  if (!isAnswered(parting)) return true
  return isOfSpecifiedCall && source?.startsWith('§') === true
}

const serviceOf = ({ endpoint }: FirstDifference): ServiceName =>
  endpoint === null ? 'banking' : endpoints[endpoint].service

const isRefused = (status: unknown): boolean => typeof status === 'number' && status >= 400

/** Whether a status means a failure of the service, which can happen at any time. */
const isFailure = (status: unknown): boolean => typeof status === 'number' && status >= 500

function sourceOfStatus(parting: FirstDifference): Source | undefined {
  const { ours, theirs, endpoint } = parting
  if (ours === 429 || theirs === 429) return 'limits.requestsPerSecond'
  if (isFailure(ours) || isFailure(theirs)) return errorSources[serviceOf(parting)]
  if (parting.calls.theirs && isOfProxy(parting.calls.theirs)) return undefined
  // The specification covers the refusal of a token, but not the refusal of a token request.
  if (ours === 401 || theirs === 401) return endpoint === 'requestToken' ? errorSources.token : '§7'
  if (!isRefused(ours) && !isRefused(theirs)) return 'http.createStatus'
  if (isRefused(ours))
    return (isRefused(theirs) ? undefined : refusalSource(parting)) ?? errorSources[serviceOf(parting)]
  return sourceOfRefusal(parting)
}

/** Only the other side refuses, perhaps because it demands other fields or parameters: so the source is that of the required fields. */
function sourceOfRefusal({ endpoint, theirs, isDoneBefore }: FirstDifference): Source | undefined {
  if (endpoint === null) return 'http.unknownCalls'
  const { method, section, body, response } = endpoints[endpoint]
  if (isDoneBefore && method !== 'GET') return undefined
  const ofRequest = body ? originIn(body)?.requires : fieldSourcesOf(response).fields['pageSize']
  return (theirs === 400 || theirs === 422 ? ofRequest : undefined) ?? (section as Source)
}

function refusalSource({ calls }: FirstDifference): Source | undefined {
  const { errors } = (calls.ours?.body ?? {}) as { errors?: readonly { code?: unknown }[] }
  const number = Array.isArray(errors) ? errors[0]?.code : undefined
  const code = keysOf(rejections).find((each) => rejections[each].number === number)
  return code === undefined ? undefined : rejections[code].from
}

function sourceOfField(parting: FirstDifference): Source | undefined {
  const { endpoint, path, record, ours, theirs, words, calls } = parting
  if (endpoint === null || isRefused(calls.ours?.status)) return sourceIn(errorSchemas[serviceOf(parting)], parting)
  if (path.at(-1) === 'status' && record && isWire(record) && !isFirstAnswer(parting)) {
    const isStatus = typeof theirs === 'string' && Object.hasOwn(wireStatuses, theirs)
    // One side does not enforce a restriction (§2.8 rule 2).
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

/** The source of certain values, if it differs from that of their field. */
function sourceOfValue({ endpoint, path, ours, theirs, record }: FirstDifference): Source | undefined {
  const field = path.at(-1) ?? ''
  // The specification gives the type of each field of a wire, even if an assumption decides the value.
  if (isWire(record) && isPlain(ours) && isPlain(theirs) && typeof ours !== typeof theirs) return '§2.4'
  // The receiver of an inbound wire is the bank itself, as the sender of an outbound one is.
  if (isWire(record) && record?.['direction'] === 'Inbound' && isPlain(ours) && isPlain(theirs)) {
    if (field === 'receiverRoutingNumber') return 'bank.routingNumber'
    if (field === 'receiverName') return 'bank.name'
  }
  // The specification says that `expires_in` is a number, but not which.
  if (field === 'expires_in' && Number.isSafeInteger(theirs)) return 'tokens.lifetimeSeconds'
  // The specification says that a Completed wire has `imad` and `omad`, but not their values.
  if (/^[io]mad$/.test(field) && theirs === ABSENT) return '§2.4'
  return endpoint === 'getLoanSummary' && path.join('.') === 'Results.length' ? 'loans.take' : undefined
}

/** The source of a field of a body; if the body as a whole differs, the source of its first field. */
function sourceIn(schema: Schema, { path, ours, theirs }: FirstDifference): Source | undefined {
  const { fields } = fieldSourcesOf(schema)
  const names =
    path.length === 0 ? Object.keys(fields).slice(0, 1) : path.filter((name) => !/^(\d+|length)$/.test(name))
  // A field of ours that the contract does not list has the source of its parent. A field that only the other side has must be listed.
  if (ours !== ABSENT) return nearestSource(fields, names)
  const source = fields[names.join('.')]
  // An assumption decides the value of a field, but not whether the field may be null.
  return theirs === null && !source?.startsWith('§') ? undefined : source
}

/** The source of a difference in the records of a list or in their order. Of polled events only those of wires are specified. */
function sourceOfList({ endpoint, words }: FirstDifference): Source {
  const [ours = '', theirs = ''] = [words?.ours, words?.theirs]
  const isOrder = ours !== LACKING && theirs !== LACKING
  if (endpoint === 'pollEvents')
    return !isOrder && /^Wire\.Payment\./.test(ours === LACKING ? theirs : ours) ? '§6' : 'webhooks.poll'
  return isOrder ? 'paging.order' : 'subledgers.listQuery'
}

/** Whether a call creates a wire. Its first status is specified, but how long the wire keeps it is not. (§3) */
const isFirstAnswer = ({ endpoint }: FirstDifference): boolean =>
  endpoint === 'createWire' || endpoint === 'simulateInboundWire'

/** The assumption that decides when a wire goes from one of two statuses to the other. */
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
