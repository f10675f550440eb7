/** The error by which a client learns that no answer comes, in the form that Node gives it. (§7) */
import { faultKinds, type NeverAnswered } from '../../core/faults/fault-kinds.ts'

const NO_ANSWER = Symbol.for('vostro.noAnswer')

/** The error of a socket, in the form that Node gives it: clients look at its code to know whether to try again. */
export interface SocketError extends Error {
  readonly code: string
  readonly errno: number
}

/** The error that Node's `fetch` rejects with if the network breaks: libraries that try again know its message and the code of its cause. */
export function noAnswer(kind: NeverAnswered, url: string): Error {
  const [code, errno] = faultKinds[kind].cut as readonly [string, number]
  const message = `read ${code} from ${url}: the test injected the fault "${kind}".`
  const broken: SocketError = Object.assign(new Error(message), { code, errno, syscall: 'read' })
  return Object.defineProperty(new TypeError('fetch failed', { cause: broken }), NO_ANSWER, { value: broken })
}

export function isNoAnswer(error: unknown): error is Error {
  return error instanceof Error && NO_ANSWER in error
}

export function socketErrorOf(error: Error): SocketError {
  return (error as Error & { [NO_ANSWER]: SocketError })[NO_ANSWER]
}
