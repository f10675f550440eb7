/** Which assumptions may explain a difference, with which values, the likeliest first. */

import { isObservation } from '../../../core/assumptions/assumed-values.ts'
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { DAY, formatInstant, MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { valueText } from '../../../core/kernel/value-text.ts'
import type { FirstDifference } from '../comparing/comparing.ts'
import { instantOf } from '../comparing/forms.ts'
import type { OurSide } from '../sides/live-sides.ts'
import type { Call } from '../sides/side.ts'
import { sourceOf } from '../telling/source.ts'

export type Candidate = ReturnType<typeof candidatesFor>[number]

/** Whether an assumption is a limit of requests. A call may be refused for many other reasons. */
export const isLimit = (id: AssumptionId): boolean => id.startsWith('limits.') || id === 'idempotency.keyLength'

/** Whether the refusal of the other side may be by this limit: one that does not name it, but a missing field say, is not. */
function isLimitSaid(id: AssumptionId, { calls: { theirs } }: FirstDifference): boolean {
  if (!isLimit(id)) return false
  const word = boundOf(id)?.word
  return word === undefined || theirs === undefined || theirs.status < 400 || word.test(JSON.stringify(theirs.body))
}

/** Limits that can be read off the request, each with the word by which a refusal names it. */
const bounds = [
  { of: /^limits\.amount/, word: /amount|limit|minim|maxim|exceed/i, sent: amounts },
  { of: /^idempotency\.keyLength/, word: /key/i, sent: keyLengths },
]

const boundOf = (id: AssumptionId) => bounds.find(({ of }) => of.test(id))

/**
 * The assumption that the field comes from, and those that our run rested on; each with the values to try: those of the catalogue; for
 * the field's own assumption, the value that the other side shows; for a delay, one that is longer than the scenario had waited; for a
 * limit that was met, its neighbours.
 *
 * @returns each with whether the other side shows this value, and whether the assumption is the source of the field that differs
 */
export function candidatesFor(parting: FirstDifference, ours: OurSide) {
  const source = sourceOf(parting)
  const shows = showing[parting.path.at(-1) ?? '']
  const own = [source, shows].flatMap((id) => (id !== undefined && id in assumptions ? [id as AssumptionId] : []))
  const others = ours.used.filter((id) => !own.includes(id))
  const ids = [
    ...new Set([...own, ...others.filter((id) => !isLimit(id)), ...others.filter((id) => isLimitSaid(id, parting))]),
  ]
  return ids.flatMap((id) => {
    const { allowed, default: preset } = assumptions[id]
    if (allowed.isFixed) return []
    const given = ours.assumed[id]
    const now = (isObservation(given) ? given.value : given) ?? preset
    const values = [
      ...(id === source || id === shows ? valuesRead(parting) : []),
      ...valuesLikely(id, parting, ours),
      ...allowed.others,
      preset,
    ]
    const byText = new Map(values.filter((value) => allowed.accepts(value)).map((value) => [valueText(value), value]))
    byText.delete(valueText(now))
    return [...byText.values()].map((value) => {
      return { id, value, isShown: value === parting.theirs, isOwn: own.includes(id) }
    })
  })
}

/** Fields that show an assumption which is not their source. */
const showing: { readonly [field: string]: AssumptionId } = {
  pageSize: 'paging.pageSize',
  effectiveDate: 'wires.cutOff',
}

/** The values that the other side shows. */
function valuesRead({ theirs, place }: FirstDifference): unknown[] {
  const isValue = typeof theirs === 'number' || typeof theirs === 'string'
  return isValue && (place === 'body' || place === 'headers') ? [theirs] : []
}

/** Whether an assumption is a delay, for which a scenario shows only a lower or an upper bound. */
export const isDelay = (id: AssumptionId): boolean => units.some(([end]) => id.endsWith(end))

const units: readonly (readonly [end: string, milliseconds: number])[] = [
  ['Seconds', SECOND],
  ['Minutes', MINUTE],
  ['Days', DAY],
]

/**
 * For a delay: longer than the scenario had waited until then, and in all. For a limit by which one side refuses: just below and above
 * what was sent. For the cut-off: a minute before and after their wire was made.
 */
function valuesLikely(id: AssumptionId, { calls, place, path }: FirstDifference, { waited, calendar }: OurSide) {
  const unit = units.find(([end]) => id.endsWith(end))
  if (unit) {
    const waits = [place === 'body' ? (calls.ours?.at ?? waited) : waited, waited]
    return waits.map((milliseconds) => Math.ceil(milliseconds / unit[1]) + 1)
  }
  if (id === 'wires.cutOff' && path.at(-1) === 'effectiveDate') {
    const made = instantOf('createdAt', (calls.theirs?.body as { createdAt?: unknown } | null)?.createdAt)
    if (made === undefined) return []
    return [made - MINUTE, made + MINUTE].map((instant) => formatInstant(instant, calendar.zone).slice(11, 16))
  }
  if (place !== 'status') return []
  return (boundOf(id)?.sent(calls.ours) ?? []).flatMap((value) => [value - 1, value, value + 1])
}

function keyLengths(call: Call | undefined): number[] {
  const headers = Object.entries(call?.requestHeaders ?? {})
  return headers.flatMap(([name, { length }]) => (/idempotency/.test(name) ? [length] : []))
}

function amounts(call: Call | undefined): number[] {
  const fields = Object.entries((call?.requestBody ?? {}) as object)
  return fields.flatMap(([name, value]) => (/amount/i.test(name) && typeof value === 'number' ? [value] : []))
}
