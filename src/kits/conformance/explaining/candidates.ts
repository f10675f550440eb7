/** Which assumptions may explain a difference, with which values, the likeliest first. */
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { isObservation } from '../../../core/assumptions/observation.ts'
import { DAY, MINUTE, SECOND } from '../../../core/kernel/time/instant.ts'
import { textOf } from '../../../core/option-check.ts'
import type { Parting } from '../comparing/parting.ts'
import type { OurSide } from '../sides/our-side.ts'
import { sourceOf } from '../telling/source.ts'

export interface Candidate {
  readonly id: AssumptionId
  readonly value: unknown
  /** Whether it is what the other side shows. */
  readonly isShown: boolean
}

/**
 * The assumption that the field comes from, and those that our run rested on; each with the values that the catalogue has to try, with the
 * value that the other side shows, and, of a number, with those that what was sent and waited for makes likely.
 */
export function candidatesFor(
  parting: Parting,
  ours: OurSide,
  assumed: Readonly<Record<string, unknown>>,
): Candidate[] {
  const source = sourceOf(parting)
  const own = source !== undefined && source in assumptions ? [source as AssumptionId] : []
  const ids = [...new Set([...own, ...ours.used])]
  return ids.flatMap((id) => {
    const { allowed, default: preset } = assumptions[id]
    if (allowed.isFixed) return []
    const given = assumed[id]
    const now = (isObservation(given) ? given.value : given) ?? preset
    const values = [
      ...valuesRead(parting, id === source),
      ...allowed.others,
      ...numbersLikely(id, parting, ours),
      preset,
    ]
    return distinct(values.filter((value) => allowed.accepts(value) && textOf(value) !== textOf(now))).map((value) => ({
      id,
      value,
      isShown: value === parting.theirs,
    }))
  })
}

const distinct = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((each) => [textOf(each), each])).values(),
]

/** What the other side shows: a text of the assumption that the field comes from, a number of any that takes it. */
function valuesRead({ theirs, place }: Parting, isSource: boolean): unknown[] {
  const isValue = typeof theirs === 'number' || (isSource && typeof theirs === 'string')
  return isValue && (place === 'body' || place === 'headers') ? [theirs] : []
}

const units: readonly (readonly [end: string, milliseconds: number])[] = [
  ['Seconds', SECOND],
  ['Minutes', MINUTE],
  ['Days', DAY],
]

/** Of a delay, one that is longer than the scenario waited; of a limit, just below and above what was sent. */
function numbersLikely(id: AssumptionId, { calls }: Parting, { waited }: OurSide): number[] {
  const unit = units.find(([end]) => id.endsWith(end))
  if (unit) return [Math.ceil(waited / unit[1]) + 1]
  if (!id.startsWith('limits.') && !id.startsWith('idempotency.')) return []
  const { requestBody, requestHeaders } = calls.ours ?? {}
  const amounts = Object.values((requestBody ?? {}) as object).filter((value) => typeof value === 'number')
  const lengths = id === 'idempotency.keyLength' ? Object.values(requestHeaders ?? {}).map(({ length }) => length) : []
  return [...amounts, ...lengths].flatMap((value) => [value - 1, value, value + 1])
}
