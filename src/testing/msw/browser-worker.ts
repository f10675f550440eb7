/** The listener in a page: the service worker of MSW. */
import { setupWorker } from 'msw/browser'
import { currentBank } from '../../bank/current/current-bank.ts'
import { bankHandlers } from './index.ts'
import type { Listener } from './listen.ts'

const worker = setupWorker(...bankHandlers(currentBank))
let started: Promise<unknown> | undefined

export const browserWorker: Listener = {
  // The worker takes a while to start, and stays until the page is closed. While no test runs, it answers no request.
  open: (unhandled) => {
    started ??= worker.start({ ...unhandled, quiet: true })
    return started
  },
  close: () => {},
}
