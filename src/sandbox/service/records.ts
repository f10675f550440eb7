/**
 * Makes and removes the records of questions. Each record has a mark in one field, by which it can be found again. Until it is removed,
 * it is a leftover. It is removed when its question ends, at the end of the run, or else by the next run.
 */
import type { EndpointName } from '../../contract/endpoints.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'
import { type Fields, idIn, textIn } from './fields.ts'
import { Inconclusive, ifConclusive } from './inconclusive.ts'
import { A_WHILE, type Service } from './service.ts'
import type { Kind, Session } from './session.ts'
import { type Answer, callOf } from './traffic.ts'

interface RecordRow {
  readonly call: EndpointName
  /** The call that lists records of this kind. */
  readonly list: EndpointName
  readonly remove?: EndpointName
  readonly idField: 'id' | 'accountNumber'
  /** The field with the mark. */
  readonly marked: string
}

// biome-ignore format: read it as a table
const rows: { readonly [K in Kind]: RecordRow } = {
  restriction: { call: 'createRestriction', list: 'listRestrictions', remove: 'removeRestriction', idField: 'id', marked: 'reason' },
  subledger: { call: 'createSubledger', list: 'listSubledgers', idField: 'accountNumber', marked: 'title' },
  wire: { call: 'createWire', list: 'listWires', idField: 'id', marked: 'purpose' },
  simulation: { call: 'simulateInboundWire', list: 'listWires', idField: 'id', marked: 'beneficiaryReference' },
}

/** The kind of the leftover. */
const nounOf = (kind: Kind) => (kind === 'simulation' ? 'wire' : kind)

export interface Creation extends Answer {
  /** The id of the record that was made. */
  readonly id?: string
}

/** A text that no other record has: `calibrate`, the time, and a number of its own in this run. */
export const markOf = (service: Service): string =>
  `calibrate ${Math.floor(service.now()).toString(36)} ${service.session.newNumber()}`

const MARK = /calibrate ([0-9a-z]+) \d+/

export const isMarked = (text: unknown): boolean => MARK.test(String(text))

/** Whether a text bears the mark of an earlier run. A run whose mark is of the last hour may be under way. */
const isOfEarlierRun = (service: Service, text: unknown): boolean =>
  Number.parseInt(MARK.exec(String(text))?.[1] ?? '', 36) < service.now() - HOUR

/** Makes a record, which is now a leftover. @throws {Inconclusive} if no answer comes, or if the answer is a success without a record */
export async function make(
  service: Service,
  kind: Kind,
  body: Fields,
  headers: Record<string, string> = {},
): Promise<Creation> {
  const { session } = service
  const { call, idField } = rows[kind]
  await checkRemoval(service, kind)
  const asked = { parameters: ofAccount(service, call), body, headers }
  const request = { method: 'POST', url: service.urlOf(call, asked) }
  const { exchanges } = session
  const first = exchanges.length
  const answer = await service.ask(call, asked).catch((error: unknown) => {
    const isUnclear = exchanges.slice(first).some(({ method, url, status }) => {
      return method === request.method && url === request.url && (status === 0 || status >= 500)
    })
    if (isUnclear) noteUnclear(service, kind, body)
    throw error
  })
  if (!answer.isDone) return answer
  const id = idIn(answer.body, idField)
  if (id === undefined) noteUnclear(service, kind, body)
  if (answer.record === undefined)
    throw new Inconclusive(`${callOf(request)} was answered ${answer.status}, without a record`)
  if (id === undefined) return answer
  session.made.set(id, { kind, body, id })
  service.made.push(id)
  session.left.set(id, nounOf(kind))
  return { ...answer, id }
}

const UNKNOWN = 'unknown id'
/** The id of no record. */
export const NO_ID = '00000000-0000-4000-8000-000000000000'

/**
 * Checks that records of a kind can be removed, before the first one is made: by the removal of one that does not exist. If the service has no such
 * call, or has refused a removal before, each record would stay.
 *
 * @throws {Inconclusive} if a record could not be removed
 */
export async function checkRemoval(service: Service, kind: Kind): Promise<void> {
  const { stays } = service.session
  const { remove: call } = rows[kind]
  if (call === undefined) return
  if (!stays.has(kind)) {
    const { status } = await service.ask(call, { parameters: ofAccount(service, call, { id: NO_ID }) })
    stays.set(kind, status === 405 || status === 501 ? `DELETE was answered ${status}` : '')
  }
  const why = stays.get(kind)
  if (why) throw new Inconclusive(`${why}: each ${kind} would stay, so the run makes no further one`)
}

/** Notes a record that may have been made, so that `findUnclear` looks for it: a leftover, unless it is a wire without money. */
function noteUnclear(service: Service, kind: Kind, body: Fields): void {
  const { marked } = rows[kind]
  const mark = textIn(body, marked)
  const id = `${UNKNOWN}${mark === undefined ? '' : `, ${marked} "${mark}"`}`
  if (nounOf(kind) !== 'wire' || Number(body['amount']) > 0) service.session.left.set(id, nounOf(kind))
  service.session.unclear.push({ kind, body, id })
}

