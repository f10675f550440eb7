/** Cross-origin answers: what a browser, or a test's imitation of one, asks for before a page may read an answer. (§4) */

/** Whether a browser asks what it may send, before it sends it. This is no call of the code under test. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method')
}

/** The headers that allow a page of this origin to send what it asks for, and to read every header of the answer. */
export function corsHeaders(origin: string, asked: Headers): Record<string, string> {
  const headers = asked.get('access-control-request-headers')
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'GET, POST, PUT, DELETE',
    ...(headers === null ? {} : { 'access-control-allow-headers': headers }),
    'access-control-expose-headers': 'request-id, original-request-id, deprecation, www-authenticate, allow',
    vary: 'origin',
  }
}
