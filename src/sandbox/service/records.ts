/**
 * The records that questions make at a service. Each has a mark by which it is found again, and stands in the list of what is left behind until
 * it is removed. The records of a question are removed when it ends; those that an earlier run left behind are removed by the next run.
 */
import type { EndpointName } from '../../contract/endpoints.ts'
import { HOUR } from '../../core/kernel/time/instant.ts'
import { type Fields, fieldOf, idIn, textIn } from './fields.ts'
import { Inconclusive, ifConclusive, Trouble } from './inconclusive.ts'
import { A_WHILE, type Service } from './service.ts'
import type { Kind, Made } from './session.ts'
import { type Answer, callOf } from './traffic.ts'

interface Row {
  readonly call: EndpointName
  /** The list in which such a record can be found. */
  readonly list?: EndpointName
  readonly remove?: EndpointName
  readonly idField: 'id' | 'accountNumber'
  /** The field that bears its mark. */
  readonly marked: string
  /** Its name in the list of what is left behind. A kind without one is not listed: its question says itself what it leaves. */
  readonly left?: string
}

// biome-ignore format: read it as a table
const rows: { readonly [K in Kind]: Row } = {
  restriction: { call: 'createRestriction', list: 'listRestrictions', remove: 'removeRestriction', idField: 'id', marked: 'reason', left: 'restriction' },
  registration: { call: 'registerWebhook', list: 'listWebhooks', remove: 'removeWebhook', idField: 'id', marked: 'callbackUrl', left: 'registration' },
  subledger: { call: 'createSubledger', list: 'listSubledgers', idField: 'accountNumber', marked: 'title', left: 'subledger' },
  wire: { call: 'createWire', idField: 'id', marked: 'purpose', left: 'wire' },
  simulation: { call: 'simulateInboundWire', idField: 'id', marked: 'beneficiaryReference', left: 'wire' },
  transfer: { call: 'transferFunds', idField: 'id', marked: 'description' },
}

/** An answer to a request to make something, with the id of what was made. */
export interface Creation extends Answer {
  readonly id?: string
}

/** A text that no other record has: `calibrate`, the time, a number. */
export const markOf = (service: Service): string =>
  `calibrate ${Math.floor(service.now()).toString(36)} ${service.session.exchanges.length}`

const MARK = /calibrate[ /]([0-9a-z]+)[ /]\d+/

export const track = ({ session }: Service, kind: string, id: string): void => {
  if (!session.left.some((each) => each.id === id)) session.left.push({ kind, id })
}
export function untrack({ session }: Service, id: string): void {
  const at = session.left.findIndex((each) => each.id === id)
  if (at >= 0) session.left.splice(at, 1)
}
export const isLeft = ({ session }: Service, id: string): boolean => session.left.some((each) => each.id === id)

/** The id of a record of this kind that a question of this run made, and that is still there. */
export const leftOf = ({ session }: Service, kind: string): string | undefined =>
  session.left.find((each) => each.kind === kind && session.made.has(each.id))?.id

/**
 * Asks for something to be made, and tracks it by its id, which is looked up where the answer has none.
 *
 * @throws {Inconclusive} where no answer comes, or one of success without a record
 */
export async function make(
  service: Service,
  kind: Kind,
  body: Fields,
  headers: Record<string, string> = {},
): Promise<Creation> {
  const { session } = service
  const { call, idField, left } = rows[kind]
  const asked = { parameters: ofAccount(service, call), body, headers: { ...session.newKey?.(), ...headers } }
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
  if (answer.record === undefined) {
    noteUnclear(service, kind, body)
    throw new Inconclusive(`${callOf(request)} was answered ${answer.status}, without a record`)
  }
  const id = idIn(answer.body, idField) ?? (await newest(service, kind, body))
  if (id === undefined) {
    if (left !== undefined) track(service, left, `unknown id${wordsOf(kind, body)}`)
    return answer
  }
  session.made.set(id, { kind, body, id })
  service.made.push(id)
  if (left !== undefined) track(service, left, id)
  const made = { ...answer, id }
  const isUntried = session.newKey !== undefined && !session.keyed.has(call) && Object.keys(headers).length === 0
  return isUntried && movesNothing(service, kind, body)
    ? await madeAgain(service, kind, body, asked.headers, made)
    : made
}

