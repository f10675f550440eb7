/**
 * Sends pushes by real HTTP, a hundred at once for all banks of the process: the others wait for their turn. It follows no redirect. It
 * stops waiting for a receiver after a time limit, or when the process ends. It reads only the beginning of a long answer. (§6)
 */
import { setMaxListeners } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { count } from '../../core/kernel/count.ts'
import type { Send } from '../../server/options.ts'
import { nameOf } from '../../server/pushes/allowed-hosts.ts'

/** How many bytes of an answer are read at most. There is a limit because the bank keeps the answers. */
const MOST = 65_536

/** How many pushes are under way at once. More of them at once would only make each take longer, and hold up the requests of clients. */
const AT_ONCE = 100

/** When `ended` is aborted, all pushes under way fail. */
export function sender(ended: AbortSignal): Send {
  // Each push under way listens for the end.
  setMaxListeners(0, ended)
  const waiting: (() => void)[] = []
  let free = AT_ONCE
  return async (request, { timeout }) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const stop = new AbortController()
    const end = () => stop.abort()
    // A receiver in another process lives in real time.
    const timer = setTimeout(end, timeout)
    ended.addEventListener('abort', end)
    try {
      if (ended.aborted) end()
      return await sent(request, stop.signal)
    } catch (error) {
      // `fetch` refuses some addresses without I/O. Thousands of such pushes would follow each other without a turn for anything else.
      await new Promise(setImmediate)
      if (!stop.signal.aborted) throw error
      const late = `the receiver did not answer within ${count(timeout / 1_000, 'second')}`
      throw new Error(ended.aborted ? 'the process ended before the receiver had answered' : late, { cause: error })
    } finally {
      clearTimeout(timer)
      ended.removeEventListener('abort', end)
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

async function sent(request: Request, signal: AbortSignal): Promise<Response> {
  const { hostname } = new URL(request.url)
  const isHere = nameOf(hostname).endsWith('.localhost')
  const answer = isHere ? await sentHere(request, signal) : await fetch(request, { redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MOST) break
  }
  const body = new Uint8Array(Buffer.concat(chunks).subarray(0, MOST))
  // `Response` throws if an answer with one of these statuses has a body.
  const isEmpty = body.length === 0 || [204, 205, 304].includes(answer.status)
  const { status, headers } = answer
  if (status < 200 || status > 599) {
    throw new Error(`the receiver answered with the status ${status}. An answer to a push has a status from 200 to 599`)
  }
  return new Response(isEmpty ? null : body, { status, headers })
}

/** Every name below `localhost` means this machine (RFC 6761), whatever the DNS says. */
const thisMachine: LookupFunction = (_, { all }, found) => {
  const [first, second] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ] as const
  if (all) found(null, [first, second])
  else found(null, first.address, first.family)
}

/** Sends a push to a name below `localhost`. `fetch` would ask the DNS, and keeps no Host header. */
async function sentHere(request: Request, signal: AbortSignal): Promise<Pick<Response, 'status' | 'headers'> & Body> {
  const { url, method } = request
  const [body, ask] = [await request.text(), url.startsWith('https:') ? httpsRequest : httpRequest]
  const headers = Object.fromEntries(request.headers)
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    const failed = (cause: Error) => reject(new TypeError('fetch failed', { cause }))
    ask(url, { method, headers, signal, lookup: thisMachine }, resolve).on('error', failed).end(body)
  })
  const fields = Object.entries(message.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  )
  return { status: message.statusCode as number, headers: new Headers(fields), body: message }
}

interface Body {
  readonly body: AsyncIterable<Uint8Array>
}
