/** Compares two values field by field. Ids, times and names may differ, because each side makes its own. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import { isRecord } from '../../../core/kernel/json.ts'
import { isUuid } from '../../recordings/vocabulary.ts'
import type { Fields } from '../../service/fields.ts'
import { ABSENT, type Found, type Memory, type Place } from './comparing.ts'
import { accountWords, areMadeUp, instantOf, isAccountLike, isFreeText, isWire, kindOf } from './forms.ts'
import { pairedRecords } from './records.ts'

interface Comparing {
  readonly memory: Memory
  readonly place: Place
  readonly endpoint?: EndpointName | null
}

type Path = readonly string[]

/** The differences between two values, in the order of `ours`. */
export function differencesBetween(comparing: Comparing, at: Found): Found[] {
  const { ours, theirs, path } = at
  if (isRecord(ours) && isRecord(theirs)) return objects(comparing, ours, theirs, path)
  if (Array.isArray(ours) && Array.isArray(theirs)) return lists(comparing, ours, theirs, path)
  const found = otherForm(comparing, at) ?? (isSame(comparing, at) ? undefined : at)
  return found === undefined ? [] : [found]
}

/** Two dates, account numbers or ids that mean the same in different forms. Each form is reported once. */
function otherForm({ memory, place }: Comparing, at: Found): Found | undefined {
  const { ours, theirs, path } = at
  if (typeof ours !== 'string' || typeof theirs !== 'string') return undefined
  const { pairs, misshapen, sent } = memory
  const field = path.at(-1) ?? ''
  const reported = (key: string, words: Found['words'], section?: '§2.9') => {
    misshapen.add(key)
    return { ...at, words, section }
  }
  if (instantOf(field, ours) !== undefined && instantOf(field, theirs) !== undefined) {
    const words = { ours: dateWords(ours), theirs: dateWords(theirs) }
    // The loan service has forms of its own. (§2.10)
    return words.ours === words.theirs || misshapen.has(field) ? undefined : reported(field, words)
  }
  if (place !== 'body' || misshapen.has(theirs)) return undefined
  if (kindOf(path) === 'account' && !sent.theirs.has(theirs) && !isAccountLike(field, ours, theirs)) {
    const words = { ours: accountWords(ours), theirs: 'a number of another form' }
    // Rules 2 and 3 of §2.9 specify the forms of account numbers.
    return pairs.pair('account', ours, theirs) ? reported(theirs, words, '§2.9') : undefined
  }
  const isNewId = isUuid(ours) && !isUuid(theirs) && theirs !== '' && pairs.labelOf('ours', ours) === undefined
  return isNewId && pairs.pair('id', ours, theirs) ? reported(theirs, { ours: 'a UUID', theirs: 'no UUID' }) : undefined
}

const dateWords = (text: string) => (text.startsWith('/Date(') ? 'a date as /Date(…)/' : 'a date of ISO 8601')

/** The fields of a wire that are not compared if its status differs. */
const goesWithStatus =
  /^(posting|postingCode|coreTransactionId|fedBatchId|fedBatchSequence|imad|omad|receiptDate|receiptTime|processedAt|completedAt|postedAt|lastModifiedAt|effectiveDate)$/

/** The fields of a page that are not compared if some records are ignored. */
const goesWithRecords = /^(hasPreviousPage|hasNextPage|Total|Meta)$/

const hasBoth = (ours: Fields, theirs: Fields, name: string): boolean =>
  typeof ours[name] === typeof theirs[name] && ours[name] !== undefined

function objects(comparing: Comparing, ours: Fields, theirs: Fields, path: Path): Found[] {
  const page = path.length === 0 ? pairedRecords(comparing.memory, `${comparing.endpoint}`, ours, theirs) : undefined
  const isOtherStatus = isWire(ours) && ours['status'] !== theirs['status']
  const names = [...Object.keys(ours), ...Object.keys(theirs).filter((name) => !Object.hasOwn(ours, name))]
  return names.flatMap((name): Found[] => {
    if (isOtherStatus && goesWithStatus.test(name)) return []
    if (page?.list === name)
      return [...page.pairs.flatMap((pair) => differencesBetween(comparing, pair)), ...page.others]
    if (page?.isInPart && goesWithRecords.test(name) && hasBoth(ours, theirs, name)) return []
    return fields(comparing, ours, theirs, [...path, name])
  })
}

