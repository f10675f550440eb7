/** CORS: the headers that a browser, or a test's imitation of one, needs before a page may read an answer. (§4) */
import { assuming } from '../../core/assumptions/notes.ts'
import type { Answer, Asking } from '../shell/state/layer.ts'
import type { Stage } from './stage.ts'

export const cors: Stage = (service, call, next) => {
  const origin = call.asking.headers.get('origin') ?? call.pageOrigin
  return origin === undefined ? next(call) : ofOrigin(origin, service, call, next)
}

const ofOrigin = async (origin: string, ...[{ shell }, call, next]: Parameters<Stage>): Promise<Answer> => {
  const { asking, pageOrigin } = call
  await call.body.read()
  const { assume } = shell.state.world.settings
  const isSent = shell.noting('http', (notes) => assuming(assume, notes)('http.cors') === 'sent')
  if (!isSent) return next(call)
  const own = corsHeaders(origin, asking.headers)
  if (isPreflight(asking, pageOrigin !== undefined)) return { status: 204, body: '', headers: own }
  const answer = await next(call)
  return { ...answer, headers: { ...answer.headers, ...own } }
}

/** Some imitations of a browser hide the headers that mark a preflight, so in a page every OPTIONS request counts as a preflight. */
function isPreflight({ method, headers }: Asking, isPage: boolean): boolean {
  return method === 'OPTIONS' && (isPage || headers.has('access-control-request-method'))
}

/** The headers that a page may send if its preflight request names none. */
const USUAL_HEADERS = 'accept, authorization, content-type, idempotency-key'

export function corsHeaders(origin: string, asked: Headers): Record<string, string> {
  const headers = asked.get('access-control-request-headers') ?? USUAL_HEADERS
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    'access-control-allow-headers': headers,
    'access-control-expose-headers':
      'request-id, original-request-id, deprecation, retry-after, www-authenticate, allow',
    vary: 'origin',
  }
}
