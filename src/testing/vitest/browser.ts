/**
 * vostro for vitest's browser mode: the same as in Node, but with the service worker of MSW in place of the MSW server. A browser
 * cannot tell to which test a promise belongs, so tests must run one after the other. The types are those of `index.ts`.
 */
import { setupWorker } from 'msw/browser'
import { expect } from 'vitest'
import { currentBank } from '../../bank/current/current-bank.ts'
import { bankMatchers } from '../matchers/matchers.ts'
import { bankHandlers } from '../msw/handlers.ts'
import { chooseListener } from '../msw/listen.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export { test, test as it } from './fixtures.ts'
export { expect }

const worker = setupWorker(...bankHandlers(currentBank))
let started: Promise<unknown> | undefined

chooseListener({
  // The worker takes a while to start, and stays until the page is closed. While no test runs, it answers no request.
  open: (unhandled) => {
    started ??= worker.start({ ...unhandled, quiet: true })
    return started
  },
  close: () => {},
})
expect.extend(bankMatchers)
