/** What the banking API does with calls in general: paths, methods, versions, headers, bodies and refusals. (§4, §7, §9) */
import { isRecord } from '../../core/kernel/json.ts'
import { fieldOf, listIn, textIn } from '../service/fields.ts'
import { make } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { callOf } from '../service/traffic.ts'
import type { SeenExchange } from './exchanges.ts'
import {
  agrees,
  agreesIf,
  ask,
  differs,
  hidden,
  is,
  making,
  type OfPart,
  type Questions,
  read,
  story,
  unknown,
} from './question.ts'
import { spareRestriction } from './restrictions.ts'
import { blockedWires } from './wires/stopping.ts'

/** An id that no record has. */
const NO_ID = '00000000-0000-4000-8000-000000000000'

const LISTED = 'wires can be listed'

/** The status with which wires are listed. @throws {Inconclusive} where they are not: another answer would show nothing then */
export async function listing(service: Service): Promise<number> {
  const first = await service.ask('listWires')
  if (first.isDone && listIn(first.body) !== undefined) return first.status
  for await (const _ of service.pages('listWires')) break
  return first.status
}

/** What a list of wires is answered under another address. */
async function listedAt(service: Service, url: string, headers: Record<string, string> = {}) {
  const send = (authorization: string) => service.sendTo('GET', url, { headers: { authorization, ...headers } })
  const { status, isDone, body } = await service.authorized(send)
  return { status, isList: isDone && listIn(body) !== undefined }
}

/** Calls that are refused, each for another reason. */
const refusedCalls = making({
  how: 'looks up a wire that is not there, leaves the token out, and asks for a wire of which nothing is known',
  async make(service) {
    await service.ask('getWire', { parameters: { id: NO_ID } })
    await service.send('getWire', { parameters: { id: NO_ID } })
    await service.ask('createWire', { body: {} })
  },
})

const pageInABrowser = making({
  how: 'lists wires as a page of another origin does',
  make: (service) => service.ask('listWires', { headers: { origin: 'https://page.example' } }),
})

export const http: Questions<OfPart<'http'> | OfPart<'versioning'>> = {
  'http.createStatus': read({
    how: 'reads the status of what the banking API has done',
    when: 'something was made or changed',
    from: ({ all }) => all.filter((each) => each.isBanking && each.isDone && isChange(each)),
    judge(done) {
      const other = done.find(({ endpoint, status }) => status !== (endpoint === 'pingWebhook' ? 202 : 200))
      if (other === undefined) return agrees(`all ${done.length} calls have such a status`)
      return differs(`${callOf(other)} was answered ${other.status}`, [other])
    },
  }),
  'http.contentType': ask({
    how: 'sends a token request in JSON without naming its type',
    async of(service) {
      const body = service.tokenRequest(service.credentials.audience)
      const answer = await service.send('requestToken', { body, headers: { 'content-type': null } })
      const seen = `a token request without a content type was answered ${answer.status}`
      if (answer.isDone && textIn(answer.body, 'access_token') !== undefined) return is('optional', seen)
      const isRefused = answer.status >= 400 && answer.status < 500
      return isRefused ? is('required', seen) : unknown(`${seen}, without a token`)
    },
  }),
  'http.requestId': read({
    how: 'looks for request-id among the headers of answers of the banking API',
    when: 'the banking API was asked',
    from: ({ all }) => all.filter(({ isBanking, isDone, records }) => isBanking && isDone && records.length > 0),
    judge(answers) {
      const sent = answers.filter(({ headers }) => headers['request-id'] !== undefined).length
      const seen = `${sent} of ${answers.length} answers have it`
      if (sent > 0 && sent < answers.length) return differs(seen)
      return is(sent > 0 ? 'sent' : 'omitted', seen)
    },
  }),
  'http.cors': read({
    how: 'looks for the headers that let a page in a browser read the answer',
    when: 'a call with an Origin was answered',
    after: [pageInABrowser],
    from: ({ all }) => all.filter((each) => each.isDone && each.requestHeaders['origin'] !== undefined),
    judge([first]) {
      const { requestHeaders, headers } = first as SeenExchange
      const origin = requestHeaders['origin'] as string
      const allowed = headers['access-control-allow-origin']
      if (allowed === undefined) return is('omitted', `no answer to a page of ${origin} allows it to read`)
      const isAllowed = allowed === origin || allowed === '*'
      if (isAllowed) return is('sent', `a page of ${origin} may read`)
      return differs(`to a page of ${origin} the answer is that ${allowed} may read`)
    },
  }),
  'http.paths': ask({
    how: 'lists wires under a path in capitals, and under one with a slash at its end',
    when: LISTED,
    async of(service) {
      await listing(service)
      const { origin, pathname } = new URL(service.urlOf('listWires'))
      const capitals = await listedAt(service, origin + pathname.toUpperCase())
      const slash = await listedAt(service, `${origin}${pathname}/`)
      return agreesIf(
        capitals.isList && slash.isList,
        `in capitals the path was answered ${capitals.status}, with a slash at its end ${slash.status}`,
      )
    },
  }),
  'http.unknownCalls': ask({
    how: 'asks for a path that is not there, and deletes where only reading is known, a record that is not there',
    when: LISTED,
    async of(service) {
      await listing(service)
      const send = (method: string, url: string) =>
        service.authorized((authorization) => service.sendTo(method, url, { headers: { authorization } }, true))
      const path = await send('GET', `${service.urls.baseUrl.replace(/\/$/, '')}/no/such/path`)
      const method = await send('DELETE', service.urlOf('getWire', { parameters: { id: NO_ID } }))
      return agreesIf(
        path.status === 404 && method.status === 405,
        `an unknown path was answered ${path.status}, an unknown method ${method.status}`,
      )
    },
  }),
  'http.foreignRecords': hidden('a client knows of no record of another partner, nor whether there is one'),
  'versioning.versions': ask({
    how: 'lists wires at v2, and at v1 with headers that ask for another version',
    when: LISTED,
    async of(service) {
      const usual = await listing(service)
      const second = await listedAt(service, service.urlOf('listWires').replace('/v1/', '/v2/'))
      const asked = { 'api-version': '2', accept: 'application/json; version=2' }
      const negotiated = await listedAt(service, service.urlOf('listWires'), asked)
      return agreesIf(
        second.status === 404 && negotiated.status === usual,
        `v2 was answered ${second.status}, v1 with headers that ask for version 2 ${negotiated.status}`,
      )
    },
  }),
}

