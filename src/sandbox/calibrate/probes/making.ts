/** Making a record: finds its id, tracks it as a leftover, and remembers requests without a clear answer. */
import type { EndpointName } from '../../../contract/endpoints.ts'
import { pathShape } from '../../recordings/shape.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import type { Asked, Service } from '../../service/service.ts'
import type { Answer } from '../../service/traffic.ts'
import { type Fields, fieldOf, fieldsOf, idIn, pageIn, recordIn, textIn } from './field.ts'

/** What probes make. */
export type Kind = 'restriction' | 'registration' | 'subledger' | 'wire' | 'simulation' | 'transfer'

interface Row {
  readonly call: EndpointName
  /** Where it can be looked for. */
  readonly list?: EndpointName
  readonly idField: 'id' | 'accountNumber'
  /** By which fields of its own it is known there. */
  readonly known: readonly string[]
  /** Its name among the leftovers; a probe that makes a kind without one tracks it itself. */
  readonly left?: string
}

const rows: { readonly [K in Kind]: Row } = {
  restriction: {
    call: 'createRestriction',
    list: 'listRestrictions',
    idField: 'id',
    known: ['reason'],
    left: 'restriction',
  },
  registration: {
    call: 'registerWebhook',
    list: 'listWebhooks',
    idField: 'id',
    known: ['eventName', 'callbackUrl'],
    left: 'registration',
  },
  subledger: {
    call: 'createSubledger',
    list: 'listSubledgers',
    idField: 'accountNumber',
    known: ['title'],
    left: 'subledger',
  },
  wire: { call: 'createWire', idField: 'id', known: [], left: 'wire' },
  simulation: { call: 'simulateInboundWire', idField: 'id', known: [], left: 'wire' },
  transfer: { call: 'transferFunds', idField: 'id', known: [] },
}

/** An answer to a request to make something, with the id of what was made. */
export interface Creation extends Answer {
  readonly id?: string
}

/** A request without a clear answer: it may have been done. */
export interface Lost {
  readonly kind: Kind
  readonly body: Fields
  /** Its name among the leftovers. */
  readonly words: string
}

const lost = new WeakMap<Service, Lost[]>()
const made = new WeakMap<Service, Set<string>>()

/** The requests without a clear answer: they may have been done. */
export const lostOf = (service: Service): readonly Lost[] => lost.get(service) ?? []

/** A unique text, by which a record is found again. */
export const markOf = (service: Service): string =>
  `calibrate ${Math.floor(service.now()).toString(36)} ${service.traffic.exchanges.length}`

/**
 * Asks for something to be made, and keeps in mind that it is there: by its id, which is looked up where the answer has none.
 *
 * @throws {Inconclusive} where no answer comes, or one of success without a record
 */
export async function make(
  service: Service,
  kind: Kind,
  body: Fields,
  headers: Record<string, string> = {},
): Promise<Creation> {
  const { call, idField, left } = rows[kind]
  const asked = { ...inAccount(service, call), body, headers }
  const url = service.urlOf(call, asked)
  const first = service.traffic.exchanges.length
  const answer = await service.ask(call, asked).catch((error: unknown) => {
    const sent = service.traffic.exchanges.slice(first).filter((each) => each.method === 'POST' && each.url === url)
    if (sent.some(({ status }) => status === 0 || status >= 500)) lose(service, kind, body)
    throw error
  })
  if (!answer.isDone) return answer
  if (recordIn(answer.body) === undefined) {
    lose(service, kind, body)
    throw new Inconclusive(`POST ${pathShape(new URL(url).pathname)} was answered ${answer.status}, without a record`)
  }
  const id = idIn(answer.body, idField) ?? (await newest(service, kind, body))
  if (id === undefined) {
    if (left !== undefined) service.track(left, `unknown id${wordsOf(kind, body)}`)
    return answer
  }
  idsOf(service).add(id)
  if (left !== undefined && !service.left.some((each) => each.id === id)) service.track(left, id)
  return { ...answer, id }
}

/** Keeps in mind that something may have been made. */
function lose(service: Service, kind: Kind, body: Fields): void {
  const words = `unknown id${wordsOf(kind, body)}, may have been made`
  service.track(rows[kind].left ?? kind, words)
  lost.set(service, [...lostOf(service), { kind, body, words }])
}

function wordsOf(kind: Kind, body: Fields): string {
  const [name] = rows[kind].known
  const value = name === undefined ? undefined : textIn(body, name)
  return value === undefined ? '' : `, ${name} "${value}"`
}

function idsOf(service: Service): Set<string> {
  const ids = made.get(service) ?? new Set<string>()
  made.set(service, ids)
  return ids
}

/** The calls of restrictions name their account. */
function inAccount(service: Service, call: EndpointName): Asked {
  const isOfAccount = call === 'createRestriction' || call === 'listRestrictions'
  return isOfAccount ? { parameters: { accountNumber: service.accountNumber } } : {}
}

/** The id of a record that looks like the request: one that was not known before, or else the last. */
async function newest(service: Service, kind: Kind, body: Fields): Promise<string | undefined> {
  const ids = (await findMade(service, kind, body)) ?? []
  return ids.find((id) => !idsOf(service).has(id)) ?? ids.at(-1)
}

const MOST_PAGES = 20

/** The ids of what the service lists that was asked for so; undefined where its list cannot be read to its end. */
export async function findMade(service: Service, kind: Kind, body: Fields): Promise<string[] | undefined> {
  const { known } = rows[kind]
  const [name] = known
  if (name === undefined || textIn(body, name) === undefined) return undefined
  return await listed(service, kind, (record) =>
    known.every((field) => body[field] === undefined || fieldOf(record, field) === body[field]),
  )
}

/** The ids of what the service lists and `isIt`; undefined where its list cannot be read to its end. */
export async function listed(
  service: Service,
  kind: Kind,
  isIt: (record: Fields) => boolean,
): Promise<string[] | undefined> {
  const { list, idField } = rows[kind]
  if (list === undefined) return undefined
  const ids: string[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { pageNumber: String(page), pageSize: '50' }
    const { isDone, body } = await service.ask(list, { ...inAccount(service, list), query })
    const results = pageIn(body)
    if (!isDone || results === undefined) return undefined
    ids.push(...results.filter(isIt).flatMap((record) => idIn(record, idField) ?? []))
    if (fieldsOf(body)['hasNextPage'] !== true) return ids
  }
  return undefined
}

/** Whether something with this id was made by one of these probes, as far as an answer said so. */
export const isKnown = (service: Service, id: string): boolean => idsOf(service).has(id)
