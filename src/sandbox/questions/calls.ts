/** Questions on all calls of the banking API: statuses, headers and refusals. (§4, §7) */
import { doneStatus } from '../../contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { isOfProxy } from '../recordings/exchange.ts'
import { fieldOf } from '../service/fields.ts'
import { callOf } from '../service/traffic.ts'
import { NO_ID } from './asking.ts'
import type { SeenExchange } from './exchanges.ts'
import { agrees, differs, is, making, type Part, read } from './question.ts'

const refusedCalls = making({
  how: 'reads a wire that does not exist, once with a token and once without one, and requests a wire with an empty body',
  async make(service) {
    await service.ask('getWire', { parameters: { id: NO_ID } })
    await service.send('getWire', { parameters: { id: NO_ID } })
    await service.ask('createWire', { body: {} })
  },
})

export const calls = {
  'http.createStatus': read<'http.createStatus'>({
    when: 'a record was made',
    from: ({ all }) => all.filter((each) => each.isBanking && each.isDone && isChange(each)),
    judge(done) {
      const wanted = (each: SeenExchange, value: string) => doneStatus(endpoints[each.endpoint as EndpointName], value)
      const value = (['200', '201', '202'] as const).find((each) =>
        done.every((call) => call.status === wanted(call, each)),
      )
      const made = done.filter((each) => wanted(each, '200') !== wanted(each, '201'))
      const other = done.find((each) => each.status !== wanted(each, String(made[0]?.status)))
      if (value === undefined)
        return differs(`${callOf(other ?? (done[0] as SeenExchange))} was answered ${other?.status}`)
      return made.length > 0
        ? is(value, `all ${made.length} calls that made a record were answered ${value}`)
        : undefined
    },
  }),
  'http.requestId': read({
    how: 'looks for the header request-id in the answers of the banking API',
    when: 'the banking API answered with a record',
    from: ({ all }) => all.filter(({ isBanking, isDone, records }) => isBanking && isDone && records.length > 0),
    judge(answers) {
      const sent = answers.filter(({ headers }) => headers['request-id'] !== undefined).length
      const seen = `${sent} of ${answers.length} answers have request-id`
      if (sent > 0 && sent < answers.length) return differs(seen)
      return is(sent > 0 ? 'sent' : 'omitted', seen)
    },
  }),
  'errors.body': read({
    how: 'reads the bodies of refusals by the banking API',
    when: 'a request for a wire that lacks several fields was refused',
    after: [refusedCalls],
    from: ({ all }) => all.filter((each) => each.isBanking && isRefusal(each)),
    judge(refused) {
      const other = refused.find((each) => errorsIn(each) === undefined)
      if (other)
        return differs(`an answer ${other.status} does not list its errors, each with a code and a message`, [other])
      const several = refused.filter(lacksSeveral)
      const brief = several.find((each) => (errorsIn(each)?.length ?? 0) < 2)
      if (brief)
        return differs('a request for a wire lacked several fields, and its refusal named only one problem', [brief])
      if (several.length === 0) return undefined
      return agrees(`all ${refused.length} refusals list their errors, each with a code and a message`)
    },
  }),
  'errors.codes': read({
    how: 'reads the error codes in refusals by the banking API',
    when: 'calls were refused for an invalid body, for a record that does not exist, and for a missing token',
    after: [refusedCalls],
    from: ({ all }) => all.filter((each) => each.isBanking && isRefusal(each)),
    judge(refused) {
      const known = new Set<string>()
      for (const exchange of refused) {
        const kinds = refusals.filter(({ statuses }) => statuses.includes(exchange.status))
        for (const { code } of errorsIn(exchange) ?? []) {
          const kind = kinds.find(({ thousands }) => thousands.includes(Math.floor(code / 1_000)))
          if (!kind) return differs(`an answer ${exchange.status} has the code ${code}`, [exchange])
          known.add(kind.noun)
        }
      }
      if (known.size === 0) return differs(`none of ${refused.length} refusals has a code`)
      return known.size < refusals.length
        ? undefined
        : agrees(`the codes of refusals (${[...known].join(', ')}) are in the same thousands as at our bank`)
    },
  }),
} satisfies Part

const isChange = ({ method, body }: SeenExchange) => method !== 'GET' && typeof body !== 'string'

/** The kinds of refusals, with their statuses and the thousands of their codes. Not 413, 414, 429 and 431: a gateway may send them. */
const refusals = [
  { noun: 'of validation', statuses: [400, 422], thousands: [1, 2] },
  { noun: 'of rules', statuses: [403, 404, 405, 409], thousands: [2] },
  { noun: 'of security', statuses: [401, 403], thousands: [3] },
]

const isRefusal = (exchange: SeenExchange): boolean =>
  !isOfProxy(exchange) && refusals.some(({ statuses }) => statuses.includes(exchange.status))

/** The errors that a body of the banking API lists; undefined if the body has another form. */
function errorsIn({ body }: SeenExchange): { readonly code: number }[] | undefined {
  const errors = fieldOf(body, 'errors')
  const isFormed = (each: unknown) =>
    isRecord(each) && Number.isSafeInteger(each['code']) && typeof each['message'] === 'string'
  return Array.isArray(errors) && errors.length > 0 && errors.every(isFormed) ? errors : undefined
}

/** Whether an exchange is a request for a wire, and lacks several of the required fields. */
function lacksSeveral({ endpoint, requestHeaders, requestBody, status }: SeenExchange): boolean {
  if (endpoint !== 'createWire' || !isRecord(requestBody) || (status !== 400 && status !== 422)) return false
  // The service may not have read a body without a content type. Recordings without any headers do not show the content type.
  if (!('content-type' in requestHeaders) && Object.keys(requestHeaders).length > 0) return false
  const names = ['accountNumber', 'businessFunctionCode', 'receiverRoutingNumber', 'beneficiary']
  return names.filter((name) => requestBody[name] === undefined).length > 1
}
