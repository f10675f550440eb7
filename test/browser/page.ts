/** What runs in the page: a bank behind MSW's service worker, and a partner's code that calls `fetch`. */
import { setupWorker } from 'msw/browser'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'
import { payInvoice } from '../../docs/examples/pay-invoice.ts'

const bank = createBank({ seed: 7 })
const worker = setupWorker(...bankHandlers(bank))

/** Pays an invoice, moves the clock, and gives what became of it. */
async function play() {
  await worker.start({ onUnhandledRequest: 'bypass', quiet: true })
  const { id } = await payInvoice(bank.urls, bank.partner, bank.masterAccount.accountNumber)
  const before = bank.wires.get(id).status
  bank.clock.advanceToNextBatch()
  const discovery = await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
  return {
    id,
    statuses: [before, bank.wires.get(id).status],
    now: bank.clock.now,
    issuer: ((await discovery.json()) as { issuer: string }).issuer,
    endpoints: bank.requests.map(({ endpoint }) => endpoint),
  }
}

Object.assign(globalThis, { play })
