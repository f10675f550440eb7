/** What any answer shows of calls in general. */
import { isBanking, type Reader } from '../reader.ts'

export const callReaders: readonly Reader[] = [
  {
    how: 'reads expires_in of the tokens that were given',
    tells: { 'tokens.lifetimeSeconds': 'a token was given' },
    read(seen, tell) {
      const lifetimes = new Set(seen.records('requestToken').flatMap((token) => token['expires_in'] ?? []))
      const [lifetime] = lifetimes
      if (lifetimes.size > 1) tell.unknown('tokens.lifetimeSeconds', `expires_in is ${[...lifetimes].join(' or ')}`)
      else if (typeof lifetime === 'number') tell.is('tokens.lifetimeSeconds', lifetime, `expires_in is ${lifetime}`)
    },
  },
  {
    how: 'looks for request-id among the headers of answers of the banking API',
    tells: { 'http.requestId': 'the banking API was asked' },
    read(seen, tell) {
      const answers = seen.using(seen.all.filter((exchange) => isBanking(exchange) && exchange.isDone))
      if (answers.length === 0) return
      const sent = answers.filter(({ headers }) => headers['request-id'] !== undefined).length
      if (sent > 0 && sent < answers.length)
        tell.differs('http.requestId', `${sent} of ${answers.length} answers have it`)
      else tell.is('http.requestId', sent > 0 ? 'sent' : 'omitted', `${sent} of ${answers.length} answers have it`)
    },
  },
  {
    how: 'reads the status of what the banking API has done',
    tells: { 'http.createStatus': 'something was made or changed' },
    read(seen, tell) {
      const done = seen.using(
        seen.all.filter(
          (each) => isBanking(each) && each.isDone && each.method !== 'GET' && typeof each.body !== 'string',
        ),
      )
      if (done.length === 0) return
      const other = done.find(({ endpoint, status }) => status !== (endpoint === 'pingWebhook' ? 202 : 200))
      if (other === undefined) return tell.agrees('http.createStatus', `all ${done.length} calls have such a status`)
      seen.using([other])
      tell.differs('http.createStatus', `${other.method} ${new URL(other.url).pathname} was answered ${other.status}`)
    },
  },
  {
    how: 'looks for the headers that let a page in a browser read the answer',
    tells: { 'http.cors': 'a call with an Origin was answered' },
    read(seen, tell) {
      const asked = seen.using(seen.all.filter((each) => each.isDone && each.requestHeaders['origin'] !== undefined))
      const [first] = asked
      if (first === undefined) return
      const origin = first.requestHeaders['origin'] as string
      const allowed = first.headers['access-control-allow-origin']
      if (allowed === undefined) tell.is('http.cors', 'omitted', `no answer to a page of ${origin} allows it to read`)
      else if (allowed === origin || allowed === '*') tell.is('http.cors', 'sent', `a page of ${origin} may read`)
      else tell.differs('http.cors', `a page of ${origin} is told that ${allowed} may read`)
    },
  },
  {
    how: 'looks for answers 429, and for headers that tell of a limit',
    tells: { 'limits.rate': 'the service says so' },
    read(seen, tell) {
      const limited = seen.all.filter(({ status }) => status === 429)
      const telling = seen.all.filter(({ headers }) =>
        Object.keys(headers).some((name) => /^(x-)?ratelimit/.test(name)),
      )
      if (seen.using(limited).length > 0)
        return tell.differs('limits.rate', `${limited.length} of ${seen.all.length} calls were answered 429`)
      if (seen.using(telling).length > 0) return tell.differs('limits.rate', 'headers of the answers tell of a limit')
      tell.unknown('limits.rate', `none of ${seen.all.length} calls was answered 429: more, or faster, may be`)
    },
  },
]
