/** Compares two values, path by path. Ids, times and names may differ, as each side makes its own. */
import { isRecord } from '../../../core/kernel/json.ts'
import { isUuid } from '../../recordings/vocabulary.ts'
import { ABSENT, type Comparing, type FirstDifference, partingOf } from './comparing.ts'
import {
  accountWords,
  areMadeUp,
  instantOf,
  isAccountField,
  isAccountLike,
  isAddressLine,
  isBalance,
  isDay,
  isFreeText,
  isName,
  isSentence,
  isWire,
  otherDay,
} from './forms.ts'
import { type PairedRecords, pairedRecords } from './records.ts'

type Path = readonly string[]
type Fields = Readonly<Record<string, unknown>>

/** Where two values differ, in the order of ours. */
export function partingsOf(
  comparing: Comparing,
  ours: unknown,
  theirs: unknown,
  path: Path = [],
  record?: Fields,
): FirstDifference[] {
  if (isRecord(ours) && isRecord(theirs)) return objects(comparing, ours, theirs, path)
  if (Array.isArray(ours) && Array.isArray(theirs)) return lists(comparing, ours, theirs, path)
  const inOtherForm = otherForm(comparing, ours, theirs, path)
  if (inOtherForm !== undefined) return [inOtherForm]
  return isSame(comparing, ours, theirs, path) ? [] : [partingOf(comparing, { path, ours, theirs, record })]
}

/** A text of another form than ours, told once: a date of a field, an account number or an id, which stands for the same all the same. */
function otherForm(comparing: Comparing, ours: unknown, theirs: unknown, path: Path): FirstDifference | undefined {
  if (typeof ours !== 'string' || typeof theirs !== 'string') return undefined
  const { memory, place } = comparing
  const { pairs, misshapen, sent } = memory
  const field = path.at(-1) ?? ''
  const told = (key: string, words: FirstDifference['words'], section?: '§2.9') => {
    misshapen.add(key)
    return partingOf(comparing, { path, ours, theirs, words, section })
  }
  if (instantOf(field, ours) !== undefined && instantOf(field, theirs) !== undefined) {
    const words = { ours: dateWords(ours), theirs: dateWords(theirs) }
    // The loan service writes its own. (§2.10)
    return words.ours === words.theirs || misshapen.has(field) ? undefined : told(field, words)
  }
  if (place !== 'body' || misshapen.has(theirs)) return undefined
  if (isAccountField(field) && !sent.theirs.has(theirs) && !isAccountLike(field, ours, theirs)) {
    const words = { ours: accountWords(ours), theirs: 'a number of another form' }
    // As rules 2 and 3 have it.
    return pairs.pair('account', ours, theirs) ? told(theirs, words, '§2.9') : undefined
  }
  const isNewId = isUuid(ours) && !isUuid(theirs) && theirs !== '' && pairs.labelOf('ours', ours) === undefined
  return isNewId && pairs.pair('id', ours, theirs) ? told(theirs, { ours: 'a UUID', theirs: 'no UUID' }) : undefined
}

const dateWords = (text: string) => (text.startsWith('/Date(') ? 'a date as /Date(…)/' : 'a date of ISO 8601')

/** What of a wire goes with its status: where that differs, all of this does. */
const goesWithStatus: ReadonlySet<string> = new Set(
  'posting postingCode coreTransactionId fedBatchId fedBatchSequence imad omad receiptDate receiptTime processedAt completedAt postedAt lastModifiedAt effectiveDate'.split(
    ' ',
  ),
)

/** What of a page depends on how many records there are. */
const goesWithRecords: ReadonlySet<string> = new Set('hasPreviousPage hasNextPage Total Meta'.split(' '))

const hasBoth = (ours: Fields, theirs: Fields, name: string): boolean =>
  typeof ours[name] === typeof theirs[name] && ours[name] !== undefined

function objects(comparing: Comparing, ours: Fields, theirs: Fields, path: Path): FirstDifference[] {
  const page = path.length === 0 ? pairedRecords(comparing.memory.pairs, ours, theirs) : undefined
  const isOtherStatus = isWire(ours) && ours['status'] !== theirs['status']
  const names = [...Object.keys(ours), ...Object.keys(theirs).filter((name) => !Object.hasOwn(ours, name))]
  const found = names.flatMap((name): FirstDifference[] => {
    if (isOtherStatus && goesWithStatus.has(name)) return []
    if (page?.list === name) return records(comparing, page)
    if (page?.isInPart && goesWithRecords.has(name) && hasBoth(ours, theirs, name)) return []
    return fields(comparing, ours, theirs, [...path, name])
  })
  return [...found, ...otherOrder(comparing, ours, theirs, path)]
}

/** One field of two records. */
function fields(comparing: Comparing, ours: Fields, theirs: Fields, path: Path): FirstDifference[] {
  const name = path.at(-1) as string
  const [here, there] = [fieldOf(ours, name), fieldOf(theirs, name)]
  if (here === ABSENT || there === ABSENT) {
    const isOpen = isLeftOpen(comparing, path, here === ABSENT ? there : here)
    return isOpen ? [] : [partingOf(comparing, { path, ours: here, theirs: there, record: ours })]
  }
  if (isBalance(name) && typeof here === 'number' && typeof there === 'number') {
    return balances(comparing, ours, { here, there, path })
  }
  if (isDay(name) && comparing.place === 'body') {
    const words = otherDay(theirs, comparing.memory.calendar)
    if (words !== undefined) return [partingOf(comparing, { path, ours: here, theirs: there, words, record: ours })]
  }
  return partingsOf(comparing, here, there, path, ours)
}

