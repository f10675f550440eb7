/** Questions on the token server. (§2.1, §5) */
import { fieldOf, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Bearer } from '../service/request.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { isListed } from './asking.ts'
import { reads } from './fields.ts'
import { ask, differs, is, type Part, unknown } from './question.ts'

const tokenRequest = (service: Service, change: object): Promise<Answer> =>
  service.send('requestToken', { body: { ...service.tokenRequest(service.credentials.audience), ...change } })

export const tokens = {
  'tokens.lifetimeSeconds': reads({
    calls: ['requestToken'],
    when: 'a token was issued with expires_in',
    fields: { expires_in: 'value' },
  }),
  'tokens.audience': ask<'tokens.audience'>({
    how: 'calls the loan service with a token for the audience of the banking API',
    when: 'credentials.audience is given, and the loan service accepts the client with a token of its own',
    async of(service) {
      if (service.credentials.audience === undefined) return unknown('credentials.audience was not given')
      const send = (authorization: Bearer) => service.send('getLoanEvents', { headers: { authorization } })
      // `authorized` repeats the call with a new token if the token had expired, so a refusal is due to the audience.
      const { status, isDone } = await service.authorized(send)
      const seen = `the loan service answered ${status} to a token for the banking API`
      if (isDone) return is('shared', seen)
      const own = await service.ask('getLoanEvents')
      const isItsOwn = own.isDone && (status === 401 || status === 403)
      return isItsOwn ? is('perService', seen) : unknown(`${seen}, and ${own.status} to a token for itself`)
    },
  }),
  'tokens.form': ask<'tokens.form'>({
    how: 'asks for a token',
    when: 'the token server issues a token',
    async of(service) {
      const { body, status } = await tokenRequest(service, {})
      const text = textIn(body, 'access_token')
      if (text === undefined) return unknown(`the token server answered ${status}`)
      const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
      return is(isJwt ? 'jwt' : 'opaque', `a token was ${isJwt ? 'three texts with points in between' : 'one text'}`)
    },
  }),
  'tokens.withoutAudience': ask<'tokens.withoutAudience'>({
    how: 'sends a token request without an audience, and lists wires with the token',
    when: 'wires can be listed',
    async of(service) {
      const { status, body } = await tokenRequest(service, { audience: undefined })
      const seen = `a token request without an audience was answered ${status}`
      // The client got a token with an audience, so its absence is the reason for the refusal.
      if (status >= 400 && status < 500) return is('refused', seen)
      const text = textIn(body, 'access_token')
      if (text === undefined) return unknown(`${seen}, without a token`)
      const until = service.now() + Number(fieldOf(body, 'expires_in') ?? Number.POSITIVE_INFINITY) * 1_000
      const list = (authorization: string | Bearer) => service.send('listWires', { headers: { authorization } })
      const other = await list(`Bearer ${text}`)
      if (other.status === 401 && service.now() >= until) throw new Inconclusive('the token expired before it was used')
      const usual = await service.authorized(list)
      const both = `${seen}, a read with that token was answered ${other.status}, and a read with the usual one was answered ${usual.status}`
      if (!isListed(usual)) return unknown(both)
      return isListed(other) ? is('everything', both) : differs(both)
    },
  }),
} satisfies Part
