/**
 * Sends pushes by real HTTP: one handler for every registered address. A push that may not be sent is captured: listed with the reason. A
 * redirect counts as a failure, because it leads to an address without a registration. The bank tries again on its virtual clock. (§6)
 */
import { notSent, type PushHandler } from '../../bank/shell/pushes/receiver.ts'
import type { ServerSettings } from '../options.ts'
import { nameOf, ownControl, whyNotSent } from './allowed-hosts.ts'

export function pushHandler(settings: ServerSettings): PushHandler {
  const { send, pushTimeout: timeout, beforeTelling } = settings
  const allowed = new Set(settings.pushHosts.map(nameOf))
  const isOwnControl = ownControl(settings)
  return async (push) => {
    const url = new URL(push.url)
    const fact = whyNotSent(url, allowed)
    if (fact !== undefined) return notSent(fact)
    if (isOwnControl(url)) return notSent(TO_CONTROL)
    if (send === undefined) return notSent(WITHOUT_SEND)
    const answer = await sent(async () => {
      // A receiver must not learn of a change before the change is safe: the process may end at any time.
      await beforeTelling?.()
      return await send(new Request(push, { redirect: 'manual' }), { timeout })
    })
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

const WITHOUT_SEND =
  'not sent: this server has no option `send`. Give createBankServer this option to let pushes go out. (§6)'

function isRedirect({ status, type, redirected }: Response): boolean {
  return redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)
}

/** Adds the cause of an error to its message, because "fetch failed" alone does not help. */
async function sent(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown; message?: unknown } }
    const why = cause?.code ?? cause?.message
    if (typeof why !== 'string' || why === '') throw error
    throw new Error(`${(error as Error).message} (${why})`, { cause: error })
  }
}