function fields(comparing: Comparing, record: Fields, other: Fields, path: Path): Found[] {
  const { memory } = comparing
  const name = path.at(-1) as string
  const [ours, theirs] = [record, other].map((each) => (Object.hasOwn(each, name) ? each[name] : ABSENT))
  const at = { path, ours, theirs, record }
  const kind = kindOf(path)
  if (ours === ABSENT || theirs === ABSENT) {
    const text = String(ours === ABSENT ? theirs : ours)
    // Each service decides whether a record has an address line that the scenario did not send.
    const isLeftOpen = kind === 'address' && !memory.sent.ours.has(text) && !memory.sent.theirs.has(text)
    return isLeftOpen ? [] : [at]
  }
  if (kind === 'balance' && typeof ours === 'number' && typeof theirs === 'number') {
    const words = otherBalance(comparing, at, ours, theirs)
    // Rule 5 of §2.9 specifies the sum of current balances. The other balance fields are not specified.
    const section = name === 'currentBalance' ? { section: '§2.9' as const } : {}
    return words === undefined ? [] : [{ ...at, ...words, ...section }]
  }
  return differencesBetween(comparing, at)
}

/** For an account from before the scenario, only the changes since it was first seen are compared. */
function otherBalance({ memory }: Comparing, { path, record }: Found, ours: number, theirs: number) {
  const account = memory.pairs.labelOf('ours', record?.['accountNumber']) ?? ''
  if (memory.opened.has(account)) return ours === theirs ? undefined : {}
  const key = `${account} ${path.at(-1)}`
  const [here, there] = memory.balances.get(key) ?? [ours, theirs]
  memory.balances.set(key, [here, there])
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value} since it was first seen`
  const words = { ours: signed(ours - here), theirs: signed(theirs - there) }
  return words.ours === words.theirs ? undefined : { words }
}

function lists(comparing: Comparing, ours: readonly unknown[], theirs: readonly unknown[], path: Path): Found[] {
  // A service may list any number of problems of a request, so only the first is compared.
  const isOfErrors = path.at(-1) === 'errors' || path.at(-1) === 'Errors'
  const least = Math.min(ours.length, theirs.length, isOfErrors ? 1 : Number.POSITIVE_INFINITY)
  const isOtherLength = isOfErrors ? (ours.length === 0) !== (theirs.length === 0) : ours.length !== theirs.length
  return [
    ...(isOtherLength ? [{ path: [...path, 'length'], ours: ours.length, theirs: theirs.length }] : []),
    ...ours.slice(0, least).flatMap((each, index) => {
      return differencesBetween(comparing, { path: [...path, `${index}`], ours: each, theirs: theirs[index] })
    }),
  ]
}

/** Whether two values mean the same. Never called with two objects or two lists. */
function isSame({ memory, place }: Comparing, { ours, theirs, path, record }: Found): boolean {
  const { pairs, sent, echoes } = memory
  const field = path.at(-1) ?? ''
  // Two texts that mean the same are remembered, because answers repeat values of requests, and results repeat values of answers.
  const echo = `${ours}\n${theirs}`
  if (areMadeUp(field, ours, theirs)) return Boolean(echoes.add(echo))
  if (instantOf(field, ours) !== undefined && instantOf(field, theirs) !== undefined) return true
  if (typeof ours === 'number' && typeof theirs === 'number' && /^errors\.\d+\.code$/.test(path.join('.'))) {
    // The ranges of error codes are published. Within a range each service has its own codes.
    return Math.floor(ours / 1_000) === Math.floor(theirs / 1_000)
  }
  if (typeof ours !== 'string' || typeof theirs !== 'string') return Object.is(ours, theirs)
  const kind = kindOf(path, record)
  if (isUuid(ours) && isUuid(theirs)) return pairs.pair('id', ours, theirs)
  if (kind === 'account') return pairs.pair('account', ours, theirs)
  if (pairs.labelOf('ours', ours) ?? pairs.labelOf('theirs', theirs)) return pairs.couldPair(ours, theirs)
  if (pairs.areAlike(ours, theirs) || kind === 'sentence' || echoes.has(echo)) return true
  const isOwnName = place === 'body' && kind === 'name' && !sent.ours.has(ours) && !sent.theirs.has(theirs)
  return (isOwnName || (place === 'sent' && isFreeText(field))) && Boolean(echoes.add(echo))
}
