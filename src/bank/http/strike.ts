/** Faults of requests (§7): how a struck request is performed and answered. Without an answer, `fetch` fails as on a broken network. */

import type { ServiceName } from '../../contract/endpoint.ts'
import type { NeverAnswered, RequestFault } from '../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { jsonIn } from '../../core/kernel/json.ts'
import { LATEST, SECOND } from '../../core/kernel/time/instant.ts'
import { CLOCK, INTERNAL } from '../../core/turn.ts'
import { hasToldSince } from '../../core/webhooks/deliver-and-retry.ts'
import type { World } from '../../core/world.ts'
import { bearerOf } from '../shell/state/caller.ts'
import type { Answer } from '../shell/state/observer.ts'
import { laggingWorld } from '../shell/state/replay.ts'
import type { Shell } from '../shell/state/shell.ts'
import { bodyOfStatus } from './present.ts'

const NO_ANSWER = Symbol.for('vostro.noAnswer')

/** How a fault changes the way in which a request is performed. */
export interface Performing {
  readonly readsFrom?: World
  /** For how many seconds a repeat with the same idempotency key is refused. */
  readonly underWaySeconds?: number
  /** How many seconds the call has taken already. */
  readonly tookSeconds?: number
}

interface StruckRequest {
  readonly fault: FaultState
  readonly service: ServiceName
  readonly headers: Headers
  readonly shell: Shell
  readonly perform: (how: Performing) => Answer
  /** True if the seconds of the fault have passed already, because the bank's clock advances by itself while a client waits. */
  readonly hasWaited: boolean
}

export const SLOW_SECONDS = 30

const strikes: { readonly [Kind in RequestFault]: (struck: StruckRequest) => Answer } = {
  status: ({ service, fault }) => statusAnswer(service, fault),
  timeout: () => nothing,
  networkError: () => nothing,
  lostAnswer: ({ perform }) => perform({}),
  failedAnswer: ({ service, fault, perform }) => {
    perform({})
    return answerOf(fault, service)
  },
  underWay: ({ fault, perform }) => perform({ underWaySeconds: fault.seconds ?? 30 }),
  slow: ({ fault, shell, perform, hasWaited }) => {
    // If the seconds of the fault have not passed yet, the clock jumps over them.
    const tookSeconds = fault.seconds ?? SLOW_SECONDS
    const to = Math.min(shell.state.world.now + tookSeconds * SECOND, LATEST)
    if (!hasWaited) shell.tryPerform('clock.advance', { to }, CLOCK)
    return perform({ tookSeconds })
  },
  malformedBody: ({ perform }) => {
    const full = perform({})
    return { ...full, body: full.body.slice(0, Math.ceil(full.body.length / 2)) }
  },
  expiredToken: ({ headers, shell, perform }) => {
    const accessToken = bearerOf({ headers: Object.fromEntries(headers) })
    if (accessToken !== undefined) shell.tryPerform('tokens.revoke', { accessToken }, INTERNAL)
    return perform({})
  },
  staleRead: ({ shell, perform }) => {
    const lagging = laggingWorld(shell)
    // A partner that has received an event must not read a state from before that event.
    return perform(hasToldSince(shell.state.world, lagging) ? {} : { readsFrom: lagging })
  },
  beforeAnswer: ({ perform }) => perform({}),
}

const nothing: Answer = { status: 0, body: '', headers: {} }

export function answerStruck(struck: StruckRequest): Answer {
  return strikes[struck.fault.kind as RequestFault](struck)
}

/** The error of a socket, in the form that Node gives it: clients look at its code to know whether to try again. */
export interface SocketError extends Error {
  readonly code: string
  readonly errno: number
}

/** The error that Node's `fetch` rejects with if the network breaks: libraries that try again know its message and the code of its cause. */
export function noAnswer(kind: NeverAnswered, url: string): Error {
  const [code, errno] = codes[kind]
  const message = `read ${code} from ${url}: the test injected the fault "${kind}".`
  const broken: SocketError = Object.assign(new Error(message), { code, errno, syscall: 'read' })
  return Object.defineProperty(new TypeError('fetch failed', { cause: broken }), NO_ANSWER, { value: broken })
}

const codes: { readonly [Kind in NeverAnswered]: readonly [code: string, errno: number] } = {
  timeout: ['ETIMEDOUT', -110],
  networkError: ['ECONNRESET', -104],
  lostAnswer: ['ECONNRESET', -104],
  underWay: ['ETIMEDOUT', -110],
}

export function isNoAnswer(error: unknown): error is Error {
  return error instanceof Error && NO_ANSWER in error
}

export function socketErrorOf(error: Error): SocketError {
  return (error as Error & { [NO_ANSWER]: SocketError })[NO_ANSWER]
}

function statusAnswer(service: ServiceName, fault: FaultState): Answer {
  const { status, body, headers } = answerOf(fault, service)
  const retryAfter: Record<string, string> =
    fault.retryAfter === null && status !== 429 ? {} : { 'retry-after': String(fault.retryAfter ?? 1) }
  const scheme: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer realm="bank"' } : {}
  return { status, body, headers: { ...headers, ...retryAfter, ...scheme } }
}

/** Returns an answer with the body that the test gave, such as a proxy's HTML, or else with an error body of the service. */
function answerOf(fault: FaultState, service: ServiceName): Answer {
  const status = fault.status as number
  if ([204, 205, 304].includes(status)) return { status, body: '', headers: {} }
  const { body } = fault
  if (typeof body !== 'string') return { status, body: bodyOfStatus(service, status), headers: {} }
  const type = jsonIn(body) !== undefined ? 'application/json' : /^\s*</.test(body) ? 'text/html' : 'text/plain'
  return { status, body, headers: { 'content-type': `${type}; charset=utf-8` } }
}
