/** One call to a service, with its whole answer. An answer that never comes, never ends or is none is a failure, so that no calibration hangs. */
import { messageOf } from '../../core/errors.ts'
import { isRecord } from '../../core/kernel/json.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { bodyRead, type RecordedExchange } from '../recordings/exchange.ts'
import { pathShape } from '../recordings/shape.ts'
import type { Fields } from './fields.ts'
import { realTime } from './real-time.ts'

/** The milliseconds of real time after which an answer is given up: far more than a service means to take. */
const LONGEST = 120_000
/** How many characters of a body are read: far more than any documented call answers. */
const MOST = 8 * 1_048_576
/** From this status on the service is in trouble. */
const BROKEN = 500
const NOT_SERVED = 501
const TIMED_OUT = 408

/** An answer. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed where it is JSON, else the text; null where there is none. */
  readonly body: unknown
  /** Whether the status is one of success. */
  readonly isDone: boolean
  /** The body of an answer of success, where it is a record with anything in it. */
  readonly record: Fields | undefined
  /** The reason for which no answer came; undefined where one did. */
  readonly failure?: string
}

/** Sends a request and reads all of its answer. */
export async function answerOf(send: (request: Request) => Promise<Response>, request: Request): Promise<Answer> {
  const over = new AbortController()
  const { signal } = over
  const tooLate = realTime.wait(LONGEST, signal).then((): never => {
    throw new Error(`it took more than ${LONGEST / 1_000} s`)
  })
  const whole = async () => {
    const response = await send(new Request(request, { signal }))
    if (!(response instanceof Object) || typeof response.text !== 'function') throw new Error('fetch gave no Response')
    const { headers } = response
    // What was followed in spite of `redirect: 'manual'` is no answer of the service.
    const status = response.redirected ? 0 : response.status
    return answerWith(status, headers, bodyRead(await textOf(response), headers.get('content-type') ?? ''))
  }
  try {
    return await Promise.race([whole(), tooLate])
  } catch (error) {
    const failure = messageOf(error)
    return { ...answerWith(BROKEN, new Headers(), null), failure }
  } finally {
    // With a reason: an error would be made for each call.
    over.abort('it is over')
  }
}

function answerWith(status: number, headers: Headers, body: unknown): Answer {
  const isDone = status >= 200 && status < 300
  const isFilled = isDone && isRecord(body) && Object.keys(body).length > 0
  return { status, headers, body, isDone, record: isFilled ? body : undefined }
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

/** Whether a gateway answered, or a service in trouble: such an answer shows nothing of its usual behaviour. One that does not serve a call is in none. */
export function isTrouble({ status, isDone, headers }: Answer): boolean {
  const isPage = isDone && /text\/html/i.test(headers.get('content-type') ?? '')
  return (status >= BROKEN && status !== NOT_SERVED) || status === TIMED_OUT || isPage
}

/** Whether an answer, or what was followed to get it, leads elsewhere: a platform may hide the status of a redirect. */
export const isRedirect = ({
  status,
  redirected = false,
}: {
  readonly status: number
  readonly redirected?: boolean
}) => redirected || status === 0 || (status >= 300 && status < 400)

/** Whether a request was refused before anything was done of it: there are too many. */
export const isTooEarly = ({ status, headers }: Answer): boolean =>
  status === 429 || (status === 503 && headers.has('retry-after'))

/** How long the service asks to wait, in milliseconds: seconds or a date (RFC 9110 §10.2.3). */
export function retryAfter({ headers }: Answer, now: number): number {
  const given = headers.get('retry-after') ?? '0'
  const wait = /^\d+$/.test(given) ? Number(given) * SECOND : Date.parse(given) - now
  return Number.isNaN(wait) ? 0 : wait
}

/** A call as a reason names it: without the numbers of accounts that stand in its path. */
export const callOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${pathShape(new URL(url).pathname)}`

/** A request as it is recorded, before its answer. */
export async function unanswered(request: Request, at: number): Promise<RecordedExchange> {
  const { method, url, headers } = request
  const requestHeaders = Object.fromEntries([...headers].map(([name, value]) => [name, short(value)]))
  const text = await request.clone().text()
  const requestBody = text.length > LONG ? short(text) : bodyRead(text, headers.get('content-type') ?? '')
  return { method, url: short(url), requestHeaders, requestBody, at, status: 0, headers: {}, body: null }
}

/** A longer text was sent to find a limit of length; its letters are no evidence. */
const LONG = 10_000
const SHOWN = 1_000

/** The beginning of a long text; an address stays one. */
function short(text: string): string {
  return text.length > LONG ? `${text.slice(0, SHOWN)}-and-${text.length - SHOWN}-more-characters` : text
}
