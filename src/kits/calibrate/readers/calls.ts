/** What any answer shows of calls in general. */
import { isBanking, type Reader } from '../reader.ts'

export const callReaders: readonly Reader[] = [
  {
    how: 'reads expires_in of the tokens that were given',
    tells: { 'tokens.lifetimeSeconds': 'a token was given' },
    read(seen, tell) {
      const [token] = seen.records('requestToken')
      const lifetime = token?.['expires_in']
      if (typeof lifetime === 'number') tell.is('tokens.lifetimeSeconds', lifetime, `expires_in is ${lifetime}`)
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
        tell.isOther('http.requestId', `${sent} of ${answers.length} answers have it`)
      else tell.is('http.requestId', sent > 0 ? 'sent' : 'omitted', `${sent} of ${answers.length} answers have it`)
    },
  },
]
