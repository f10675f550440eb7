/** Pushes by real HTTP: no redirect is followed, nobody is waited for too long, and of an answer only so much is read. (§6) */
import type { Send } from '../../kits/server/pushes/push-handler.ts'

/** So many bytes of an answer are read: the bank keeps it. */
const MOST = 65_536

/** Sends a push, and gives its answer. */
export const send: Send = async (request, { timeout }) => {
  try {
    const answer = await fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(timeout) })
    const body = await beginningOf(answer.body)
    // No such answer has a body, and none can be made with one.
    const isEmpty = body.length === 0 || [204, 205, 304].includes(answer.status)
    const { status, headers } = answer
    return new Response(isEmpty ? null : body, { status, headers })
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error
    const seconds = timeout / 1_000
    throw new Error(`the receiver did not answer within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`, {
      cause: error,
    })
  }
}

async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader && length < MOST) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  if (length >= MOST) reader?.cancel().catch(() => undefined)
  return new Uint8Array(Buffer.concat(chunks).subarray(0, MOST))
}
