/**
 * The listener to the requests of tests: in Node a server of MSW, in a browser the service worker of MSW. It passes each request to the
 * bank of the test that sent it, and rejects a request that no handler answers.
 */
import type { Bank } from '../../bank/bank.ts'
import { banksOfRunningTests, currentBank, isOfEndedTest, tellRunningTests } from '../../bank/current/current-bank.ts'
import { isUsageError, UsageError } from '../../core/errors.ts'

export interface Listener {
  open(unhandled: Unhandled): unknown
  close(): void
}

/** What MSW does with a request that no handler answers. MSW 3 has another name for the option; each version ignores the other name. */
interface Unhandled {
  readonly onUnhandledRequest: (request: Request) => void
  readonly onUnhandledFrame: (frame: { frame: { data?: { request?: Request } } }) => void
}

let listener: Listener | undefined
let listeners = 0
/** Settles when the listener is open. */
let opening: unknown

export function chooseListener(chosen: Listener): void {
  listener = chosen
}

/** Runs a test. If `server` is `vostro`, the listener is open meanwhile, and closes when the last such test has ended. */
export async function whileListening(server: 'vostro' | 'own', test: () => Promise<void>): Promise<void> {
  if (server === 'own') return await test()
  if (++listeners === 1) opening = listener?.open(unhandled)
  try {
    await opening
    await test()
  } finally {
    if (--listeners === 0) listener?.close()
  }
}

/** The banks of tests in which MSW gave a request twice. */
const repeats = new WeakSet<Bank>()

export function noteRepeat(): void {
  for (const bank of banksOfRunningTests()) repeats.add(bank)
}

export function hasRepeats(bank: Bank): boolean {
  return repeats.has(bank)
}

/** For each bank, the messages about requests without an answer. They fail the test even if its code swallows the error. */
const unanswered = new WeakMap<Bank, Set<string>>()

export function unansweredOf(bank: Bank): Iterable<string> {
  return unanswered.get(bank) ?? []
}

/** Rejects a request that no handler answers, unless it goes to a server on this machine, which belongs to the test. */
function rejectUnanswered({ method, url }: Request): void {
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)) return
  // A test that broke off may have left the listener open. While no test runs, a request belongs to none.
  if (banksOfRunningTests().length === 0) return
  const bank = senderOf(`${method} ${url}`)
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const message = `Failed to answer "${method} ${url}": the bank of this test is at ${baseUrl}, ${authUrl} and ${loanBaseUrl}, and no handler has this address. Hand bank.urls to the code under test. If the code also calls other services, use an MSW server of your own with bankServer: 'own'.`
  unanswered.set(bank, new Set(unanswered.get(bank)).add(message))
  throw new UsageError(message)
}

const unhandled: Unhandled = {
  onUnhandledRequest: rejectUnanswered,
  onUnhandledFrame: ({ frame: { data } }) => data?.request && rejectUnanswered(data.request),
}

/** The bank of the test that sent a request. If the test is not known, each running test fails with a message about the request. */
function senderOf(request: string): Bank {
  try {
    return currentBank()
  } catch (error) {
    if (!isUsageError(error)) throw error
    const message = `Failed to answer "${request}": no bank has this address. ${error.message}`
    if (!isOfEndedTest(error)) tellRunningTests(message)
    throw new UsageError(message)
  }
}