const isChange = ({ method, body }: SeenExchange) => method !== 'GET' && typeof body !== 'string'

const RESTRICTED = 'a restriction can be placed'

export const requests: Questions<OfPart<'requests'> | 'errors.unknownFields'> = story(
  { 'errors.unknownFields': RESTRICTED, 'requests.null': RESTRICTED },
  {
    how: 'places a restriction as it should be, one with an unknown field, and one with null for its notes',
    scope: 'create',
    needs: ['accountNumber'],
    async *tell(service) {
      const plain = await make(service, 'restriction', spareRestriction(service))
      if (!plain.isDone) {
        const why = unknown(`a restriction was answered ${plain.status}`)
        return yield { 'errors.unknownFields': why, 'requests.null': why }
      }
      const more = await make(service, 'restriction', { ...spareRestriction(service), noSuchField: 'calibrate' })
      const seen = `a restriction with an unknown field was answered ${more.status}`
      yield { 'errors.unknownFields': is(more.isDone ? 'ignored' : 'refused', seen) }
      const empty = await make(service, 'restriction', { ...spareRestriction(service), notes: null })
      const without = `a restriction with notes null was answered ${empty.status}`
      yield { 'requests.null': is(empty.isDone ? 'absent' : 'refused', without) }
    },
  },
)

/** Refusals of a call: one that is too long, or one too many, a server may refuse before the service does in its own way. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 405, 409, 422]

export const isRefusal = ({ status }: SeenExchange): boolean => REFUSALS.includes(status)

/** The errors that a body of the banking API lists; undefined where it has another form. */
function errorsIn({ body }: SeenExchange): { readonly code: number }[] | undefined {
  const errors = fieldOf(body, 'errors')
  if (!Array.isArray(errors) || errors.length === 0) return undefined
  const isFormed = (each: unknown): each is { readonly code: number } =>
    isRecord(each) && Number.isSafeInteger(each['code']) && typeof each['message'] === 'string'
  return errors.every(isFormed) ? errors : undefined
}

/** Whether a request for a wire lacks several fields that every one must have. */
function lacksSeveral({ endpoint, requestBody, status }: SeenExchange): boolean {
  if (endpoint !== 'createWire' || !isRecord(requestBody) || (status !== 400 && status !== 422)) return false
  const names = ['accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary']
  return names.filter((name) => requestBody[name] === undefined).length > 1
}

/** The codes that may come with a status. */
const ranges: readonly { noun: string; of: readonly number[]; from: number; to: number }[] = [
  { noun: 'of validation', of: [400, 422], from: 1_000, to: 2_999 },
  { noun: 'of rules', of: [404, 405, 409], from: 2_000, to: 2_999 },
  { noun: 'of security', of: [401, 403], from: 3_000, to: 3_999 },
]

export const errors: Questions<Exclude<OfPart<'errors'>, 'errors.unknownFields'>> = {
  'errors.body': read({
    how: 'reads the bodies of what the banking API refused',
    when: 'a wire was refused that lacks several fields',
    after: [refusedCalls],
    from: ({ all }) => all.filter((each) => each.isBanking && isRefusal(each)),
    judge(refused) {
      const other = refused.find((each) => errorsIn(each) === undefined)
      if (other) return differs(`an answer ${other.status} has no list of errors, each with code and message`, [other])
      const several = refused.filter(lacksSeveral)
      const brief = several.find((each) => (errorsIn(each)?.length ?? 0) < 2)
      if (brief) return differs('of a wire that lacks several fields one problem was named', [brief])
      if (several.length === 0) return undefined
      return agrees(`all ${refused.length} refusals list their errors, each with code and message`)
    },
  }),
  'errors.codes': read({
    how: 'reads the codes in the bodies of what the banking API refused',
    when: 'calls were refused for their form, for a record that is not there, and for the token',
    after: [refusedCalls],
    // Under a path in another spelling the call itself may not be known.
    from: ({ all }) =>
      all.filter(
        (each) => each.isBanking && isRefusal(each) && !(each.endpoint === 'listWires' && each.status === 404),
      ),
    judge(refused) {
      const known = new Set<string>()
      for (const exchange of refused) {
        const range = ranges.find(({ of }) => of.includes(exchange.status))
        for (const { code } of errorsIn(exchange) ?? []) {
          if (range === undefined || code < range.from || code > range.to) {
            return differs(`an answer ${exchange.status} has the code ${code}`, [exchange])
          }
          known.add(range.noun)
        }
      }
      if (known.size === 0) return differs(`none of ${refused.length} refusals has a code`)
      return known.size < ranges.length ? undefined : agrees(`refusals ${[...known].join(', ')} have such codes`)
    },
  }),
  'errors.blockedTransaction': blockedWires['errors.blockedTransaction'],
}