/** Whether a request names no amount, or is for a wire from a subledger of which a restriction of this run lets none leave. */
function movesNothing(service: Service, kind: Kind, { amount, accountNumber }: Fields): boolean {
  const isBlock = ({ id, body }: Made) =>
    body['subAccountNumber'] === accountNumber && body['rail'] === 'Wire' && isLeft(service, id)
  const isBlocked = () => accountNumber !== undefined && [...service.session.made.values()].some(isBlock)
  return amount === undefined || (kind === 'wire' && isBlocked())
}

/** Repeats a request that moves no money with its key. Failed calls may be repeated only where this gives the same record. */
async function madeAgain(
  service: Service,
  kind: Kind,
  body: Fields,
  headers: Record<string, string>,
  first: Creation & { readonly id: string },
): Promise<Creation> {
  const { keyed } = service.session
  const { call, remove: removal } = rows[kind]
  keyed.set(call, false)
  const second = await make(service, kind, body, headers).catch(ifConclusive)
  if (second === undefined) keyed.delete(call)
  else keyed.set(call, second.id === first.id)
  if (second?.id === undefined || second.id === first.id || removal === undefined) return first
  // The second may have replaced the first, and is there in either case.
  await remove(service, kind, first.id)
  untrack(service, first.id)
  return second
}

/** Keeps in mind that something may have been made. */
function noteUnclear(service: Service, kind: Kind, body: Fields): void {
  const id = `unknown id${wordsOf(kind, body)}, may have been made`
  track(service, rows[kind].left ?? kind, id)
  service.session.unclear.push({ kind, body, id })
}

function wordsOf(kind: Kind, body: Fields): string {
  const { marked } = rows[kind]
  const value = textIn(body, marked)
  return value === undefined ? '' : `, ${marked} "${value}"`
}

/** The calls of restrictions name their account. */
function ofAccount(service: Service, call: EndpointName, parameters: Fields = {}): Fields {
  return /Restrictions?$/.test(call) ? { accountNumber: service.accountNumber, ...parameters } : parameters
}

/** The id of the listed record that bears the mark of a request: one that was not known before, or else the last. */
async function newest(service: Service, kind: Kind, body: Fields): Promise<string | undefined> {
  const isNew = (id: string) => !service.session.made.has(id)
  const listed = () => findMade(service, kind, body)
  const ids = (await service.untilShown(listed, (found) => found === undefined || found.some(isNew))) ?? []
  return ids.find(isNew) ?? ids.at(-1)
}

/** The ids of what is listed with the mark of a request; undefined where its list cannot be read to its end. */
async function findMade(service: Service, kind: Kind, body: Fields): Promise<string[] | undefined> {
  const { marked } = rows[kind]
  const mark = textIn(body, marked)
  if (mark === undefined) return undefined
  const isIt = (record: Fields) =>
    fieldOf(record, marked) === mark && (kind !== 'registration' || fieldOf(record, 'eventName') === body['eventName'])
  return await listed(service, kind, isIt)
}

async function listed(service: Service, kind: Kind, isIt: (record: Fields) => boolean): Promise<string[] | undefined> {
  const { list, idField } = rows[kind]
  if (list === undefined) return undefined
  const records = await service.all(list, { parameters: ofAccount(service, list) }).catch(ifConclusive)
  return records?.filter(isIt).flatMap((record) => idIn(record, idField) ?? [])
}

/** Whether an answer says that something was removed: with its record, or with nothing. */
export const isRemoved = ({ isDone, body }: Answer): boolean => isDone && typeof body !== 'string'

/** Statuses that a second call would only get again. */
const FINAL: readonly number[] = [403, 404, 405]

/**
 * Removes something that was made: twice where it fails, and once more in the end.
 *
 * @throws {Inconclusive} where there is no answer
 */
export async function remove(service: Service, kind: Kind, id: string): Promise<Answer> {
  const made = service.session.made.get(id)
  if (made) made.isStuck = true
  const first = await askToRemove(service, kind, id).catch(ifConclusive)
  const isOver = first !== undefined && (isRemoved(first) || FINAL.includes(first.status))
  const answer = isOver ? first : await askToRemove(service, kind, id)
  // The first was done, and its answer was lost.
  const isGone = first === undefined && answer.status === 404
  if (!isRemoved(answer) && !isGone) return answer
  if (made) made.isStuck = false
  untrack(service, id)
  if (isGone) throw new Trouble('the answer to a removal was lost')
  return answer
}

