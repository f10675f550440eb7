/**
 * Faults at the edge: the predicates, which are functions and live beside the world, and asking whether a fault strikes. Each place
 * that is met goes into the journal. (§7)
 */

import type { EndpointName } from '../contract/endpoint.ts'
import { activeFaults, faultIdOf } from '../core/faults/fault.ts'
import { type FaultKind, type FaultState, pushFaults, requestFaults } from '../core/faults/state.ts'
import type { Actor } from '../core/turn.ts'
import type { Shell } from './shell.ts'

/** A call of the endpoint table, as a fault's predicate sees it. */
export interface StruckCall {
  readonly endpoint: EndpointName
  readonly method: string
  readonly url: string
  /** The body, parsed where it is JSON. */
  readonly body: unknown
}

/** Whether a fault strikes a call. */
export type CallPredicate = (call: StruckCall) => boolean

/** Whether a fault strikes a push. */
export type PushPredicate = (push: { eventName: string; resources: readonly string[] }) => boolean

/** The faults of a bank at its edge. */
export interface FaultEdge {
  /** Keeps the predicate of a fault. */
  keep(id: string, when: CallPredicate | PushPredicate): void
  /** The fault that strikes a call of an endpoint; what it looks like is asked only where a fault may strike. */
  ofCall(endpoint: EndpointName, call: () => StruckCall): FaultState | undefined
  /** The fault that strikes a push on its first way out. */
  ofPush(push: Parameters<PushPredicate>[0]): FaultState | undefined
  /** The predicates, for a fork. */
  readonly predicates: ReadonlyMap<string, CallPredicate | PushPredicate>
}

const CLOCK: Actor = { kind: 'clock' }

/** The faults of a bank. */
export function createFaultEdge(shell: Shell, inherited: FaultEdge['predicates'] = new Map()): FaultEdge {
  const predicates = new Map(inherited)
  const strikes = (kinds: readonly FaultKind[], isPlace: (fault: FaultState) => boolean, subject: () => never) => {
    let struck: FaultState | undefined
    // Each fault counts every occurrence of its place, whichever of them strikes.
    for (const slot of activeFaults(shell.state.world)) {
      const fault = shell.state.world.faults.injected.at(slot)
      const id = faultIdOf(shell.state.world, slot)
      const isMet = kinds.includes(fault.kind) && isPlace(fault) && (predicates.get(id)?.(subject()) ?? true)
      if (isMet && shell.perform('faults.meet', { id }, CLOCK).output.strikes) struck ??= fault
    }
    return struck
  }
  return {
    predicates,
    keep: (id, when) => void predicates.set(id, when),
    ofCall: (asked, call) =>
      strikes(requestFaults, ({ endpoint }) => endpoint === null || endpoint === asked, call as () => never),
    ofPush: (push) =>
      strikes(
        pushFaults,
        ({ event }) => event === null || event === push.eventName,
        () => push as never,
      ),
  }
}
