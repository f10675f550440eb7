/**
 * Decides which fault that was injected strikes a call or a push. Not asked about a call whose `fault` a layer has set. The operation
 * `faults.meet` counts each call or push that fits a fault, so a replay of the journal strikes the same ones. (§7)
 */

import type { EndpointName } from '../../../contract/endpoints.ts'
import { canStrike } from '../../../contract/fault-calls.ts'
import { AssumptionNotes, assuming } from '../../../core/assumptions/notes.ts'
import { textOfThrown, UsageError } from '../../../core/errors.ts'
import { activeFaults, faultIdOf } from '../../../core/faults/fault.ts'
import { type FaultKind, faultKinds } from '../../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../../core/faults/state.ts'
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { CLOCK } from '../../../core/turn.ts'
import { partnerSawEventSince } from '../../../core/webhooks/deliver-and-retry.ts'
import { type DuePush, nextInOutbox } from '../../../core/webhooks/outbox.ts'
import type { World } from '../../../core/world.ts'
import { type CallPredicate, type PushPredicate, predicateFunctions, type StruckCall } from './predicate-registry.ts'
import { beforeLastChange } from './replay.ts'
import type { Shell } from './shell.ts'

/** The fault that strikes a call before it is done. `described` runs only if a predicate needs the description of the call. */
export function faultOfCall(shell: Shell, asked: EndpointName, described: () => StruckCall): FaultState | undefined {
  const { world } = shell.state
  const isPlace = (fault: FaultState) =>
    isHere(fault, asked) &&
    !rowOf(fault).pushesGoFirst &&
    (fault.kind !== 'staleRead' || shell.noting('faults.meet', (notes) => staleWorld(shell, notes)) !== world)
  return firstThatStrikes(shell, 'request', isPlace, (when) => (when as CallPredicate)(described()))
}

/** The fault that delivers the pushes of a call before its answer. The call was done in the world `before`. */
export function faultOfItsPushes(
  shell: Shell,
  asked: EndpointName,
  described: () => StruckCall,
  before: World,
): FaultState | undefined {
  if (dueIn(shell.state.world) <= dueIn(before)) return undefined
  const isPlace = (fault: FaultState) => isHere(fault, asked) && rowOf(fault).pushesGoFirst === true
  return firstThatStrikes(shell, 'request', isPlace, (when) => (when as CallPredicate)(described()))
}

const isHere = ({ endpoint, kind }: FaultState, asked: EndpointName): boolean =>
  (endpoint === null || endpoint === asked) && canStrike(kind, asked)

const rowOf = ({ kind }: FaultState) => faultKinds[kind] as { pushesGoFirst?: true }

/**
 * The older world that a lagging replica shows to a stale read. It is the present one if the last change is older than the longest lag of a
 * replica, or if an event has announced it: a partner that has received an event must not read a state from before that event.
 */
export function staleWorld(shell: Shell, notes = new AssumptionNotes('staleRead')): World {
  const { world } = shell.state
  const { world: before, changedAt } = beforeLastChange(shell)
  const seconds = (world.now - changedAt) / SECOND
  if (partnerSawEventSince(world, before)) return world
  const isTooOld = (longest: number) => seconds > longest
  return isTooOld(assuming(world.settings.assume, notes)('http.readLagSeconds', isTooOld)) ? world : before
}

/** `isLast`: no push waits behind it. */
export function faultOfPush(shell: Shell, push: DuePush, isLast: boolean): FaultState | undefined {
  const isPlace = ({ kind, event }: FaultState) => canStrikePush(kind, event, push, isLast)
  return firstThatStrikes(shell, 'push', isPlace, (when) => (when as PushPredicate)(push))
}

export function canStrikePush(kind: FaultKind, event: string | null, push: DuePush, isLast: boolean): boolean {
  const { isOfSignature, needsAnother }: { isOfSignature?: true; needsAnother?: true } = faultKinds[kind]
  const isHere = event === null || event === push.eventName
  return isHere && (push.isSigned || !isOfSignature) && !(isLast && needsAnother)
}

const dueIn = (world: World): number => nextInOutbox(world, Number.POSITIVE_INFINITY).length

type Ask = (when: CallPredicate | PushPredicate) => boolean

function firstThatStrikes(
  shell: Shell,
  what: 'request' | 'push',
  isPlace: (fault: FaultState) => boolean,
  ask: Ask,
): FaultState | undefined {
  const { world } = shell.state
  // Calls every predicate before it counts anything, so that a predicate that throws changes no count.
  const met = activeFaults(world).filter((slot) => {
    const fault = world.faults.injected.at(slot)
    return faultKinds[fault.kind].strikes === what && isPlace(fault) && isAskedFor(fault, faultIdOf(world, slot), ask)
  })
  let struck: FaultState | undefined
  // Each fault counts every call or push that fits it, even if another fault strikes.
  for (const slot of met) {
    const fault = shell.state.world.faults.injected.at(slot)
    if (shell.perform('faults.meet', { id: faultIdOf(world, slot) }, CLOCK).output.strikes) struck ??= fault
  }
  return struck
}

function isAskedFor({ kind, predicate }: FaultState, id: string, ask: Ask): boolean {
  if (predicate === null) return true
  const when = predicateFunctions.get(predicate)
  const failed = `Failed to ask whether the fault "${kind}" (${id}) strikes`
  if (when === undefined) {
    throw new UsageError(
      `${failed}: this bank does not have the function that was given as "when". Inject the fault again. (§7)`,
    )
  }
  try {
    return ask(when)
  } catch (cause) {
    const fact = `the function that was given as "when" threw ${textOfThrown(cause)}`
    throw Object.assign(new UsageError(`${failed}: ${fact}. Let it return true or false. (§7)`), { cause })
  }
}
