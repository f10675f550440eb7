/**
 * vostro for vitest's browser mode: the same as in Node, but with the service worker of MSW in place of the MSW server. A browser
 * cannot tell to which test a promise belongs, so tests must run one after the other. The types are those of `index.ts`.
 */
import { expect } from 'vitest'
import { bankMatchers } from '../matchers/matchers.ts'
import { browserWorker } from '../msw/browser-worker.ts'
import { chooseListener } from '../msw/listen.ts'

export { currentBank, within } from '../../bank/current/current-bank.ts'
export { test, test as it } from './bank-test.ts'
export { expect }

chooseListener(browserWorker)
expect.extend(bankMatchers)
