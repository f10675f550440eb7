/** What went wrong between the code under test and the bank: a call that went to the network, or two servers of MSW. */
import type { Bank } from '../../bank/bank.ts'
import { hasRepeats } from '../msw/listen.ts'

/** @param failure - the failure of the test; its causes tell whether a call was sent to an address of the bank on the real network */
export function networkOf(bank: Bank, failure: unknown): string[] {
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const hosts = [baseUrl, authUrl, loanBaseUrl].map((url) => new URL(url).hostname)
  const missed = messagesOf(failure).find((message) => hosts.includes(/getaddrinfo \w+ (\S+)/.exec(message)?.[1] ?? ''))
  const lines: string[] = []
  if (missed !== undefined) {
    lines.push(
      `a call went to the network: ${missed}. Its client keeps a fetch from before MSW listened, or opens sockets of its own. Pass it (...given) => globalThis.fetch(...given), or import vostro/vitest before the client, as in a setup file`,
    )
  }
  if (hasRepeats(bank)) {
    lines.push(
      "two MSW servers are open, so MSW handed each call over twice, and asked the handlers of one server only. The bank answered once. Keep one: add bankHandlers(currentBank) to your server, and set bankServer: 'own'",
    )
  }
  return lines
}

/** The messages of an error and of its causes. A runner may have turned them into plain data. */
function messagesOf(error: unknown, deepest = 8): string[] {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: unknown }
  const own = typeof message === 'string' ? [message] : []
  return cause === undefined || deepest === 0 ? own : [...own, ...messagesOf(cause, deepest - 1)]
}
