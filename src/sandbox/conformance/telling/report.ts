/** The report of a comparison. It shows no secret, name or account number: if a value may be private, the report shows only its kind. */

import { endpoints } from '../../../contract/endpoints.ts'
import { valueText } from '../../../contract/value-text.ts'
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { count } from '../../../core/kernel/count.ts'
import { groupBy } from '../../../core/kernel/group-by.ts'
import { isRecord } from '../../../core/kernel/json.ts'
import { visibleLines } from '../../../core/kernel/visible.ts'
import { Pseudonyms } from '../../recordings/field-kind.ts'
import { redactedJson, redactedName } from '../../recordings/redact.ts'
import { isUuid, vocabulary } from '../../recordings/vocabulary.ts'
import { BY_A_PROXY, OTHER_ERROR } from '../comparing/calls.ts'
import { ABSENT, type FirstDifference, type Pairs, type SideName } from '../comparing/comparing.ts'
import type { Comparison } from '../comparing/sides.ts'
import { isLimit } from '../explaining/candidates.ts'
import type { ConformanceExplanation, ConformanceReport, Difference } from '../scene.ts'
import { sourceOf } from './source.ts'

export type Explained = Omit<ConformanceReport, 'verdict' | 'first' | 'text'>

/** The most differences in a report. Later differences mostly follow from earlier ones. */
const MOST_DIFFERENCES = 20

export function reportOf({ differences: all, ...found }: Explained): ConformanceReport {
  const alike = [...groupBy(all, kindOf).values()]
  const once = alike.map((same) => ({ ...(same[0] as Difference), times: same.length }))
  const differences = once.slice(0, MOST_DIFFERENCES)
  const isBroken = once.some((each) => each.isSpecified)
  const verdict = once.length === 0 ? 'agree' : isBroken ? 'differ' : 'unspecified'
  const report = { ...found, verdict, first: differences[0], differences } as const
  return { ...report, text: visibleLines(reportText(report, once)) }
}

