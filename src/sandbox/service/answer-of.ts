/** One answer, whole: what never comes, never ends or is no answer is an error, and not a hanging calibration. */
import { realTime } from './real-time.ts'

/** How long an answer may take, in real milliseconds: far longer than any that is meant. */
const LONGEST = 120_000
/** How many characters of a body are read: far more than any documented call answers. */
const MOST = 8 * 1_048_576

export interface WholeAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Sends a request and reads all of its answer. */
export async function answerOf(send: (request: Request) => Promise<Response>, request: Request): Promise<WholeAnswer> {
  const over = new AbortController()
  const { signal } = over
  const tooLate = realTime.wait(LONGEST, signal).then((): never => {
    throw new Error(`it took more than ${LONGEST / 1_000} s`)
  })
  const whole = async () => {
    const response = await send(new Request(request, { signal }))
    if (!(response instanceof Object) || typeof response.text !== 'function') throw new Error('fetch gave no Response')
    return { status: response.status, headers: response.headers, text: await textOf(response) }
  }
  try {
    return await Promise.race([whole(), tooLate])
  } finally {
    // With a reason: an error would be made for each call.
    over.abort('it is over')
  }
}

async function textOf(response: Response): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    if (text.length <= MOST) continue
    await reader.cancel()
    throw new Error(`its body has more than ${MOST} characters`)
  }
  return text + decoder.decode()
}
