/**
 * Pushes by real HTTP: one handler for every registered address. What may not be sent is captured, with the reason; a redirect is a
 * failure, as the push would go to an address without a registration. Tries again are the bank's, on its virtual clock. (§6)
 */
import { notSent, type PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { nameOf, whyNotSent } from './allowed-hosts.ts'

/** Sends a request and gives its answer; rejects where none comes within `timeout` milliseconds, and follows no redirect. */
export type Send = (request: Request, how: { readonly timeout: number }) => Promise<Response>

/** How pushes are sent. */
export interface Sending {
  /** Absent where pushes are captured. */
  readonly send: Send | undefined
  /** The names of hosts that may be pushed to, beside this machine. */
  readonly hosts: readonly string[]
  /** Whether an address is of the server's own control API. */
  readonly isOwnControl: (url: URL) => boolean
  /** Milliseconds. */
  readonly timeout: number
}

/** The handler that sends every push. */
export function pushHandler({ send, hosts, isOwnControl, timeout }: Sending): PushHandler {
  const allowed = new Set(hosts.map(nameOf))
  return async (push) => {
    const url = new URL(push.url)
    const fact = whyNotSent(url, allowed)
    if (fact !== undefined) return notSent(fact)
    if (isOwnControl(url)) return notSent(TO_CONTROL)
    if (send === undefined) return notSent(WITHOUT_SEND)
    const answer = await sent(send, new Request(push, { redirect: 'manual' }), timeout)
    if (isRedirect(answer)) {
      throw new Error(
        `the receiver answered with a redirect (${answer.status}), which pushes never follow. Register the address that it leads to`,
      )
    }
    return answer
  }
}

const TO_CONTROL =
  'not sent: this is the control API of the bank itself, which pushes never call. Register the address of a receiver. (§6)'

const WITHOUT_SEND = 'not sent: this server has no option `send`. Give createBankServer one to let pushes go out. (§6)'

function isRedirect({ status, type, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** The answer. An error names its cause, as "fetch failed" alone does not help. */
async function sent(send: Send, request: Request, timeout: number): Promise<Response> {
  try {
    return await send(request, { timeout })
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown; message?: unknown } }
    const why = cause?.code ?? cause?.message
    if (typeof why !== 'string' || why === '') throw error
    throw new Error(`${(error as Error).message} (${why})`, { cause: error })
  }
}
