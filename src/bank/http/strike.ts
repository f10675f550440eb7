/**
 * Faults at the HTTP edge: what a struck request gets instead of its answer. A request that is never answered makes the client's
 * `fetch` fail, as a broken network does. (§7)
 */
import type { ServiceName } from '../../contract/endpoint.ts'
import type { NeverAnswered, RequestFault } from '../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { LATEST, SECOND } from '../../core/kernel/time/instant.ts'
import { hasToldSince } from '../../core/webhooks/delivery.ts'
import type { World } from '../../core/world.ts'
import { laggingWorld } from '../shell/state/replay.ts'
import { CLOCK, INTERNAL, type Shell } from '../shell/state/shell.ts'
import { type Answer, bodyOfStatus } from './present.ts'

const NO_ANSWER = Symbol.for('vostro.noAnswer')

/** How a request is done, where not as usual. */
export interface Performing {
  /** The world that a read sees. */
  readonly readsFrom?: World
  /** For so long a repeat with its idempotency key is refused. */
  readonly underWaySeconds?: number
}

export interface StruckRequest {
  readonly fault: FaultState
  readonly service: ServiceName
  readonly headers: Headers
  readonly shell: Shell
  /** Does what was asked. */
  readonly perform: (how: Performing) => Answer
}

/** What becomes of a request, by the fault that strikes it. */
const strikes: { readonly [Kind in RequestFault]: (struck: StruckRequest) => Answer } = {
  status: ({ service, fault }) => statusAnswer(service, fault),
  timeout: () => nothing,
  networkError: () => nothing,
  lostAnswer: ({ perform }) => perform({}),
  failedAnswer: ({ service, fault, perform }) => {
    perform({})
    return { status: fault.status ?? 502, body: bodyOfStatus(service, fault.status ?? 502), headers: {} }
  },
  underWay: ({ fault, perform }) => perform({ underWaySeconds: fault.seconds ?? 30 }),
  slow: ({ fault, shell, perform }) => {
    // The bank takes its virtual time.
    const to = Math.min(shell.state.world.now + (fault.seconds ?? 30) * SECOND, LATEST)
    shell.tryPerform('clock.advance', { to }, CLOCK)
    return perform({})
  },
  malformedBody: ({ perform }) => {
    const full = perform({})
    return { ...full, body: full.body.slice(0, Math.ceil(full.body.length / 2)) }
  },
  expiredToken: ({ headers, shell, perform }) => {
    const accessToken = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    if (accessToken !== undefined) shell.tryPerform('tokens.revoke', { accessToken }, INTERNAL)
    return perform({})
  },
  staleRead: ({ shell, perform }) => {
    const lagging = laggingWorld(shell)
    // What was told has come through: an answer is not older than an event that the partner has got.
    return perform(hasToldSince(shell.state.world, lagging) ? {} : { readsFrom: lagging })
  },
  beforeAnswer: ({ perform }) => perform({}),
}

const nothing: Answer = { status: 0, body: '', headers: {} }

export function answerStruck(struck: StruckRequest): Answer {
  return strikes[struck.fault.kind as RequestFault](struck)
}

/** What a client's `fetch` rejects with where no answer comes. */
export function noAnswer(kind: NeverAnswered, url: string): Error {
  return Object.defineProperty(failures[kind](kind, url), NO_ANSWER, { value: true })
}

const brokenNetwork = (kind: string, url: string) =>
  new TypeError('fetch failed', { cause: new Error(`No answer from ${url}: the fault "${kind}" of the test.`) })

const timedOut = (_: string, url: string) =>
  new DOMException(`The request to ${url} timed out: a fault of the test.`, 'TimeoutError')

const failures: { readonly [Kind in NeverAnswered]: (kind: string, url: string) => Error } = {
  timeout: timedOut,
  networkError: brokenNetwork,
  lostAnswer: brokenNetwork,
  underWay: timedOut,
}

/** Whether an error stands for an answer that never comes. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof Error && NO_ANSWER in error
}

function statusAnswer(service: ServiceName, fault: FaultState): Answer {
  const status = fault.status ?? 503
  const headers: Record<string, string> =
    fault.retryAfter === null && status !== 429 ? {} : { 'retry-after': String(fault.retryAfter ?? 1) }
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  return { status, body: bodyOfStatus(service, status), headers }
}
