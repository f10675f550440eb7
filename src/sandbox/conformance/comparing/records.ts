/**
 * Compares each record of a list with its counterpart, wherever that is in the other list. Records from before the scenario, and the totals
 * of the page, are compared only if both lists have the same number of these records.
 */
import { type Fields, fieldOf, isListOfRecords } from '../../service/fields.ts'
import type { Memory, Pairs, SideName } from './comparing.ts'

interface Listed {
  readonly index: number
  readonly record: Fields
  /** The label of the record; undefined if it is not paired yet. */
  readonly label: string | undefined
}

/** The pairs of records in two pages, and the other differences of their lists; undefined if the bodies are not pages. */
export function pairedRecords({ pairs, inPart }: Memory, name: string, ours: Fields, theirs: Fields) {
  const list = ['results', 'Results'].find((name) => isListOfRecords(ours[name]) && isListOfRecords(theirs[name]))
  if (list === undefined) return undefined
  const here = listedIn(pairs, 'ours', ours[list] as readonly Fields[])
  const there = listedIn(pairs, 'theirs', theirs[list] as readonly Fields[])
  const ofBefore = { here: here.filter(isOfBefore), there: there.filter(isOfBefore) }
  const isOtherNumber = ofBefore.here.length !== ofBefore.there.length
  if (isOtherNumber) inPart.add(name)
  // Records from before the scenario shift the records on all pages.
  const isInPart = isOtherNumber || (inPart.has(name) && (goesOn(ours) || goesOn(theirs)))
  const strangers = isInPart ? [] : ofBefore.here.map((own, index) => [own, ofBefore.there[index] as Listed] as const)
  const paired = [...known(here, there), ...strangers].sort(([one], [other]) => one.index - other.index)
  // In another order, a page that is not the only one has other records.
  const isOtherPage = !isInPart && goesOn(ours) && goesOn(theirs) && missing(here, there).length > 0
  const otherRecords = isOtherPage
    ? [{ ours: listed(here), theirs: listed(there) }]
    : [
        ...missing(here, there, isInPart && goesOn(theirs)).map((label) => ({ ours: label, theirs: LACKING })),
        ...missing(there, here, isInPart && goesOn(ours)).map((label) => ({ ours: LACKING, theirs: label })),
        ...orders(here, there),
      ]
  return {
    list,
    /** Whether records from before the scenario are ignored. */
    isInPart,
    pairs: paired.map(([{ index, record }, other]) => ({
      path: [list, `${index}`],
      ours: record,
      theirs: other.record,
    })),
    /** Further differences: a record that one list lacks, another order, another number of loans. */
    others: [
      // Our bank was given the loans that the service showed. So if the service now lists fewer, that is a difference.
      ...(list === 'Results' && ofBefore.there.length < ofBefore.here.length
        ? [{ path: [list, 'length'], ours: here.length, theirs: there.length }]
        : []),
      ...otherRecords.map((words) => ({ path: [list], ours: undefined, theirs: undefined, words })),
    ],
  }
}

export const LACKING = 'not in the list'

export const isPage = (body: unknown): boolean =>
  ['results', 'Results'].some((name) => isListOfRecords(fieldOf(body, name)))

const isOfBefore = ({ label }: Listed): boolean => label === undefined

function listedIn(pairs: Pairs, side: SideName, records: readonly Fields[]): Listed[] {
  const seen = new Map<string, number>()
  return records.map((record, index) => {
    const label = labelOf(pairs, side, record)
    if (label === undefined) return { index, record, label }
    const count = (seen.get(label) ?? 0) + 1
    seen.set(label, count)
    // Two events may have the same name and the same resources.
    return { index, record, label: count === 1 ? label : `${label} (no. ${count})` }
  })
}

/** The label of a record by its id. A new event is labelled by its name and its resources. */
function labelOf(pairs: Pairs, side: SideName, record: Fields): string | undefined {
  const name = ['id', 'Id', 'accountNumber'].find((each) => Object.hasOwn(record, each)) ?? ''
  const label = pairs.labelOf(side, record[name])
  if (label !== undefined) return label
  const { eventName, resources } = record
  if (typeof eventName !== 'string' || !Array.isArray(resources) || resources.length === 0) return undefined
  const named = resources.map(String)
  if (!named.every((text) => pairs.isKnown(side, text))) return undefined
  return `${eventName} of ${named.map((text) => pairs.named(side, text)).join(', ')}`
}

function known(here: readonly Listed[], there: readonly Listed[]): (readonly [Listed, Listed])[] {
  return here.flatMap((own) => {
    const other = own.label === undefined ? undefined : there.find(({ label }) => label === own.label)
    return other ? [[own, other] as const] : []
  })
}

/** The labels of the records that the other list lacks. `mayFollow` is true if they may be on another page of that list. */
function missing(from: readonly Listed[], within: readonly Listed[], mayFollow = false): string[] {
  if (mayFollow) return []
  return from.flatMap(({ label }) =>
    label === undefined || within.some((other) => other.label === label) ? [] : [label],
  )
}

const listed = (records: readonly Listed[]): string => records.flatMap(({ label }) => label ?? []).join(', ')

const goesOn = (page: Fields): boolean => page['hasNextPage'] === true || page['hasPreviousPage'] === true

/** The two orders of the records that both lists have, if they differ. */
function orders(here: readonly Listed[], there: readonly Listed[]): { ours: string; theirs: string }[] {
  const common = known(here, there).map(([{ label }]) => label)
  const others = there.flatMap(({ label }) => (common.includes(label) ? [label] : []))
  return common.join() === others.join() ? [] : [{ ours: common.join(', '), theirs: others.join(', ') }]
}
