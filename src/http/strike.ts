/**
 * Faults at the HTTP edge: what a struck request gets instead of its answer. A request that is never answered makes the client's
 * `fetch` fail, as a broken network does. (§7)
 */
import type { ServiceName } from '../contract/endpoint.ts'
import type { FaultKind, FaultState } from '../core/faults/state.ts'
import { bodyOfStatus } from './present.ts'

const NO_ANSWER = Symbol.for('vostro.noAnswer')

/** The faults by which a request is never answered. */
type NeverAnswered = 'timeout' | 'networkError' | 'lostAnswer'

/** Whether a fault keeps the answer back. */
export function isNeverAnswered(fault: FaultKind | undefined): fault is NeverAnswered {
  return fault === 'timeout' || fault === 'networkError' || fault === 'lostAnswer'
}

/** What a client's `fetch` rejects with where no answer comes. */
export function noAnswer(kind: NeverAnswered, url: string): Error {
  const error =
    kind === 'timeout'
      ? new DOMException(`The request to ${url} timed out: a fault of the test.`, 'TimeoutError')
      : new TypeError('fetch failed', { cause: new Error(`No answer from ${url}: the fault "${kind}" of the test.`) })
  return Object.defineProperty(error, NO_ANSWER, { value: true })
}

/** Whether an error stands for an answer that never comes. */
export function isNoAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && NO_ANSWER in error
}

/** The answer of the fault `status`. */
export function statusAnswer(service: ServiceName, fault: FaultState) {
  const status = fault.status ?? 503
  const headers: Record<string, string> =
    fault.retryAfter === null && status !== 429 ? {} : { 'retry-after': String(fault.retryAfter ?? 1) }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return { status, body: bodyOfStatus(service, status), headers }
}

/** Half of a body: JSON that nobody can read. */
export function halfOf(body: string): string {
  return body.slice(0, Math.ceil(body.length / 2))
}
