/**
 * Sends pushes by real HTTP: one handler for every registered address. A push that may not be sent is captured: listed with the reason. A
 * redirect counts as a failure, because it leads to an address without a registration. The bank tries again on its virtual clock. (§6)
 */
import { notSent, type PushHandler } from '../../bank/shell/pushes/receiver.ts'
import { placeOf } from '../addresses.ts'
import type { ServerSettings } from '../options.ts'
import { hostsKnown, hostsOfServer, nameOf } from './allowed-hosts.ts'

export function pushHandler(settings: ServerSettings): PushHandler {
  const { send, pushTimeout: timeout, beforeTelling } = settings
  const whyNotSent = reasonsNotToSend(settings)
  return async (push) => {
    const fact = whyNotSent(new URL(push.url))
    if (fact !== undefined) return notSent(`not sent: ${fact}`)
    if (send === undefined) return notSent(WITHOUT_SEND)
    const answer = await sent(async () => {
      // A receiver must not learn of a change before the change is safe: the process may end at any time.
      await beforeTelling?.()
      return await send(new Request(push, { redirect: 'manual' }), { timeout })
    })
    const { status, type, redirected } = answer
    if (redirected || type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      throw new Error(
        `the receiver answered with a redirect (${status}), which pushes never follow. Register the address that it leads to`,
      )
    }
    return answer
  }
}

const WITHOUT_SEND =
  'not sent: this server has no option `send`. Give createBankServer this option to let pushes go out.'

/**
 * Says why a push may not go to a URL; undefined if it may. Pushes go to this machine and to hosts that were allowed by name, but never to
 * the server's own control API: a partner that registers a receiver must not be able to control the bank.
 */
function reasonsNotToSend({ origin, port, controlHosts, pushHosts }: ServerSettings): (url: URL) => string | undefined {
  const [isAllowed, isOurs] = [hostsKnown(pushHosts), hostsOfServer(origin, controlHosts)]
  const ports = new Set([portOf(new URL(origin)), port])
  return (url) => {
    const { protocol, hostname, pathname } = url
    if (protocol !== 'http:' && protocol !== 'https:') return `pushes go by http or https, not by ${protocol}`
    if (!isAllowed(hostname)) {
      return `${nameOf(hostname)} is neither this machine nor a host that was allowed for pushes. Allow it by its name, or register an address on localhost.`
    }
    return ports.has(portOf(url)) && isOurs(hostname) && placeOf(pathname).part === 'control'
      ? 'this is the control API of the bank itself, which pushes never call. Register the address of a receiver.'
      : undefined
  }
}

function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
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
