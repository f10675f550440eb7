/**
 * Lists of records: each record is compared with its counterpart in the list of the other side, wherever that stands. Records from before the
 * scenario are compared where both sides have equally many; else they are passed over, with the numbers of the page.
 */
import type { Memory } from './comparing.ts'
import type { Pairs, SideName } from './pairs.ts'

type Fields = Readonly<Record<string, unknown>>

interface Listed {
  readonly index: number
  readonly record: Fields
  /** The name of the record; undefined where it is not paired yet. */
  readonly label: string | undefined
}

/** The records of two pages, paired; undefined where these are no pages. */
export function pairedRecords({ pairs, inPart }: Memory, name: string, ours: Fields, theirs: Fields) {
  const list = ['results', 'Results'].find((name) => isRecords(ours[name]) && isRecords(theirs[name]))
  if (list === undefined) return undefined
  const here = listedIn(pairs, 'ours', ours[list] as readonly Fields[])
  const there = listedIn(pairs, 'theirs', theirs[list] as readonly Fields[])
  const ofBefore = { here: here.filter(isOfBefore), there: there.filter(isOfBefore) }
  const isOtherNumber = ofBefore.here.length !== ofBefore.there.length
  if (isOtherNumber) inPart.add(name)
  // What was there before moves the records of all pages.
  const isInPart = isOtherNumber || (inPart.has(name) && (goesOn(ours) || goesOn(theirs)))
  const strangers = isInPart ? [] : ofBefore.here.map((own, index) => [own, ofBefore.there[index] as Listed] as const)
  const paired = [...known(here, there), ...strangers].sort(([one], [other]) => one.index - other.index)
  return {
    /** The field that has the list. */
    list,
    /** Whether records from before the scenario are passed over. */
    isInPart,
    pairs: paired.map(([{ index, record }, other]) => ({
      path: [list, `${index}`],
      ours: record,
      theirs: other.record,
    })),
    /** Further differences: a record that one list lacks, another order, another number of loans. */
    others: [
      // Our side was given the loans that the other side has.
      ...(list === 'Results' && ofBefore.there.length < ofBefore.here.length
        ? [{ path: [list, 'length'], ours: here.length, theirs: there.length }]
        : []),
      ...[
        ...missing(here, there, isInPart && goesOn(theirs)).map((label) => ({ ours: label, theirs: LACKING })),
        ...missing(there, here, isInPart && goesOn(ours)).map((label) => ({ ours: LACKING, theirs: label })),
        ...orders(here, there),
      ].map((words) => ({ path: [list], ours: undefined, theirs: undefined, words })),
    ],
  }
}

/** In the place of a record that a list lacks. */
export const LACKING = 'not in the list'

/** Whether an answer is a page of a list. */
export const isPage = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ['results', 'Results'].some((name) => isRecords((body as Fields)[name]))

const isOfBefore = ({ label }: Listed): boolean => label === undefined

const isRecords = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null)

function listedIn(pairs: Pairs, side: SideName, records: readonly Fields[]): Listed[] {
  const seen = new Map<string, number>()
  return records.map((record, index) => {
    const label = labelOf(pairs, side, record)
    if (label === undefined) return { index, record, label }
    const count = (seen.get(label) ?? 0) + 1
    seen.set(label, count)
    // Two events can tell the same of one record.
    return { index, record, label: count === 1 ? label : `${label} (no. ${count})` }
  })
}

/** What a record stands for, by its id; for an event with a new id, by its name and the records that it names. */
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

/** The records of one list that the other lacks. With `mayFollow` the other list has further pages. */
function missing(from: readonly Listed[], within: readonly Listed[], mayFollow: boolean): string[] {
  if (mayFollow) return []
  return from.flatMap(({ label }) =>
    label === undefined || within.some((other) => other.label === label) ? [] : [label],
  )
}

const goesOn = (page: Fields): boolean => page['hasNextPage'] === true || page['hasPreviousPage'] === true

/** The order of the records that both lists have, where it is not the same. */
function orders(here: readonly Listed[], there: readonly Listed[]): { ours: string; theirs: string }[] {
  const common = known(here, there).map(([{ label }]) => label)
  const others = there.flatMap(({ label }) => (common.includes(label) ? [label] : []))
  return common.join() === others.join() ? [] : [{ ours: common.join(', '), theirs: others.join(', ') }]
}
