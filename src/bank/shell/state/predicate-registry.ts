/**
 * The predicates of faults: the functions that a test gives as `when`. The world cannot hold functions, so it holds a name for each, and
 * this registry has the function of each name, for all banks, forks and snapshots of this process. A world from JSON or a replay has names
 * without functions, and is refused unless the test passes them. (§7)
 */

import type { EndpointName } from '../../../contract/endpoints.ts'
import { checkedOptions, isRecord, type OptionRules } from '../../../contract/options.ts'
import { UsageError } from '../../../core/errors.ts'
import { activeFaults, faultIdOf } from '../../../core/faults/fault.ts'
import type { FaultState, PredicateName } from '../../../core/faults/state.ts'
import type { EventName } from '../../../core/webhooks/event-name.ts'
import type { World } from '../../../core/world.ts'
import type { ExchangeWith } from './exchange.ts'

/** A call of the endpoint table, as the predicate of a fault sees it. `endpoint` names the call, and so determines the type of `body`. */
export type StruckCall = {
  [Name in EndpointName]: Pick<ExchangeWith<Name>, 'endpoint' | 'method' | 'url' | 'body'>
}[EndpointName]

/** Says whether a fault strikes a call. */
export type CallPredicate = (call: StruckCall) => boolean

/** Says whether a fault strikes a push. */
export type PushPredicate = (push: { eventName: EventName; resources: readonly string[] }) => boolean

/** The `when` functions of faults that are read from JSON or a journal, by the id of the fault. */
export interface PredicateOptions {
  /** `{ [fault.id]: when }`, with an entry for each fault that had a `when` and can still strike. */
  predicates?: { readonly [faultId: string]: CallPredicate | PushPredicate } | undefined
}

/** The functions by name. A name is an object, not a text, because two histories of a bank may give the same id to different faults. */
export const predicateFunctions = new WeakMap<PredicateName, CallPredicate | PushPredicate>()

/** Keeps the function for the fault that was injected last. */
export function registerPredicate({ faults: { injected } }: World, when: CallPredicate | PushPredicate): void {
  predicateFunctions.set(injected.at(injected.size - 1).predicate as PredicateName, when)
}

const rules: OptionRules<PredicateOptions> = { predicates: isRecord }

/**
 * Gives faults their functions from `options`. Any other fault with a `when` that can still strike must have its function already.
 *
 * @param how - `failed` begins the message; `call` shows how to pass functions, if the caller can
 * @throws {UsageError} if a fault with a `when` can still strike and has no function; if a function is passed for a fault without a `when`
 */
export function withPredicates(
  world: World,
  options: PredicateOptions,
  how: { readonly failed: string; readonly call?: (predicates: string) => string },
): World {
  const advice = `Write ${how.call?.('{ predicates: { [fault.id]: when } }')}, or leave it out.`
  const { predicates = {} } = checkedOptions(options, rules, { failed: how.failed, advice })
  const faults = Array.from(world.faults.injected, (fault, slot) => ({ fault, slot, id: faultIdOf(world, slot) }))
  // First, everything that is refused.
  for (const [id, when] of Object.entries(predicates)) {
    const asks = faults.some((each) => each.id === id && each.fault.predicate !== null)
    if (asks && typeof when === 'function') continue
    const fact = asks ? `the predicate of "${id}" is of type ${typeof when}` : `no fault "${id}" has a "when"`
    throw new UsageError(`${how.failed}: ${fact}. Give one function for the id of each fault that had a "when". (§7)`)
  }
  const active = new Set(activeFaults(world))
  const lost = faults.find(({ fault: { predicate }, slot, id }) => {
    return (
      active.has(slot) && predicate !== null && !predicateFunctions.has(predicate) && !Object.hasOwn(predicates, id)
    )
  })
  if (lost) {
    const { fault, id } = lost
    const again = how.call?.(`{ predicates: { '${id}': when } }`)
    throw new UsageError(
      `${how.failed}: the fault "${fault.kind}" (${id}) has a "when", and a function cannot be kept as data. ${again ? `Pass the function again: ${again}. Or` : 'To keep the bank,'} clear the fault before you keep the data, and inject it again afterwards. (§7)`,
    )
  }

  // Nothing is refused from here on. Each function gets a new name, because other worlds may share the old name.
  const named = faults.filter(({ id }) => Object.hasOwn(predicates, id))
  if (named.length === 0) return world
  let { injected } = world.faults
  for (const { fault, slot, id } of named) {
    const predicate: PredicateName = { ofFault: id }
    predicateFunctions.set(predicate, predicates[id] as CallPredicate)
    injected = injected.set(slot, { ...(fault as FaultState), predicate })
  }
  return { ...world, faults: { ...world.faults, injected } }
}