/** Removes a record whose name is asked for again. @throws {Inconclusive} where it stays, as it would change the next answer */
export async function surelyRemove(service: Service, kind: Kind, id: string | undefined): Promise<void> {
  if (id === undefined) throw new Inconclusive(`a ${kind} of its own has no id, and cannot be removed`)
  const answer = await remove(service, kind, id)
  if (!isRemoved(answer)) throw new Inconclusive(`removing a ${kind} of its own was answered ${answer.status}`)
}

function askToRemove(service: Service, kind: Kind, id: string): Promise<Answer> {
  const call = rows[kind].remove as EndpointName
  return service.tidy(() => service.ask(call, { parameters: ofAccount(service, call, { id }) }))
}

/** Removes something as far as the service has a call for it; what fails stays in the list. */
async function tryToRemove(service: Service, kind: Kind, id: string): Promise<void> {
  if (rows[kind].remove) await remove(service, kind, id).catch(ifConclusive)
}

/** Makes something for the time of one call. */
export async function makeBriefly(service: Service, kind: Kind, body: Fields): Promise<Creation> {
  const answer = await make(service, kind, body)
  if (answer.isDone) await surelyRemove(service, kind, answer.id)
  return answer
}

/** Removes what a question made. */
export async function removeMade(service: Service): Promise<void> {
  for (const id of service.made) {
    const made = service.session.made.get(id)
    if (made && !made.isStuck && isLeft(service, id)) await tryToRemove(service, made.kind, id)
  }
}

/** Removes what an earlier run has made and not removed: what bears a mark that is older than an hour. */
export async function removeEarlier(service: Service): Promise<void> {
  const { accountNumber, partnerId } = service.credentials
  for (const kind of [
    ...(accountNumber ? ['restriction' as const] : []),
    ...(partnerId ? ['registration' as const] : []),
  ]) {
    const isEarlier = (record: Fields) => {
      const time = MARK.exec(textIn(record, rows[kind].marked) ?? '')?.[1]
      if (time === undefined) return false
      const isOver = Number.parseInt(time, 36) < service.now() - HOUR
      // A later one may be of a run that is under way.
      if (!isOver) track(service, `${kind} of another run`, idIn(record) ?? 'unknown id')
      return isOver
    }
    for (const id of (await listed(service, kind, isEarlier)) ?? []) {
      track(service, `${kind} of an earlier run`, id)
      await tryToRemove(service, kind, id)
    }
  }
}

/** In the end: removes what was made for as long as wires were under way. */
export async function removeRest(service: Service): Promise<void> {
  const { left, made } = service.session
  if (left.some(({ kind }) => kind === 'wire')) return
  for (const { id } of [...left]) {
    const kind = made.get(id)?.kind
    if (kind !== undefined) await tryToRemove(service, kind, id)
  }
}

/** Runs after all questions: looks for what was asked for without an answer, and removes once more what could not be removed. */
export async function tidyUp(service: Service): Promise<void> {
  const { session } = service
  const stuck = [...session.made.values()].filter(({ id, isStuck }) => isStuck && isLeft(service, id))
  if (session.unclear.length + stuck.length > 0) await service.wait(Math.min(A_WHILE, service.waitLeft))
  for (const { kind, body, id: words } of session.unclear) {
    const ids = await findMade(service, kind, body)
    if (ids === undefined) continue
    untrack(service, words)
    for (const id of ids.filter((each) => !session.made.has(each))) {
      track(service, kind, id)
      await tryToRemove(service, kind, id)
    }
  }
  for (const { kind, id } of stuck) await removeAgain(service, kind, id).catch(ifConclusive)
}

async function removeAgain(service: Service, kind: Kind, id: string): Promise<void> {
  const answer = await remove(service, kind, id)
  if (answer.status !== 404) return
  // It may have been replaced, or only this call does not find it.
  const same = await listed(service, kind, (record) => idIn(record) === id)
  if (same?.length === 0) untrack(service, id)
}
