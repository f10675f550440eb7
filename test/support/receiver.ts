/** A receiver of pushes on a port of its own, as a partner's service has one. It ends with its test. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a push gets. */
interface Given {
  readonly status: number
  readonly headers?: Record<string, string>
}

/** `answer` says what the push of a number gets, or undefined for nothing at all; `bodies` are those that came. */
export async function receiverOf(answer: (count: number) => Given | undefined) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const given = answer(bodies.push(body))
    if (given) response.writeHead(given.status, given.headers).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, bodies }
}
