/** A server of MSW for one test: it listens at once and is closed when the test is over. */
import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { onTestFinished, vi } from 'vitest'

/** Listens with these handlers; a request that none of them takes is an error. */
export function listening(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers)
  server.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => server.close())
  return server
}

/** Whether a fetch came to no handler. MSW says so on the console too, which is kept quiet. */
export async function isUnhandled(call: () => Promise<Response>): Promise<boolean> {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const outcome = await call().then(
    () => 'answered',
    () => 'failed',
  )
  const isSaid = said.mock.calls.some(([text]) => String(text).includes('without a matching request handler'))
  said.mockRestore()
  return outcome === 'failed' && isSaid
}
