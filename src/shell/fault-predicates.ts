/**
 * Faults at the edge: the predicates, which are functions and live beside the world, and asking whether a fault strikes. Every
 * call or push that fits a fault is counted by an operation of its own, so that a replay strikes at the same ones. (§7)
 */

import type { EndpointName } from '../contract/endpoints.ts'
import { activeFaults, faultIdOf } from '../core/faults/fault.ts'
import { faultKinds } from '../core/faults/fault-kinds.ts'
import type { FaultState } from '../core/faults/room.ts'
import { CLOCK, type Shell } from './shell.ts'

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

export class FaultPredicates {
  readonly #predicates: Map<string, CallPredicate | PushPredicate>

  constructor(
    private readonly shell: Shell,
    inherited?: FaultPredicates,
  ) {
    this.#predicates = new Map(inherited ? inherited.#predicates : [])
  }

  keep(id: string, when: CallPredicate | PushPredicate | undefined): void {
    // After a reset or a restore ids come again: what an earlier fault of this id asked must not count.
    if (when) this.#predicates.set(id, when)
    else this.#predicates.delete(id)
  }

  /** The fault that strikes a call of an endpoint; what it looks like is asked only where a fault may strike. */
  ofCall(asked: EndpointName, call: () => StruckCall): FaultState | undefined {
    const isPlace = ({ endpoint }: FaultState) => endpoint === null || endpoint === asked
    return this.#strikes('request', isPlace, call as () => never)
  }

  /** The fault that strikes a push on its first way out. */
  ofPush(push: Parameters<PushPredicate>[0]): FaultState | undefined {
    const isPlace = ({ event }: FaultState) => event === null || event === push.eventName
    return this.#strikes('push', isPlace, () => push as never)
  }

  #strikes(
    what: 'request' | 'push',
    isPlace: (fault: FaultState) => boolean,
    subject: () => never,
  ): FaultState | undefined {
    const { shell } = this
    let struck: FaultState | undefined
    // Each fault counts every occurrence of its place, whichever of them strikes.
    for (const slot of activeFaults(shell.state.world)) {
      const fault = shell.state.world.faults.injected.at(slot)
      const id = faultIdOf(shell.state.world, slot)
      const isMet =
        faultKinds[fault.kind].strikes === what && isPlace(fault) && (this.#predicates.get(id)?.(subject()) ?? true)
      if (isMet && shell.perform('faults.meet', { id }, CLOCK).output.strikes) struck ??= fault
    }
    return struck
  }
}