/** A key that is equal for differences that are reported as one: in several calls of an endpoint, or in several records of a list. */
function kindOf({ call, path, ours, theirs, source, isSpecified, explained }: Difference): string {
  // A service writes all its errors in one form.
  const places = theirs === OTHER_ERROR ? [] : [call.replace(/ #\d+$/, ''), path.replaceAll(/\b\d+\b/g, '*')]
  // In bodies digits are ignored: if one side writes amounts as texts, this is one difference, whatever the amounts are.
  const values = path.startsWith('body.')
    ? [ours, theirs].map((value) => value.replaceAll(/\d+/g, '#'))
    : [ours, theirs]
  return JSON.stringify([...places, ...values, source, isSpecified, explained])
}

function reportText(
  { verdict, differences, assume, calls, agreeing, runs }: Omit<ConformanceReport, 'text'>,
  all: readonly Difference[],
): string {
  const more = all.length - differences.length
  const left = all.filter(({ explained }) => explained === undefined).length
  const rest = left === 0 ? 'does the same as the other side' : `leaves ${count(left, 'difference')}`
  const lines = [
    `${verdict}: ${agreeing} of ${count(calls, 'call')} ${agreeing === 1 ? 'agrees' : 'agree'}, ${count(all.length, 'difference')}`,
    ...differences.flatMap(differenceLines),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(Object.keys(assume).length > 0 ? [`createBank({ assume: ${assumeText(assume)} }) ${rest}.`] : []),
    `The scenario ran ${runs === 1 ? 'once' : `${runs} times`} on our side.`,
  ]
  return lines.join('\n')
}

function differenceLines(difference: Difference): string[] {
  const { call, path, ours, theirs, times } = difference
  const place = path === '' ? call : `${call} → ${path}`
  const often = times > 1 ? `, ${times} times` : ''
  return [`  ${place}: here ${ours}, there ${theirs}${often}`, `    ${whyText(difference)}`]
}

function whyText(difference: Difference): string {
  const { call, path, ours, theirs, source, isSpecified, explained, alternatives, isTried } = difference
  if (explained !== undefined) {
    const all = [explained, ...alternatives]
    const values = all.map(({ id, value, bound }) => [`${id} = ${valueText(value)}`, bound ?? []].flat().join(' '))
    const isOfField = explained.id === source || valueText(explained.value) === theirs
    return `${isOfField && !isLimit(explained.id) ? 'explained by' : 'could be'} ${values.join(', or ')}`
  }
  if (isSpecified) return source === undefined ? 'nothing in the contract explains it' : `specified in ${source}`
  if (isOfScenario(path) || isOfSpecified(call, path, source)) return 'may follow from an earlier difference'
  if (source === undefined) return withoutSource(path, theirs)
  if (!(source in assumptions)) return `not specified, but published (${source})`
  const { provenance, allowed } = assumptions[source as AssumptionId]
  const tried = isTried ? 'no tried value makes both sides equal' : 'not tried: allow more runs'
  const what = allowed.isFixed ? 'fixed: answer that call with a handler of your own' : tried
  const hint = [ours, theirs].includes('"Rejected"') ? '; bank.masterAccount decides whether there is enough money' : ''
  return `decided by ${source}, which is ${provenance}; ${what}${hint}`
}

function withoutSource(path: string, theirs: string): string {
  if (path !== 'status') return 'unknown to the contract'
  if (theirs.endsWith(BY_A_PROXY)) return 'the bank itself did not see the call'
  return 'the other side accepted such a call before, so it may have a limit of its own'
}

/** Whether the specification gives the value. If a difference in such a value breaks no rule, it may follow from an earlier difference. */
function isOfSpecified(call: string, path: string, source: Difference['source']): boolean {
  const name = call.split(' ')[0] ?? ''
  const row = Object.hasOwn(endpoints, name) ? endpoints[name as keyof typeof endpoints] : undefined
  return (row?.source === 'specified' || path.endsWith('currentBalance')) && source?.startsWith('§') === true
}

/** Whether a difference is in what the scenario does, not in an answer. */
const isOfScenario = (path: string): boolean => path === '' || /^(sent|returned|error)\b/.test(path)

function assumeText(assume: object): string {
  const parts = Object.entries(assume).map(([id, value]) => `'${id}': ${valueText(value)}`)
  return `{ ${parts.join(', ')} }`
}

/** What is told of a difference, with the values that explain it, if any do. */
export function differenceOf(
  parting: FirstDifference,
  { pairs }: Comparison,
  [explained, ...alternatives]: readonly ConformanceExplanation[] = [],
): Difference {
  const [ours, theirs] = [shownOf(parting, 'ours', pairs), shownOf(parting, 'theirs', pairs)]
  return {
    call: parting.call,
    path: pathOf(parting),
    ours,
    // Two values that are shown alike still differ.
    theirs: ours === theirs ? theirs.replace(/^<(?!another)/, '<another ') : theirs,
    source: sourceOf(parting),
    isSpecified: false,
    explained,
    alternatives,
    isTried: true,
    times: 1,
  }
}

function pathOf({ place, path }: FirstDifference): string {
  // A service may have personal data as the name of a field.
  const names = new Pseudonyms()
  const told = path.map((name) => (/^\d{1,3}$/.test(name) ? name : redactedName(name, names)))
  return place === 'call' ? '' : [place, ...told].join('.')
}

/** Whether the contract lists values of a field. If so, any single word in that field is shown. */
const hasWords = (field: string): boolean => (vocabulary().wordsOf.get(field.toLowerCase())?.size ?? 0) > 0
const WORD = /^[A-Za-z]{1,24}$/

/** The texts to show for both values: those of the difference, or the labels of two ids. */
function wordsOf({ words, ours, theirs }: FirstDifference, pairs: Pairs): FirstDifference['words'] {
  const labelOf = (side: SideName, id: unknown) => pairs.labelOf(side, id) ?? (isUuid(id) ? '<another id>' : undefined)
  const labels = { ours: labelOf('ours', ours), theirs: labelOf('theirs', theirs) }
  return words ?? (labels.ours && labels.theirs ? { ours: labels.ours, theirs: labels.theirs } : undefined)
}

function shownOf(parting: FirstDifference, side: SideName, pairs: Pairs): string {
  const { place, path, ours, theirs } = parting
  const [words, value] = [wordsOf(parting, pairs), parting[side]]
  if (words) return words[side]
  if (value === ABSENT) return 'absent'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isRecord(value)) return `a record of ${count(Object.keys(value).length, 'field')}`
  // Without list indexes, so that the last name is that of the field.
  const names = path.filter((name) => !/^\d+$/.test(name))
  if (place === 'status' || place === 'headers' || isHarmless(names, value)) return valueText(value)
  if (typeof value !== 'string') return '<number>'
  // A text that is only the other side's number is as harmless as that number.
  const isOtherNumber = [ours, theirs].some((each) => typeof each === 'number' && `${each}` === value)
  const isWord =
    (hasWords(names.at(-1) ?? '') && WORD.test(value)) || (isOtherNumber && isHarmless(names, Number(value)))
  if (isWord) return valueText(value)
  return pairs.labelOf(side, value) ?? (isUuid(value) ? '<id>' : `<text of ${String(value).length}>`)
}

/** Whether redaction would keep a value at this path. An id is told by its label. */
function isHarmless(path: readonly string[], value: unknown): boolean {
  const nested = path.toReversed().reduce<unknown>((within, name) => ({ [name]: within }), value)
  const bare = path.reduce<unknown>(
    (record) => Object.values(record as object)[0],
    redactedJson(nested, new Pseudonyms()),
  )
  return bare === value && !isUuid(value)
}
