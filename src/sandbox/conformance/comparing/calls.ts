/** Compares a call with that of the other side: what was sent, the status, the documented headers, the body. (§4, §7) */
import { isRecord } from '../../../core/kernel/json.ts'
import type { Call } from '../sides/side.ts'
import { ABSENT, type Comparing, type FirstDifference, type Memory, partingOf } from './comparing.ts'
import { textsIn } from './forms.ts'
import { partingsOf } from './values.ts'

/** A call of each side, by the name and the number that it has here. */
interface CallPair extends Omit<Comparing, 'place' | 'calls'> {
  readonly calls: { readonly ours: Call; readonly theirs: Call }
}

/** Where the two differ, in order. What was sent of secrets is not looked at. */
export function differencesOf(of: CallPair): FirstDifference[] {
  const { calls, memory } = of
  const { ours, theirs } = calls
  pairPaths(ours, theirs, memory)
  const bodies = { path: [], ours: ours.requestBody, theirs: theirs.requestBody }
  const sent = ours.endpoint === 'requestToken' ? [] : partingsOf({ ...of, place: 'sent' }, bodies)
  rememberSent(memory, ours, theirs)
  if (ours.status === theirs.status) return [...sent, ...answers(of)]
  const found = partingOf({ ...of, place: 'status' }, { path: [], ours: ours.status, theirs: theirs.status })
  // What one side has done and the other refused has nothing in common.
  return [...sent, found, ...(isDone(ours) === isDone(theirs) ? answers(of) : [])]
}

const isDone = ({ status }: Call): boolean => status >= 200 && status < 300

/** The ids in the paths stand for the same: it is the same call. */
function pairPaths(ours: Call, theirs: Call, { pairs }: Memory): void {
  for (const [name, value] of Object.entries(ours.parameters)) {
    const other = theirs.parameters[name]
    if (other !== undefined) pairs.pair(name === 'accountNumber' ? 'account' : 'id', value, other)
  }
}

function rememberSent({ sent }: Memory, ours: Call, theirs: Call): void {
  for (const { text } of textsIn(ours.requestBody)) sent.ours.add(text)
  for (const { text } of textsIn(theirs.requestBody)) sent.theirs.add(text)
}

function answers(of: CallPair): FirstDifference[] {
  const { ours, theirs } = of.calls
  const inHeaders = headers({ ...of, place: 'headers' }, ours, theirs)
  const bodies = { path: [], ours: ours.body, theirs: theirs.body }
  if (isOtherError(ours, theirs)) {
    // That it is another form is all that its fields say, and its media type.
    const words = { ours: 'an error as published', theirs: 'an error of another form' }
    const others = inHeaders.filter(({ path }) => path[0] !== 'content-type')
    return [...others, partingOf({ ...of, place: 'body' }, { ...bodies, words })]
  }
  const found = [...inHeaders, ...partingsOf({ ...of, place: 'body' }, bodies)]
  const { pairs, opened } = of.memory
  if (ours.endpoint === 'createSubledger' && isDone(ours) && isRecord(ours.body)) {
    const label = pairs.labelOf('ours', ours.body['accountNumber'])
    if (label !== undefined) opened.add(label)
  }
  return found
}

/** Whether the two are refusals whose bodies have no field in common. */
function isOtherError(ours: Call, theirs: Call): boolean {
  if (isDone(ours) || !isRecord(ours.body) || !isRecord(theirs.body)) return false
  const names = Object.keys(theirs.body)
  return names.length > 0 && Object.keys(ours.body).every((name) => !names.includes(name))
}

/** What is looked at of a header: its media type, whether it is there, what it says. */
const documented: { readonly [name: string]: (value: string) => string } = {
  'content-type': (value) => value.split(';')[0]?.trim().toLowerCase() ?? '',
  'request-id': () => 'there',
  'original-request-id': () => 'there',
  'www-authenticate': (value) => value.split(' ')[0] ?? '',
  deprecation: (value) => value,
}

function headers(comparing: Comparing, ours: Call, theirs: Call): FirstDifference[] {
  // Some recordings have none at all.
  if (Object.keys(theirs.headers).length === 0) return []
  return Object.entries(documented).flatMap(([name, read]) => {
    const [here, there] = [ours.headers[name], theirs.headers[name]].map((value) =>
      value === undefined ? ABSENT : read(value),
    )
    return here === there ? [] : [partingOf(comparing, { path: [name], ours: here, theirs: there })]
  })
}
