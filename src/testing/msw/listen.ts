/**
 * What listens to the requests of tests: open while tests with a bank run, it gives each request to the bank of the test that sent it,
 * and rejects what nobody answers. In Node it is a server of MSW, in a browser its service worker.
 */
import type { Bank } from '../../bank/bank.ts'
import { currentBank } from '../../bank/current/current-bank.ts'
import { banksOfRunningTests, isOfEndedTest, tellRunningTests } from '../../bank/current/running.ts'
import { isUsageError, UsageError } from '../../core/errors.ts'

/** What listens, with the handlers of the bank of the running test. */
export interface Listener {
  open(unhandled: Unhandled): unknown
  close(): void
}

/** What becomes of a request that nobody answers. MSW 3 knows the option by another name, and each ignores the other's. */
interface Unhandled {
  readonly onUnhandledRequest: (request: Request) => void
  readonly onUnhandledFrame: (frame: { frame: { data?: { request?: Request } } }) => void
}

let listener: Listener | undefined
let listeners = 0
/** Settles when it is open. */
let opening: unknown

/** Chooses what listens in this process. */
export function listenWith(chosen: Listener): void {
  listener = chosen
}

/** Listens until each that called this has called `stopListening`. */
export async function listen(): Promise<void> {
  listeners++
  const unhandled = { onUnhandledRequest: rejectUnanswered, onUnhandledFrame: rejectUnansweredFrame }
  if (listeners === 1) opening = listener?.open(unhandled)
  await opening
}

export function stopListening(): void {
  listeners--
  if (listeners === 0) listener?.close()
}

/** The messages about requests that nobody answers, by the bank of their test: code under test may swallow the error. */
const unanswered = new WeakMap<Bank, string[]>()

export function unansweredOf(bank: Bank): readonly string[] {
  return unanswered.get(bank) ?? []
}

/** A request that nobody answers is an error, unless it goes to a server on this machine: the test's own. */
function rejectUnanswered({ method, url }: Request): void {
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)) return
  // A test that broke off may have left the server open: what others ask is none of its business.
  if (banksOfRunningTests().length === 0) return
  const bank = senderOf(`${method} ${url}`)
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const message = `Failed to answer "${method} ${url}": the bank of this test is at ${baseUrl}, ${authUrl} and ${loanBaseUrl}, and nobody else answers. Hand bank.urls to the code under test; where it calls other services too, use an MSW server of your own with bankServer: 'own'. (§4)`
  unanswered.set(bank, [...(unanswered.get(bank) ?? []), message])
  throw new UsageError(message)
}

function rejectUnansweredFrame({ frame }: { frame: { data?: { request?: Request } } }): void {
  if (frame.data?.request) rejectUnanswered(frame.data.request)
}

/** The bank of the test that sent a request; where nobody can tell, each test that is running learns of it. */
function senderOf(request: string): Bank {
  try {
    return currentBank()
  } catch (error) {
    if (!isUsageError(error)) throw error
    const message = `Failed to answer "${request}", which is none of a bank's addresses. ${error.message}`
    if (!isOfEndedTest(error)) tellRunningTests(message)
    throw new UsageError(message)
  }
}
