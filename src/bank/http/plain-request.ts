/**
 * Plain requests, which nearly every client sends: an address and at most a text body. Making a Request costs more than answering it, so
 * only the parts that the bank reads are made. Any other input goes to the constructor of Request, which also refuses invalid input.
 */
import { attempt } from '../../core/kernel/attempt.ts'
import { asDecoded, withText } from '../shell/host/body-text.ts'
import type { Asking } from '../shell/state/layer.ts'

const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE'])

export function plainRequest(input: Request | URL | string, init?: RequestInit | null): Asking | undefined {
  const { method = 'GET', headers: given, body = null, signal, ...others } = init ?? {}
  const isPlain = Object.keys(others).length === 0 && methods.has(method) && (body === null || typeof body === 'string')
  // In a page a Request is made, because a browser has rules of its own for the requests of a page.
  if (!isPlain || (method === 'GET' && body !== null) || 'document' in globalThis) return undefined
  const url = typeof input === 'string' || input instanceof URL ? attempt(() => new URL(input)) : undefined
  if (url === undefined || url.username + url.password !== '') return undefined
  const headers = new Headers(given)
  if (body !== null && !headers.has('content-type')) headers.set('content-type', 'text/plain;charset=UTF-8')
  return { method, url: url.href, headers, signal, text: async () => asDecoded(body ?? '') }
}

/** Returns a Request. Keeps a text body beside the Request, so that the bank need not read the body from it. */
export function requestOf(input: Request | URL | string, init?: RequestInit): Request {
  const request = new Request(input, init)
  return typeof init?.body === 'string' ? withText(request, init.body) : request
}