/** The path parameters of a call: those of restrictions include the account. */
function ofAccount(service: Service, call: EndpointName, parameters: Fields = {}): Fields {
  return /Restrictions?$/.test(call) ? { accountNumber: service.accountNumber, ...parameters } : parameters
}

/**
 * Looks in the lists for the records whose request got no clear answer. A list that cannot be read to its end, or whose records lack the mark,
 * shows nothing.
 */
export async function findUnclear(service: Service): Promise<void> {
  const { unclear, made, left } = service.session
  if (unclear.length > 0) await service.wait(Math.min(A_WHILE, service.waitLeft))
  const lists = new Map<EndpointName, Fields[] | undefined>()
  for (const request of unclear) {
    const { kind, body } = request
    const { list, marked, idField } = rows[kind]
    if (!lists.has(list)) lists.set(list, await listed(service, kind))
    const records = lists.get(list)
    const isShown = records?.length === 0 || records?.some((record) => textIn(record, marked) !== undefined)
    // The option `wire` may give all wires the same text.
    if (!isShown || body[marked] === service.options.wire[marked]) continue
    const same = records?.filter((record) => record[marked] === body[marked]) ?? []
    // A record with the same mark that got a clear answer is that of another request.
    const found = same.flatMap((record) => idIn(record, idField) ?? []).filter((each) => !made.has(each))
    request.isThere = found.length > 0
    left.delete(request.id)
    for (const id of found) {
      made.set(id, { kind, body, id })
      left.set(id, nounOf(kind))
    }
  }
}

/** All records of a kind; undefined if the list cannot be read to its end. */
const listed = (service: Service, kind: Kind): Promise<Fields[] | undefined> =>
  service.all(rows[kind].list, { parameters: ofAccount(service, rows[kind].list) }).catch(ifConclusive)

/** Removes a record, if a call does that. @throws {Inconclusive} if the record may still be there: it would change later answers */
async function remove(service: Service, kind: Kind, id: string): Promise<void> {
  const { remove: call } = rows[kind]
  if (call === undefined) return
  const parameters = ofAccount(service, call, { id })
  const { isDone, body, status } = await service.tidy(() => service.ask(call, { parameters }))
  // The body of a removal is the record, or empty. After a removal whose answer was lost, the record is not found.
  if (status !== 404 && !(isDone && typeof body !== 'string')) {
    service.session.stays.set(kind, `DELETE was answered ${status}`)
    throw new Inconclusive(`removing a ${kind} that the question made was answered ${status}`)
  }
  service.session.left.delete(id)
}

export async function removeMade(service: Service): Promise<void> {
  const { left, made: all } = service.session
  for (const id of service.made) {
    const made = all.get(id)
    if (made && left.has(id)) await remove(service, made.kind, id).catch(ifConclusive)
  }
}

/** Whether a wire with an amount has not ended, which a restriction must stop from going out. */
const hasPayments = ({ left }: Session): boolean => [...left.values()].includes('wire')

/** A record that the run made and has not removed. */
export interface Leftover {
  /** The kind of the record, such as `subledger`. */
  readonly kind: string
  readonly id: string
  /** Why it is still there, and what to do about it. */
  readonly why: string
}

export const leftovers = (session: Session): Leftover[] =>
  [...session.left].map(([id, kind]) => ({ kind, id, why: whyLeft(kind, id, session) }))

function whyLeft(kind: string, id: string, session: Session): string {
  if (id.startsWith(UNKNOWN)) return 'no answer told whether it was made; look for a record with this mark'
  if (kind === 'subledger') return 'no call removes a subledger; each later run uses it again'
  if (kind === 'paid wire') {
    const { kind: made, body = {} } = session.made.get(id) ?? {}
    const way = made === 'simulation' ? 'inbound' : 'outbound'
    return `${way}, ${Number(body['amount']) / 100}: it was paid, and no call takes it back`
  }
  if (kind === 'wire') return 'it was not seen to end in time (option maxWait); cancel it if it is on Hold or Pending'
  const isStopping = kind === 'restriction' && hasPayments(session)
  const refused = session.stays.get(kind.split(' ')[0] as Kind) || 'its removal failed'
  const why = isStopping ? 'it stops the wires that have not ended' : refused
  return `${why}; calibrate tries to remove it if it runs again more than an hour later`
}

/** Removes the restrictions of earlier runs: those whose mark is older than an hour. */
export async function removeEarlier(service: Service): Promise<void> {
  const all = (await listed(service, 'restriction')) ?? []
  const earlier = all.filter((record) => isOfEarlierRun(service, record[rows.restriction.marked]))
  for (const id of earlier.flatMap((record) => idIn(record) ?? [])) {
    service.session.left.set(id, 'restriction of an earlier run')
    await remove(service, 'restriction', id).catch(ifConclusive)
  }
}

/** Runs last: removes all that is left, except restrictions that must stop a wire. */
export async function removeRest(service: Service): Promise<void> {
  const { made, left } = service.session
  for (const id of [...left.keys()]) {
    const kind = made.get(id)?.kind
    if (kind === undefined || (kind === 'restriction' && hasPayments(service.session))) continue
    await remove(service, kind, id).catch(ifConclusive)
  }
}
