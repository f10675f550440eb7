/** Compares a call of our bank with its counterpart: the request body, the status, the documented headers, the answer's body. (§4, §7) */
import { errorFormOf, errorSchemas } from '../../../contract/error.ts'
import type { Source } from '../../../core/assumptions/catalogue.ts'
import { fieldsOf } from '../../../core/kernel/json.ts'
import { keysOf } from '../../../core/kernel/keys.ts'
import { differencesOf as problemsOf } from '../../recordings/contract-check.ts'
import { type Call, isOfProxy, isSuccess } from '../../recordings/exchange.ts'
import { refusalText } from '../../recordings/refusal-text.ts'
import { ABSENT, type Found, type FoundInCall, type Memory, type Place } from './comparing.ts'
import { textsIn } from './forms.ts'
import { differencesBetween } from './values.ts'

const placed = (place: Place, found: readonly Found[]): FoundInCall[] => found.map((each) => ({ ...each, place }))

/** The differences between two calls, in order. The body of a token request is not compared, because it holds secrets. */
export function differencesOf(ours: Call, theirs: Call, memory: Memory): FoundInCall[] {
  pairPaths(ours, theirs, memory)
  const bodies = { path: [], ours: ours.requestBody, theirs: theirs.requestBody }
  const sent = ours.endpoint === 'requestToken' ? [] : differencesBetween({ memory, place: 'sent' }, bodies)
  for (const text of textsIn(ours.requestBody)) memory.sent.ours.add(text)
  for (const text of textsIn(theirs.requestBody)) memory.sent.theirs.add(text)
  // If one side did the call and the other refused it, their answers have nothing in common. Nor have a proxy and the bank.
  const isAlike = isDone(ours) === isDone(theirs) && !isOfProxy(theirs)
  return [
    ...placed('sent', sent),
    ...placed('status', otherStatus(ours, theirs)),
    ...(isAlike ? answers(ours, theirs, memory) : []),
  ]
}

export const BY_A_PROXY = ', by a proxy'

function otherStatus({ status: ours }: Call, theirs: Call): Found[] {
  const { status } = theirs
  if (ours === status) return []
  const refusal = isOfProxy(theirs) ? `${status}${BY_A_PROXY}` : refusalText(theirs)
  return [{ path: [], ours, theirs: status, words: { ours: `${ours}`, theirs: status < 400 ? `${status}` : refusal } }]
}

const isDone = ({ status }: Call): boolean => isSuccess(status)

/** Pairs the ids in the two paths, because they stand for the same record. */
function pairPaths(ours: Call, theirs: Call, { pairs }: Memory): void {
  for (const [name, value] of Object.entries(ours.parameters)) {
    const other = theirs.parameters[name]
    if (other !== undefined) pairs.pair(name === 'accountNumber' ? 'account' : 'id', value, other)
  }
}

function answers(ours: Call, theirs: Call, memory: Memory): FoundInCall[] {
  const inHeaders = headers(ours, theirs)
  const bodies = { path: [], ours: ours.body, theirs: theirs.body }
  const [form, other] = [formOf(ours), formOf(theirs)]
  if (!isDone(ours) && (form !== other || isBare(form))) {
    // Differences in the fields and the media type of the error would only repeat that its form differs.
    const words = { ours: 'an error as published', theirs: OTHER_ERROR }
    const others = placed(
      'headers',
      inHeaders.filter(({ path }) => path[0] !== 'content-type'),
    )
    return form === other ? others : [...others, { ...bodies, words, place: 'body' }]
  }
  if (ours.endpoint === 'createSubledger' && isDone(ours)) noteOpened(memory, bodies.ours, bodies.theirs)
  const inBodies = differencesBetween({ memory, place: 'body', endpoint: ours.endpoint }, bodies)
  return [...placed('headers', inHeaders), ...placed('body', inBodies)]
}

/** Marks the two new accounts as opened, so that their balances are compared. */
function noteOpened({ pairs, opened }: Memory, ours: unknown, theirs: unknown): void {
  const [here, there] = [fieldsOf(ours)['accountNumber'], fieldsOf(theirs)['accountNumber']]
  if (typeof here !== 'string' || typeof there !== 'string' || !pairs.pair('account', here, there)) return
  opened.add(pairs.labelOf('ours', here) as string)
}

export const OTHER_ERROR = 'an error of another form'

/** The form of an error: one of the banking API, or the service whose errors have it. */
const formOf = ({ body }: Call) =>
  errorFormOf(body) ?? keysOf(errorSchemas).find((name) => problemsOf(errorSchemas[name], body).length === 0)

/** Whether an error of this form has only words for people. */
const isBare = (form: ReturnType<typeof formOf>): boolean => ['problem', 'envelope', 'text'].includes(`${form}`)

/** The compared headers, each with a function that reads the compared part of its value, and with the source. */
export const documentedHeaders: { readonly [name: string]: readonly [(value: string) => string, Source] } = {
  'content-type': [(value) => value.split(';')[0]?.trim().toLowerCase() ?? '', '§4'],
  'request-id': [() => 'sent', 'http.requestId'],
  'original-request-id': [() => 'sent', 'idempotency.scope'],
  'www-authenticate': [(value) => value.split(' ')[0] ?? '', 'errors.codes'],
  deprecation: [(value) => value, 'loans.deprecatedSince'],
}

function headers(ours: Call, theirs: Call): Found[] {
  // Some recordings lack all headers of answers.
  if (Object.keys(theirs.headers).length === 0) return []
  return Object.entries(documentedHeaders).flatMap(([name, [read]]) => {
    const [here, there] = [ours.headers[name], theirs.headers[name]].map((value) =>
      value === undefined ? ABSENT : read(value),
    )
    return here === there ? [] : [{ path: [name], ours: here, theirs: there }]
  })
}