function records(comparing: Comparing, { list, pairs, others }: PairedRecords): FirstDifference[] {
  return [
    ...pairs.flatMap(({ index, ours, theirs }) => partingsOf(comparing, ours, theirs, [list, `${index}`])),
    ...others.map((each) => partingOf(comparing, each)),
  ]
}

/** A line of an address that the scenario did not send may be there or not. */
function isLeftOpen({ memory }: Comparing, path: Path, value: unknown): boolean {
  return isAddressLine(path) && !(memory.sent.ours.has(String(value)) || memory.sent.theirs.has(String(value)))
}

/** Of an account that was there before, how a number changed since it was first seen. */
function balances(
  comparing: Comparing,
  record: Fields,
  { here, there, path }: { readonly here: number; readonly there: number; readonly path: Path },
): FirstDifference[] {
  const { pairs, opened, balances } = comparing.memory
  const account = pairs.labelOf('ours', record['accountNumber']) ?? ''
  if (opened.has(account)) {
    return here === there ? [] : [partingOf(comparing, { path, ours: here, theirs: there, record, section: '§2.9' })]
  }
  const key = `${account} ${path.at(-1)}`
  const [ours, theirs] = balances.get(key) ?? [here, there]
  balances.set(key, [ours, theirs])
  if (here - ours === there - theirs) return []
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value} since it was first seen`
  const words = { ours: signed(here - ours), theirs: signed(there - theirs) }
  return [partingOf(comparing, { path, ours: here, theirs: there, record, words, section: '§2.9' })]
}

/** Times of a record that come one after the other here, and the other way round there. None comes before the record was made. */
function otherOrder(comparing: Comparing, ours: Fields, theirs: Fields, path: Path): FirstDifference[] {
  const times = Object.keys(ours).flatMap((name) => {
    const [here, there] = [instantOf(name, ours[name]), instantOf(name, theirs[name])]
    return here === undefined || there === undefined || isDay(name) ? [] : [{ name, here, there }]
  })
  return times.flatMap((time, index) => {
    const turned = times.slice(0, index).find((before) => {
      const [here, there] = [time.here - before.here, time.there - before.there]
      return here * there < 0 || (before.name === 'createdAt' && here === 0 && there < 0)
    })
    if (!turned) return []
    const wordsOf = (side: 'here' | 'there') => `${orderOf(time[side], turned[side])} ${turned.name}`
    const words = { ours: wordsOf('here'), theirs: wordsOf('there') }
    const values = { ours: ours[time.name], theirs: theirs[time.name] }
    return [partingOf(comparing, { path: [...path, time.name], ...values, record: ours, words })]
  })
}

function orderOf(one: number, other: number): string {
  if (one === other) return 'at'
  return one < other ? 'before' : 'after'
}

function lists(
  comparing: Comparing,
  ours: readonly unknown[],
  theirs: readonly unknown[],
  path: Path,
): FirstDifference[] {
  // How many problems of a request are told is for each service to say: that it tells one counts.
  const isOfErrors = path.at(-1) === 'errors' || path.at(-1) === 'Errors'
  const least = Math.min(ours.length, theirs.length, isOfErrors ? 1 : Number.POSITIVE_INFINITY)
  const isOtherLength = isOfErrors ? (ours.length === 0) !== (theirs.length === 0) : ours.length !== theirs.length
  return [
    ...(isOtherLength
      ? [partingOf(comparing, { path: [...path, 'length'], ours: ours.length, theirs: theirs.length })]
      : []),
    ...ours.slice(0, least).flatMap((each, index) => partingsOf(comparing, each, theirs[index], [...path, `${index}`])),
  ]
}

/** Whether two values, of which at least one is no object and no list, say the same. */
function isSame(comparing: Comparing, ours: unknown, theirs: unknown, path: Path): boolean {
  const field = path.at(-1) ?? ''
  if (areMadeUp(field, ours, theirs)) return isEcho(comparing, ours, theirs)
  if (instantOf(field, ours) !== undefined && instantOf(field, theirs) !== undefined) return true
  if (typeof ours === 'string' && typeof theirs === 'string') return areSameTexts(comparing, ours, theirs, path)
  if (isErrorCode(path) && typeof ours === 'number' && typeof theirs === 'number')
    return rangeOf(ours) === rangeOf(theirs)
  return Object.is(ours, theirs)
}

/** Of the codes of errors the ranges are published, and those within are each service's own. */
const isErrorCode = (path: Path): boolean => path.length === 3 && path[0] === 'errors' && path[2] === 'code'
const rangeOf = (code: number): number => Math.floor(code / 1_000)

/** Remembers that two values stand for the same: values of a request come back in answers, and a scenario returns values of answers. */
function isEcho({ memory: { echoes } }: Comparing, ours: unknown, theirs: unknown): boolean {
  echoes.add(`${ours}\n${theirs}`)
  return true
}

function areSameTexts(comparing: Comparing, ours: string, theirs: string, path: Path): boolean {
  const { memory, place } = comparing
  const { pairs, sent, echoes } = memory
  const field = path.at(-1) ?? ''
  const isKnown = pairs.labelOf('ours', ours) !== undefined || pairs.labelOf('theirs', theirs) !== undefined
  if (isUuid(ours) && isUuid(theirs)) return pairs.pair('id', ours, theirs)
  if (isAccountField(field)) return pairs.pair('account', ours, theirs)
  if (isKnown) return pairs.couldPair(ours, theirs)
  if (pairs.areAlike(ours, theirs)) return true
  if (isSentence(field) || echoes.has(`${ours}\n${theirs}`)) return true
  const isOwnName = place === 'body' && isName(path) && !sent.ours.has(ours) && !sent.theirs.has(theirs)
  return isOwnName || (place === 'sent' && isFreeText(field)) ? isEcho(comparing, ours, theirs) : false
}

const fieldOf = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : ABSENT)
