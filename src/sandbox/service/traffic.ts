/** One call to a service. If the answer never comes, never ends or is not a `Response`, the call fails, so that no calibration hangs. */
import { messageOf } from '../../core/errors.ts'
import { fieldsOf, isRecord } from '../../core/kernel/json.ts'
import { SECOND } from '../../core/kernel/time/instant.ts'
import { bodyRead, isSuccess, type RecordedExchange } from '../recordings/exchange.ts'
import { pathShape } from '../recordings/shape.ts'
import type { Fields } from './fields.ts'
import { Inconclusive } from './inconclusive.ts'
import { realTime } from './real-time.ts'

/** Milliseconds of real time after which a call fails without an answer. No service needs that long. */
const LONGEST = 120_000
/** The most characters of a body. No documented answer is nearly as long. */
const MOST = 8 * 1_048_576

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or the text of any other body; null if there is no body. */
  readonly body: unknown
  readonly isDone: boolean
  /** The body of a 2xx answer if it is a record with at least one field. */
  readonly record: Fields | undefined
  /** The reason why no answer came; undefined if one came. */
  readonly failure?: string
}

export async function sendRequest(send: (request: Request) => Promise<Response>, request: Request): Promise<Answer> {
  const over = new AbortController()
  const { signal } = over
  const tooLate = realTime.wait(LONGEST, signal).then((): never => {
    throw new Error(`it took more than ${LONGEST / 1_000} s`)
  })
  const whole = async () => {
    const response = await send(new Request(request, { signal }))
    if (!(response instanceof Object) || typeof response.text !== 'function') throw new Error('fetch gave no Response')
    const { headers } = response
    // A fetch may follow a redirect in spite of `redirect: 'manual'`. Then the answer is not the service's.
    const status = response.redirected ? 0 : response.status
    return answerWith(status, headers, bodyRead(await textOf(response), headers.get('content-type') ?? ''))
  }
  try {
    return await Promise.race([whole(), tooLate])
  } catch (error) {
    const { code } = fieldsOf(fieldsOf(error)['cause'])
    const failure = typeof code === 'string' ? `${messageOf(error)} (${code})` : messageOf(error)
    return { ...answerWith(500, new Headers(), null), failure }
  } finally {
    // Giving a reason saves time: without one, the platform creates an error for each call.
    over.abort('it is over')
  }
}

function answerWith(status: number, headers: Headers, body: unknown): Answer {
  const isDone = isSuccess(status)
  const isFilled = isDone && isRecord(body) && Object.keys(body).length > 0
  return { status, headers, body, isDone, record: isFilled ? body : undefined }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true })
    if (text.length > MOST) throw new Error(`its body has more than ${MOST} characters`)
  }
  return text + decoder.decode()
}

/** Whether a gateway answered, or the service is in trouble. Such an answer does not show how the service behaves. A 501 is no trouble. */
export function isTrouble({ status, isDone, headers }: Answer): boolean {
  const isPage = isDone && /text\/html/i.test(headers.get('content-type') ?? '')
  return (status >= 500 && status !== 501) || status === 408 || isPage
}

/** Whether an answer is a redirect, or came after `fetch` followed one. Some platforms report a redirect as status 0. */
export const isRedirect = ({
  status,
  redirected,
}: Pick<Answer, 'status'> & Partial<Pick<Response, 'redirected'>>): boolean =>
  redirected === true || status === 0 || (status >= 300 && status < 400)

/** Whether a request was refused before it had any effect, because there were too many requests. */
export const isTooEarly = ({ status, headers }: Answer): boolean =>
  status === 429 || (status === 503 && headers.has('retry-after'))

/** @throws {Inconclusive} if the cause of the status is not the content of the request, but a missing permission, for example */
export function isAccepted({ isDone, status }: Answer, what: string): boolean {
  if (isDone) return true
  if (status < 400 || status >= 500 || [401, 403, 405, 408, 429].includes(status)) {
    throw new Inconclusive(`${what} was answered ${status}`)
  }
  return false
}

/** How many milliseconds a refusal asks to wait by its header `retry-after`, in seconds or by a date (RFC 9110 §10.2.3); 0 without it. */
export function retryAfter({ status, headers }: Pick<Answer, 'status' | 'headers'>, now: number): number {
  if (status < 400) return 0
  const given = headers.get('retry-after') ?? '0'
  // A date is by the clock of the service, which its header `date` shows.
  const sent = Date.parse(headers.get('date') ?? '')
  const wait = /^\d+$/.test(given) ? Number(given) * SECOND : Date.parse(given) - (Number.isNaN(sent) ? now : sent)
  return Number.isNaN(wait) ? 0 : wait
}

/** A call in a message: its method and path, without the ids and account numbers in the path. */
export const callOf = ({ method, url }: { readonly method: string; readonly url: string }): string =>
  `${method} ${pathShape(new URL(url).pathname)}`

/** A request as it is recorded, before its answer. */
export async function unanswered(request: Request, at: number): Promise<RecordedExchange> {
  const { method, url, headers } = request
  const requestBody = bodyRead(await request.clone().text(), headers.get('content-type') ?? '')
  const requestHeaders = Object.fromEntries(headers)
  return { method, url, requestHeaders, requestBody, at, status: 0, headers: {}, body: null }
}
