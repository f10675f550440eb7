/**
 * Sends pushes by real HTTP. It follows no redirect. It stops waiting for a receiver after a time limit, or when the process ends. It
 * reads only the beginning of a long answer. (§6)
 */
import { count } from '../../core/kernel/count.ts'
import type { Send } from '../../server/options.ts'

/** How many bytes of an answer are read at most. There is a limit because the bank keeps the answers. */
const MOST = 65_536

/** When `ended` is aborted, all pushes under way fail. */
export function sender(ended: AbortSignal): Send {
  return async (request, { timeout }) => {
    const stop = new AbortController()
    const end = () => stop.abort()
    // A receiver in another process lives in real time.
    const timer = setTimeout(end, timeout)
    ended.addEventListener('abort', end)
    try {
      if (ended.aborted) end()
      return await sent(request, stop.signal)
    } catch (error) {
      if (!stop.signal.aborted) throw error
      const late = `the receiver did not answer within ${count(timeout / 1_000, 'second')}`
      throw new Error(ended.aborted ? 'the process ended before the receiver had answered' : late, { cause: error })
    } finally {
      clearTimeout(timer)
      ended.removeEventListener('abort', end)
    }
  }
}

async function sent(request: Request, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(request, { redirect: 'manual', signal })
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
  return new Response(isEmpty ? null : body, { status, headers })
}
