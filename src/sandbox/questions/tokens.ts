/** Questions on the token server. (§2.1, §5) */
import { fieldOf, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Bearer } from '../service/request.ts'
import type { Service } from '../service/service.ts'
import type { Answer } from '../service/traffic.ts'
import { isListed } from './asking.ts'
import { reads } from './fields.ts'
import { ask, differs, is, type Part, unknown, type VerdictOn } from './question.ts'
import { type Base, variants } from './variants.ts'

export const tokenRequest =
  (change: object, headers: Record<string, null> = {}) =>
  (service: Service): Promise<Answer> =>
    service.send('requestToken', {
      body: { ...service.tokenRequest(service.credentials.audience), ...change },
      headers,
    })

const token: Base = {
  noun: 'a token',
  scope: 'read',
  when: '',
  good: (service) => service.tokenRequest(service.credentials.audience),
  send: (service, body) => service.send('requestToken', { body }),
}

export const tokens = {
  'tokens.lifetimeSeconds': reads({
    calls: ['requestToken'],
    when: 'a token was issued with expires_in',
    fields: { expires_in: 'value' },
  }),
  'tokens.audience': ask({
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
  'tokens.form': ask({
    how: 'asks for a token',
    when: 'the token server issues a token',
    async of(service) {
      const { body, status } = await tokenRequest({})(service)
      const token = fieldOf(body, 'access_token')
      if (typeof token !== 'string') return unknown(`the token server answered ${status}`)
      const isJwt = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)
      return is(isJwt ? 'jwt' : 'opaque', `a token was ${isJwt ? 'three texts with points in between' : 'one text'}`)
    },
  }),
  'tokens.withoutAudience': readingWith('without an audience', { audience: undefined }, (seen, isRefused) =>
    is(isRefused ? 'refused' : 'everything', seen),
  ),
  'tokens.unknownAudience': variants({
    base: token,
    wrong: { 'an unknown audience': { audience: 'https://no-service.invalid/' } },
    as: ['403 access_denied'],
  }),
  'tokens.errors': variants({
    base: token,
    wrong: {
      'a wrong secret': { client_secret: 'not-the-secret' },
      'an unknown grant type': { grant_type: 'not-a-grant' },
    },
    as: ['401 access_denied', '400 unsupported_grant_type'],
  }),
} satisfies Part

/** Compares a read with the token of a changed request and one with the usual token. */
function readingWith<Id extends 'tokens.withoutAudience' | 'tokens.scope'>(
  words: string,
  change: object,
  judge: (seen: string, isRefused: boolean) => VerdictOn<Id>,
) {
  return ask<Id>({
    how: `sends a token request ${words}, and lists wires with the token`,
    when: 'wires can be listed',
    async of(service) {
      const { status, body } = await tokenRequest(change)(service)
      const seen = `a token request ${words} was answered ${status}`
      // The client got a token without the change, so the change is the reason for the refusal.
      if (status >= 400 && status < 500) return judge(seen, true)
      const token = textIn(body, 'access_token')
      if (token === undefined) return unknown(`${seen}, without a token`)
      const until = service.now() + Number(fieldOf(body, 'expires_in') ?? Number.POSITIVE_INFINITY) * 1_000
      const read = (authorization: string | Bearer) => service.send('listWires', { headers: { authorization } })
      const other = await read(`Bearer ${token}`)
      if (other.status === 401 && service.now() >= until) throw new Inconclusive('the token expired before it was used')
      const usual = await service.authorized(read)
      const both = `${seen}, a read with that token was answered ${other.status}, and a read with the usual one was answered ${usual.status}`
      if (!isListed(usual)) return unknown(both)
      return isListed(other) ? judge(both, false) : differs(both)
    },
  })
}
