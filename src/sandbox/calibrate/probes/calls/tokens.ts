/** What the token server does. (§2.1, §5) */

import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { fieldOf, pageIn } from '../field.ts'

export const tokenProbes: readonly Probe[] = [
  {
    name: 'a token request without an audience',
    scope: 'read',
    needs: [],
    how: 'asks for a token without naming an audience',
    tells: { 'tokens.withoutAudience': 'wires can be listed' },
    async run(service, tell) {
      const { status, isDone, body } = await service.send('requestToken', { body: service.tokenRequest(undefined) })
      const seen = `a request without an audience was answered ${status}`
      const token = fieldOf(body, 'access_token')
      // With one, this client got a token: that is how a calibration begins.
      if (status >= 400 && status < 500) return tell.is('tokens.withoutAudience', 'refused', seen)
      if (!isDone || typeof token !== 'string')
        return tell.unknown('tokens.withoutAudience', `${seen}, without a token`)
      const [usual, other] = [await reading(service, await service.token()), await reading(service, token)]
      const told = `${seen}, and a read with that token ${other.status}`
      if (!usual.isListed) tell.unknown('tokens.withoutAudience', `${told}, as one with another ${usual.status}`)
      else if (other.isListed) tell.is('tokens.withoutAudience', 'everything', told)
      else tell.differs('tokens.withoutAudience', `${told}, with another ${usual.status}`)
    },
  },
  {
    name: 'a token at the other service',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for a token for the audience of the banking API, and takes it to the loan service',
    tells: { 'tokens.audience': 'an audience was given, and the loan service takes the client at all' },
    async run(service, tell) {
      const { audience } = service.credentials
      if (audience === undefined) return tell.unknown('tokens.audience', 'credentials.audience was not given')
      const authorization = `Bearer ${await service.token()}`
      const { status, isDone } = await service.send('getLoanEvents', { headers: { authorization } })
      if (isDone) return tell.is('tokens.audience', 'shared', `the loan service took a token for ${audience}`)
      const own = await service.ask('getLoanEvents')
      const seen = `the loan service answered ${status} to a token for the banking API`
      if (own.isDone && (status === 401 || status === 403)) tell.is('tokens.audience', 'perService', seen)
      else tell.unknown('tokens.audience', `${seen}, and ${own.status} to one that was asked for it`)
    },
  },
  {
    name: 'an audience that is not served',
    scope: 'read',
    needs: [],
    how: 'asks for a token for an audience that no service has',
    tells: { 'tokens.unknownAudience': '' },
    async run(service, tell) {
      const body = service.tokenRequest('https://nobody-serves-this.invalid/')
      const { status, body: answer } = await service.send('requestToken', { body })
      const error = fieldOf(answer, 'error')
      const seen = `the answer was ${status}${typeof error === 'string' ? ` ${error}` : ''}`
      if (status === 403 && error === 'access_denied') tell.agrees('tokens.unknownAudience', seen)
      else tell.differs('tokens.unknownAudience', seen)
    },
  },
  {
    name: 'the token server about itself',
    scope: 'read',
    needs: [],
    how: 'asks for the discovery document at both well-known addresses',
    tells: { 'tokens.discovery': '' },
    async run(service, tell) {
      const { origin, pathname } = new URL(service.urls.authUrl)
      const oauth = `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`
      const answers = [await service.send('discoverTokenServer'), await service.sendTo('GET', oauth)]
      const isThere = answers.every(({ isDone, body }) => isDone && typeof fieldOf(body, 'token_endpoint') === 'string')
      const seen = `openid-configuration was answered ${answers[0]?.status}, oauth-authorization-server ${answers[1]?.status}`
      if (isThere) tell.agrees('tokens.discovery', `${seen}, both with a token_endpoint`)
      else tell.differs('tokens.discovery', seen)
    },
  },
  {
    name: 'a token request with a scope',
    scope: 'read',
    needs: [],
    how: 'asks for a token with a scope, and reads with it',
    tells: { 'tokens.scope': 'wires can be listed' },
    async run(service, tell) {
      const body = { ...service.tokenRequest(service.credentials.audience), scope: 'wires' }
      const { status, body: answer } = await service.send('requestToken', { body })
      const token = fieldOf(answer, 'access_token')
      if (typeof token !== 'string') {
        const seen = `a request with a scope was answered ${status}`
        if (status >= 400 && status < 500) tell.differs('tokens.scope', seen)
        else tell.unknown('tokens.scope', `${seen}, without a token`)
        return
      }
      const usual = await reading(service, await service.token())
      const other = await reading(service, token)
      const seen = `a read is answered ${other.status} with such a token, and ${usual.status} with another`
      if (!usual.isListed) tell.unknown('tokens.scope', seen)
      else if (other.isListed) tell.agrees('tokens.scope', seen)
      else tell.differs('tokens.scope', seen)
    },
  },
  {
    name: 'token requests that are refused',
    scope: 'read',
    needs: [],
    how: 'asks for a token with a wrong secret, and for one by an unknown grant type',
    tells: { 'tokens.errors': '' },
    async run(service, tell) {
      const request = service.tokenRequest(service.credentials.audience)
      const wrong = await service.send('requestToken', { body: { ...request, client_secret: 'not-the-secret' } })
      const unknown = await service.send('requestToken', { body: { ...request, grant_type: 'not-a-grant' } })
      const [denied, unsupported] = [wrong, unknown].map(({ status, body }) => `${status} ${fieldOf(body, 'error')}`)
      const seen = `a wrong secret was answered ${denied}, an unknown grant type ${unsupported}`
      const agrees = denied === '401 access_denied' && unsupported === '400 unsupported_grant_type'
      if (agrees) tell.agrees('tokens.errors', seen)
      else tell.differs('tokens.errors', seen)
    },
  },
]

/** What a read with a token is answered, and whether with a list. */
async function reading(service: Service, token: string) {
  const { status, isDone, body } = await service.send('listWires', { headers: { authorization: `Bearer ${token}` } })
  return { status, isListed: isDone && pageIn(body) !== undefined }
}
