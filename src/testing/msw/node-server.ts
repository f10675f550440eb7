/** The listener in Node: a server of MSW, which sees every request of this process. */
import { setupServer } from 'msw/node'
import { currentBank } from '../../bank/current/current-bank.ts'
import { bankHandlers } from './index.ts'
import type { Listener } from './listen.ts'

const server = setupServer(...bankHandlers(currentBank))

export const nodeServer: Listener = {
  open: (unhandled) => server.listen(unhandled as Parameters<typeof server.listen>[0]),
  close: () => server.close(),
}
