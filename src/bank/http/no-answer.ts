/** The error by which a client learns that no answer comes, in the form that Node gives it. (§7) */
import { faultKinds, type NeverAnswered, type SocketFacts } from '../../core/faults/fault-kinds.ts'

const NO_ANSWER = Symbol.for('vostro.noAnswer')

/** Clients look at the code of this error to know whether to try again. */
type SocketError = Error & SocketFacts

interface NoAnswer extends Error {
  readonly cause: SocketError
  readonly [NO_ANSWER]: string
}

/** The error that Node's `fetch` rejects with if the network breaks: libraries that try again know its message and the code of its cause. */
export function noAnswer(kind: NeverAnswered, url: string): Error {
  const { pageError, ...facts } = faultKinds[kind].cut
  const message = `${facts.syscall} ${facts.code} from ${url}: the test injected the fault "${kind}".`
  const broken: SocketError = Object.assign(new Error(message), facts)
  return Object.defineProperty(new TypeError('fetch failed', { cause: broken }), NO_ANSWER, { value: pageError })
}

export function isNoAnswer(error: unknown): error is NoAnswer {
  return error instanceof Error && NO_ANSWER in error
}

export const socketErrorOf = (error: NoAnswer): SocketError => error.cause

/** The error that a page gets, as Playwright names it. */
export const pageErrorOf = (error: NoAnswer): string => error[NO_ANSWER]
