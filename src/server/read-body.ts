/** Reads the body of a request up to a limit: a longer body is refused before it is in memory. (§8) */
import { Refusal } from './refusal.ts'

/** The text of a body. @throws {Refusal} `body_is_too_long` */
export async function readBody(request: Request, most: number): Promise<string> {
  const declared = request.headers.get('content-length')
  if (declared === null || !/^\d+$/.test(declared)) return request.body === null ? '' : readChunks(request.body, most)
  const length = Number(declared)
  if (length > most) {
    // The body will not be read, so its sender may stop.
    request.body?.cancel().catch(() => undefined)
    throw tooLong(length, most)
  }
  // The Node adapter of `cli/serve` reads a body of known length fastest if nothing has used `request.body` before.
  const text = await request.text()
  if (text.length > most) throw tooLong(text.length, most)
  return text
}

async function readChunks(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    // Leaving the loop cancels the body.
    if (length > most) throw tooLong(length, most)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function tooLong(length: number, most: number): Refusal {
  return new Refusal(
    'body_is_too_long',
    `Failed to read the body: it has ${length} bytes or more, and at most ${most} are allowed. Send less in one request.`,
  )
}
