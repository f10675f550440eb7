/**
 * Every call passes here, from `perform-and-record.ts` to `perform.ts`. If a fault strikes the call (§7), its row in the table of faults
 * decides what happens; this file does what the row asks of `CallUnderFault`, such as an error answer.
 */

import { hasNoBody } from '../../contract/fault.ts'
import { secondsOfFault } from '../../core/faults/fault.ts'
import {
  type CallUnderFault,
  faultKinds,
  type PerformSettings,
  type RequestFault,
} from '../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { jsonIn } from '../../core/kernel/json.ts'
import { LATEST, SECOND } from '../../core/kernel/time/instant.ts'
import { CLOCK, INTERNAL } from '../../core/turn.ts'
import type { World } from '../../core/world.ts'
import { bearerOf } from '../shell/state/caller.ts'
import { readable } from '../shell/state/exchange.ts'
import { faultOfCall, faultOfItsPushes } from '../shell/state/injected-faults.ts'
import type { Answer } from '../shell/state/layer.ts'
import type { StruckCall } from '../shell/state/predicate-registry.ts'
import { isTimeFollowed } from './client.ts'
import { performCall } from './perform.ts'
import { presentFailure } from './present.ts'
import type { CallUnderWay, HttpService, Routed } from './stage.ts'

/** Sets `isDone` and `fault` of the answer. A fault that only delivers the pushes before the answer is found when the call is done. */
export function performOrStrike(service: HttpService, underWay: CallUnderWay): Answer {
  const { call } = underWay
  const { fault } = call
  const before = service.shell.state.world
  const answer = fault
    ? faultKinds[fault.kind as RequestFault].request(callUnderFault(service, underWay, fault))
    : performCall(service, underWay)
  const kind = fault?.kind as RequestFault | undefined
  const isDone = answer.status >= 200 && answer.status < 400 && (kind === undefined || faultKinds[kind].isDone)
  const later = isDone && !fault ? faultAfter(service, call, before) : undefined
  const { status, body, headers, refusal, restsOn } = answer
  // A spread of the answer takes a twentieth of the time of a read.
  return { status, body, headers, refusal, restsOn, isDone, fault: kind ?? (later?.kind as RequestFault | undefined) }
}

/** The fault that strikes a call before it is done. */
export function faultBefore({ shell }: HttpService, call: Routed): FaultState | undefined {
  const { endpoint } = call
  if (endpoint === null || shell.state.world.faults.open.length === 0) return undefined
  return faultOfCall(shell, endpoint, () => describe(call))
}

/** The fault that delivers the pushes of a call before its answer: the call was done, and has caused some. */
function faultAfter({ shell }: HttpService, call: Routed, before: World): FaultState | undefined {
  const { endpoint } = call
  if (endpoint === null || before.faults.open.length === 0) return undefined
  return faultOfItsPushes(shell, endpoint, () => describe(call), before)
}

const describe = ({ asking, endpoint, body }: Routed) =>
  ({ endpoint, method: asking.method, url: asking.url, body: readable(body.text) }) as StruckCall

export const takesTime = ({ kind }: FaultState): boolean => faultKinds[kind as RequestFault].takesTime === true

function callUnderFault(service: HttpService, underWay: CallUnderWay, fault: FaultState): CallUnderFault<Answer> {
  const { shell } = service
  const { call } = underWay
  const seconds = secondsOfFault(fault)
  return {
    seconds,
    perform(how: PerformSettings = {}) {
      const to = Math.min(shell.state.world.now + seconds * SECOND, LATEST)
      // If the seconds have not passed yet, the clock jumps over them.
      if (takesTime(fault) && !isTimeFollowed(service)) shell.tryPerform('clock.advance', { to }, CLOCK)
      return performCall(service, underWay, how)
    },
    refuse: () => errorOf(fault, underWay),
    withhold: () => ({ status: 0, body: '', headers: {} }),
    halve: (answer) => ({ ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) }),
    revokeToken() {
      const accessToken = bearerOf({ headers: Object.fromEntries(call.asking.headers) })
      if (accessToken !== undefined) shell.tryPerform('tokens.revoke', { accessToken }, INTERNAL)
    },
  }
}

function errorOf(fault: FaultState, underWay: CallUnderWay): Answer {
  const answer = faultAnswer(fault, underWay)
  const { status, headers } = answer
  if (fault.kind !== 'status') return answer
  const retryAfter: Record<string, string> =
    fault.retryAfter === null && status !== 429 ? {} : { 'retry-after': String(fault.retryAfter ?? 1) }
  const scheme: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer realm="bank"' } : {}
  return { ...answer, headers: { ...headers, ...retryAfter, ...scheme } }
}

/** Returns an answer with the body that the test gave, such as a proxy's HTML, or else with an error body of the service. */
function faultAnswer(fault: FaultState, { call: { match }, values }: CallUnderWay): Answer {
  const status = fault.status as number
  if (hasNoBody(status)) return { status, body: '', headers: {} }
  const { body } = fault
  if (typeof body !== 'string') {
    return presentFailure(match.service, status, `The test injected a fault: status ${status}.`, values)
  }
  const type = jsonIn(body) !== undefined ? 'application/json' : /^\s*</.test(body) ? 'text/html' : 'text/plain'
  return { status, body, headers: { 'content-type': `${type}; charset=utf-8` } }
}
