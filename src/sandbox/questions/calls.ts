/** Questions on tokens, and on all calls of the banking API: statuses, headers and refusals. (§2.1, §4, §7) */
import { isCreation } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ErrorForm, errorFormOf } from '../../contract/error.ts'
import { groupBy } from '../../core/kernel/group-by.ts'
import { fieldsOf, isRecord } from '../../core/kernel/json.ts'
import { answerText, isOfProxy } from '../recordings/exchange.ts'
import { textIn } from '../service/fields.ts'
import { NO_ID } from '../service/records.ts'
import { callOf } from '../service/traffic.ts'
import type { SeenExchange } from './exchanges.ts'
import { reads } from './fields.ts'
import { ask, differs, is, making, type Part, read, unknown } from './question.ts'

const refusedCalls = making({
  how: 'reads a wire that does not exist, once with a token and once without one, and requests a wire with an empty body',
  async make(service) {
    await service.ask('getWire', { parameters: { id: NO_ID } })
    await service.send('getWire', { parameters: { id: NO_ID } })
    await service.ask('createWire', { body: {} })
  },
})

export const calls = {
  'tokens.lifetimeSeconds': reads({
    calls: ['requestToken'],
    when: 'a token was issued with expires_in',
    field: 'expires_in',
  }),
  'tokens.form': ask<'tokens.form'>({
    how: 'asks for a token',
    async of(service) {
      const { body, status } = await service.send('requestToken', { body: service.tokenRequest() })
      const text = textIn(body, 'access_token')
      if (text === undefined) return unknown(`the token server answered ${status}`)
      const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
      return is(isJwt ? 'jwt' : 'opaque', `a token was ${isJwt ? 'three texts with points in between' : 'one text'}`)
    },
  }),
  'http.createStatus': read<'http.createStatus'>({
    when: "a record was made (scope: 'create')",
    from: ({ all }) =>
      all.filter(({ records, endpoint }) => records.length > 0 && endpoint !== null && isCreation(endpoints[endpoint])),
    judge(made) {
      const [status, other] = new Set(made.map((each) => String(each.status)))
      const kinds = [...new Set(made.map(({ endpoint }) => endpoint))].join(', ')
      if (other === undefined)
        return is(status as '200', `the calls that made a record were answered ${status}: ${kinds}`)
      const call = made.find((each) => String(each.status) === other) as SeenExchange
      return differs(`${callOf(call)} was answered ${other}, and other calls that made a record ${status}`)
    },
  }),
  'errors.body': read<'errors.body'>({
    when: 'a call was refused',
    after: refusedCalls,
    from: ({ all }) => all.filter(isRefusal),
    judge(refused) {
      const { own, others, proxied } = votesOf(refused)
      const form = errorFormOf(own[0]?.body)
      const other = form === undefined ? own[0] : others[0]
      if (other) return differs(`the body of an answer ${other.status} has another form`, [other])
      const seen = `${own.length} of ${refused.length} refusals have the form "${form}"`
      const rest = proxied.length > 0 ? `; perhaps of a proxy: ${[...new Set(proxied.map(answerText))].join(', ')}` : ''
      return is(form as ErrorForm, seen + rest)
    },
  }),
  'errors.codes': read<'errors.codes'>({
    when: 'a call was refused',
    after: refusedCalls,
    from: ({ all }) => all.filter(isRefusal),
    judge(refusals) {
      const { own, others } = votesOf(refusals)
      const refused = [...own, ...others].filter((each) => codesIn(each).length > 0)
      if (refused.length === 0) return unknown('no refusal has a number as its code: then this does not matter')
      const seen = [...groupBy(refused, ({ status }) => `${status}`)]
        .map(([status, same]) => `${status}: ${[...new Set(same.flatMap(codesIn))].sort().join(', ')}`)
        .sort()
        .join('; ')
      const other = refused.find((each) => {
        return !codesIn(each).every((code) => ranges[each.status]?.includes(Math.floor(code / 1_000)))
      })
      if (other === undefined) return is('published', `codes are in the published ranges: ${seen}`)
      if (refused.every((each) => codesIn(each).every((code) => code === each.status)))
        return is('status', `codes are the statuses: ${seen}`)
      return differs(`codes are neither in the published ranges nor the statuses: ${seen}`, [other])
    },
  }),
} satisfies Part

/** The thousands of the codes that a refusal may have. Not of 413, 414, 429 and 431: a gateway may send them. */
const ranges: { readonly [status: number]: readonly number[] } = {
  ...{ 400: [1, 2], 401: [3], 403: [2, 3], 404: [2], 405: [2], 409: [2], 422: [1, 2] },
}

const isRefusal = (exchange: SeenExchange): boolean =>
  exchange.isBanking && !isOfProxy(exchange) && exchange.status in ranges

/** The refusals in the form of most, and those in another: of the service, or perhaps of a proxy, as they concern access or are no record. */
function votesOf(refused: readonly SeenExchange[]) {
  const byForm = [...groupBy(refused, ({ body }) => String(errorFormOf(body))).values()]
  const [own = [], ...rest] = byForm.sort((one, other) => other.length - one.length)
  const isPerhapsOfProxy = ({ status, body }: SeenExchange) => [401, 403, 405].includes(status) || !isRecord(body)
  const others = rest.flat().filter((each) => !isPerhapsOfProxy(each))
  return { own, others, proxied: rest.flat().filter(isPerhapsOfProxy) }
}

/** The codes in a refusal; none if it has another form. */
function codesIn({ body }: SeenExchange): readonly number[] {
  const { errors = [], error } = fieldsOf(body) as { errors?: readonly { code: number }[]; error?: { code: number } }
  const form = errorFormOf(body)
  return form === 'list' || form === 'envelope' ? [...errors, ...(error ? [error] : [])].map(({ code }) => code) : []
}
