/** The listener in Node: a server of MSW, which sees every request of this process. */
import { setupServer } from 'msw/node'
import { currentBank } from '../../bank/current/current-bank.ts'
import { bankHandlers } from './handlers.ts'
import type { Listener } from './listen.ts'

const server = setupServer(...bankHandlers(currentBank))
const ofNode = globalThis.fetch
/** The `fetch` of MSW while the server is open. */
let ofServer: typeof fetch | undefined

/**
 * Stands for `fetch` from the import on, so that a client which keeps this function reaches the server, too. The server itself opens
 * later: MSW gives each request twice to the last of several open servers, and stops the others.
 */
const standing: typeof fetch = (...given) => (ofServer ?? ofNode)(...given)
globalThis.fetch = standing

export const nodeServer: Listener = {
  open: (unhandled) => {
    const isStanding = globalThis.fetch === standing
    // MSW passes requests on to the `fetch` that it finds, so it must not find the one that calls MSW.
    if (isStanding) globalThis.fetch = ofNode
    server.listen(unhandled as Parameters<typeof server.listen>[0])
    if (isStanding) ofServer = globalThis.fetch
  },
  close: () => {
    ofServer = undefined
    server.close()
    if (globalThis.fetch === ofNode) globalThis.fetch = standing
  },
}
