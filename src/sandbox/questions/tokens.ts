/** What the token server does. (§2.1, §5) */
import { fieldOf, listIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import type { Service } from '../service/service.ts'
import { agreesIf, ask, differs, is, type OfPart, type Questions, read, unknown } from './question.ts'

const LISTED = 'wires can be listed'

export const tokens: Questions<OfPart<'tokens'>> = {
  'tokens.lifetimeSeconds': read({
    how: 'reads expires_in of the tokens that were given',
    when: 'a token was given',
    from: (exchanges) => exchanges.done('requestToken').filter(({ body }) => fieldOf(body, 'expires_in') !== undefined),
    judge(given) {
      const lifetimes = [...new Set(given.map(({ body }) => fieldOf(body, 'expires_in')))]
      const seen = `expires_in is ${lifetimes.join(' or ')}`
      const [lifetime] = lifetimes
      return lifetimes.length === 1 && typeof lifetime === 'number' ? is(lifetime, seen) : unknown(seen)
    },
  }),
  'tokens.audience': ask({
    how: 'asks for a token for the audience of the banking API, and takes it to the loan service',
    needs: ['loanBaseUrl'],
    when: 'an audience was given, and the loan service takes the client at all',
    async of(service) {
      const { audience } = service.credentials
      if (audience === undefined) return unknown('credentials.audience was not given')
      const send = (authorization: string) => service.send('getLoanEvents', { headers: { authorization } })
      // A refusal is what is asked about: it must not come of a token that has expired.
      const { status, isDone } = await service.authorized(send)
      if (isDone) return is('shared', `the loan service took a token for ${audience}`)
      const own = await service.ask('getLoanEvents')
      const seen = `the loan service answered ${status} to a token for the banking API`
      const isItsOwn = own.isDone && (status === 401 || status === 403)
      return isItsOwn ? is('perService', seen) : unknown(`${seen}, and ${own.status} to one that was asked for it`)
    },
  }),
  'tokens.withoutAudience': ask({
    how: 'asks for a token without naming an audience',
    when: LISTED,
    async of(service) {
      const { status, body } = await service.send('requestToken', { body: service.tokenRequest(undefined) })
      const seen = `a request without an audience was answered ${status}`
      const token = textIn(body, 'access_token')
      // With one, this client got a token: that is how a calibration begins.
      if (status >= 400 && status < 500) return is('refused', seen)
      if (token === undefined) return unknown(`${seen}, without a token`)
      const { usual, other, isListed } = await compared(service, body, token)
      const both = `${seen}, and a read with that token ${other.status}`
      if (!usual.isListed) return unknown(`${both}, as one with another ${usual.status}`)
      return isListed ? is('everything', both) : differs(`${both}, with another ${usual.status}`)
    },
  }),
  'tokens.unknownAudience': ask({
    how: 'asks for a token for an audience that no service has',
    async of(service) {
      const { status, body } = await service.send('requestToken', {
        body: service.tokenRequest('https://nobody-serves-this.invalid/'),
      })
      const error = textIn(body, 'error')
      return agreesIf(
        status === 403 && error === 'access_denied',
        `the answer was ${status}${error === undefined ? '' : ` ${error}`}`,
      )
    },
  }),
  'tokens.discovery': ask({
    how: 'asks for the discovery document at the well-known addresses; where the token server has a path, before it and after it',
    async of(service) {
      const { origin, pathname } = new URL(service.urls.authUrl)
      const path = pathname.replace(/\/$/, '')
      const at = (name: string) => [
        ...new Set([`${origin}${path}/.well-known/${name}`, `${origin}/.well-known/${name}${path}`]),
      ]
      const isThere = async (name: string) => {
        const answers = []
        for (const url of at(name)) answers.push(await service.sendTo('GET', url))
        const found = answers.find(({ body, isDone }) => isDone && textIn(body, 'token_endpoint') !== undefined)
        return { found, status: (found ?? answers[0])?.status }
      }
      const [openid, oauth] = [await isThere('openid-configuration'), await isThere('oauth-authorization-server')]
      const seen = `openid-configuration was answered ${openid.status}, oauth-authorization-server ${oauth.status}`
      const areBoth = openid.found !== undefined && oauth.found !== undefined
      return agreesIf(areBoth, areBoth ? `${seen}, both with a token_endpoint` : seen)
    },
  }),
  'tokens.scope': ask({
    how: 'asks for a token with a scope, and reads with it',
    when: LISTED,
    async of(service) {
      const body = { ...service.tokenRequest(service.credentials.audience), scope: 'wires' }
      const { status, body: answer } = await service.send('requestToken', { body })
      const token = textIn(answer, 'access_token')
      if (token === undefined) {
        const seen = `a request with a scope was answered ${status}`
        return status >= 400 && status < 500 ? differs(seen) : unknown(`${seen}, without a token`)
      }
      const { usual, other, isListed } = await compared(service, answer, token)
      const seen = `a read is answered ${other.status} with such a token, and ${usual.status} with another`
      return usual.isListed ? agreesIf(isListed, seen) : unknown(seen)
    },
  }),
  'tokens.errors': ask({
    how: 'asks for a token with a wrong secret, and for one by an unknown grant type',
    async of(service) {
      const request = service.tokenRequest(service.credentials.audience)
      const refused = async (change: object) => {
        const { status, body } = await service.send('requestToken', { body: { ...request, ...change } })
        return `${status} ${String(fieldOf(body, 'error'))}`
      }
      const denied = await refused({ client_secret: 'not-the-secret' })
      const unsupported = await refused({ grant_type: 'not-a-grant' })
      return agreesIf(
        denied === '401 access_denied' && unsupported === '400 unsupported_grant_type',
        `a wrong secret was answered ${denied}, an unknown grant type ${unsupported}`,
      )
    },
  }),
}

/** What a read is answered with a token that was given, and with the usual one. @throws {Inconclusive} where it expired before it was read with */
async function compared(service: Service, given: unknown, token: string) {
  const until = service.now() + Number(fieldOf(given, 'expires_in') ?? Number.POSITIVE_INFINITY) * 1_000
  const read = (authorization: string) => service.send('listWires', { headers: { authorization } })
  const withGiven = await read(`Bearer ${token}`)
  if (withGiven.status === 401 && service.now() >= until) throw new Inconclusive('the token expired before it was used')
  const [other, usual] = [withGiven, await service.authorized(read)].map(({ status, isDone, body }) => {
    return { status, isListed: isDone && listIn(body) !== undefined }
  }) as [Reading, Reading]
  return { usual, other, isListed: other.isListed }
}

interface Reading {
  readonly status: number
  readonly isListed: boolean
}
