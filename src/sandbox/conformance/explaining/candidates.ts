/** The candidates for a difference: the assumptions that may explain it, with the values to try, the likeliest first. */

import { valueText } from '../../../contract/value-text.ts'
import { isObservation } from '../../../core/assumptions/assumed-values.ts'
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { keysOf } from '../../../core/kernel/keys.ts'
import { DAY, MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import type { Call } from '../../recordings/exchange.ts'
import type { FirstDifference } from '../comparing/comparing.ts'
import { instantOf, sourceInImad } from '../comparing/forms.ts'
import type { ConformanceExplanation } from '../scene.ts'
import type { OurSide } from '../sides/run-sides.ts'
import { sourceOf } from '../telling/source.ts'

export type Candidate = ReturnType<typeof candidatesFor>[number]

/** Limits are tried last, because a call may be refused for many other reasons. */
export const isLimit = (id: AssumptionId): boolean => id.startsWith('limits.') || id === 'idempotency.keyLength'

/** A limit cannot explain the difference if the other side refuses the call in words that do not name the limit. */
function isLimitSaid(id: AssumptionId, { calls: { theirs } }: FirstDifference): boolean {
  if (!isLimit(id)) return false
  return !isOfAmount(id) || theirs === undefined || theirs.status < 400 || OF_AMOUNT.test(JSON.stringify(theirs.body))
}

const isOfAmount = (id: AssumptionId): boolean => id.startsWith('limits.amount')
/** The words by which a refusal names a limit of amounts. */
const OF_AMOUNT = /amount|limit|minim|maxim|exceed/i

/** Fields whose values reveal a second assumption, besides the source of the field (the assumption or section that decides it). */
const showing: { readonly [field: string]: AssumptionId } = {
  pageSize: 'paging.pageSize',
  results: 'paging.pageSize',
  ledgerType: 'subledgers.ledgerType',
  'original-request-id': 'idempotency.header',
}

/**
 * First the assumption that decides the field, then those that our run used. The values of an assumption come in this order: those that
 * the other side's answer shows; likely ones, such as a longer delay; those in the catalogue of assumptions.
 */
export function candidatesFor(parting: FirstDifference, ours: OurSide) {
  const source = sourceOf(parting)
  const own = [source, showing[parting.path.at(-1) ?? '']].flatMap((id) =>
    id !== undefined && id in assumptions ? [id as AssumptionId] : [],
  )
  // Our bank names a limit only near its own value. That of the other side may be near the value that was sent.
  const sent = keysOf(assumptions).filter((id) => isOfAmount(id) && amounts(parting.calls.ours).length > 0)
  const others = [...new Set([...ours.used, ...sent])].filter((id) => !own.includes(id))
  const limits = others.filter((id) => isLimitSaid(id, parting))
  // If the refusal names a limit, nothing else is its cause.
  const isNamed = limits.length > 0 && Number(parting.calls.theirs?.status) >= 400
  const ids = [...new Set([...own, ...(isNamed ? [] : others.filter((id) => !isLimit(id))), ...limits])]
  return ids.flatMap((id) => {
    const { allowed, default: preset } = assumptions[id]
    if (allowed.isFixed) return []
    const given = ours.assumed[id]
    const now = (isObservation(given) ? given.value : given) ?? preset
    const shown = valuesShown(id, id === source, own.includes(id), parting)
    const values = [...shown, ...valuesLikely(id, id === source, parting, ours), ...allowed.others, preset]
    const byText = new Map(values.filter((value) => allowed.accepts(value)).map((value) => [valueText(value), value]))
    byText.delete(valueText(now))
    return [...byText.values()].map((value) => {
      const isShown = shown.includes(value)
      return {
        id,
        value,
        bound: isShown ? undefined : boundFrom(id, now, value),
        /** The logarithmic distance of a limit from our value; 0 for other assumptions. */
        distance: isLimit(id) ? Math.abs(Math.log(Number(value) / Number(now ?? value))) : 0,
        isOwn: own.includes(id),
        isSource: id === source,
        /** Whether the other side's answer shows this value. */
        isShown,
      }
    })
  })
}

/** Which other values explain the difference, too: `or more` means all greater ones. Undefined if no others do. */
function boundFrom(id: AssumptionId, now: unknown, value: unknown): ConformanceExplanation['bound'] {
  if (typeof value !== 'number' || !(isDelay(id) || isLimit(id))) return undefined
  if (value > Number(now ?? (isLimit(id) ? Number.POSITIVE_INFINITY : 0))) return 'or more'
  return assumptions[id].allowed.accepts(value - 1) ? 'or less' : undefined
}

/** Values that the other side's answer shows: in the field itself, in another field, or by the times of its records. */
function valuesShown(id: AssumptionId, isSource: boolean, isOwn: boolean, { theirs, place, calls }: FirstDifference) {
  const fields = fieldsOf(calls.theirs?.body)
  const named = Object.keys(showing).flatMap((name) => (showing[name] === id ? [fields[name]] : []))
  // A text without letters and digits was masked by the recorder, so it shows no value.
  const isRead = isOwn && (place === 'body' || place === 'headers') && /[\p{L}\p{N}]/u.test(String(theirs))
  const unit = unitOf(id)
  return [
    ...(isRead ? [id === 'wires.imadSource' ? sourceInImad(theirs) : theirs] : []),
    ...named,
    ...(unit && isSource ? spansIn(fields).map((span) => Math.round(span / unit)) : []),
  ]
}

/** The spans between the times of a record, or of each record of a page. */
function spansIn(body: Readonly<Record<string, unknown>>): number[] {
  const records = Array.isArray(body['results']) ? body['results'] : [body]
  return records.map(fieldsOf).flatMap((record) => {
    const times = Object.entries(record).flatMap(([name, value]) =>
      name === 'effectiveDate' ? [] : (instantOf(name, value) ?? []),
    )
    // In a record that was completed at its creation, equal times are kept: they show a delay of 0.
    const sorted = ('completedAt' in record ? times : [...new Set(times)]).toSorted((one, other) => one - other)
    return sorted.slice(1).flatMap((time, index) => [time - (sorted[index] as number), time - (sorted[0] as number)])
  })
}

/** Whether an assumption is a delay. A scenario shows only a lower or an upper bound of a delay. */
const isDelay = (id: AssumptionId): boolean => unitOf(id) !== undefined

const unitOf = (id: AssumptionId) => units.find(([end]) => id.endsWith(end))?.[1]

const units: readonly (readonly [end: string, milliseconds: number])[] = [
  ['Seconds', SECOND],
  ['Minutes', MINUTE],
  ['Days', DAY],
]

const isOfKey = (name: string): boolean => /key|idempot|request/.test(name)

/**
 * Values to try. For a delay: just above and just below the age of the record when it was read, and just above the duration of the
 * scenario. For a limit: the sent value, and just below and just above it. For the header of an idempotency key: headers that were sent, and one that was not.
 */
function valuesLikely(id: AssumptionId, isSource: boolean, { calls, place, record }: FirstDifference, ours: OurSide) {
  const unit = unitOf(id)
  const { began, ended } = ours
  if (unit) {
    const from = (isSource ? instantOf('createdAt', record?.['createdAt']) : undefined) ?? began
    const looked = Math.floor(((place === 'body' ? calls.ours?.at : undefined) ?? ended) - from) / unit
    return [Math.floor(looked) + 1, ...(isSource ? [Math.floor(looked)] : []), Math.ceil((ended - began) / unit) + 1]
  }
  if (id === 'idempotency.header') {
    return [...Object.keys(calls.ours?.requestHeaders ?? {}).filter(isOfKey), 'x-idempotency-key']
  }
  if (place !== 'status' || !isOfAmount(id)) return []
  return amounts(calls.ours).flatMap((value) => [value - 1, value, value + 1])
}

function amounts(call: Call | undefined): number[] {
  const fields = Object.entries((call?.requestBody ?? {}) as object)
  return fields.flatMap(([name, value]) => (/amount/i.test(name) && typeof value === 'number' ? [value] : []))
}
