/**
 * Faults that a test injects. Each strikes (takes effect) at a place, such as the second call of an endpoint, until it has been used
 * often enough or its time is over. The world counts the matches of each place, so that a replay of the journal has the same faults.
 */
import { finderOf } from '../finder.ts'
import { amend } from '../kernel/amend.ts'
import { slotOfUuid, uuidOf } from '../kernel/identity.ts'
import { whenKnown } from '../kernel/known.ts'
import { type Instant, SECOND, timeOf } from '../kernel/time/instant.ts'
import { isRejection, type Rejection } from '../rejection.ts'
import { streams } from '../streams.ts'
import type { Turn } from '../turn.ts'
import type { World } from '../world.ts'
import { type FaultKind, faultKinds } from './fault-kinds.ts'
import type { FaultState, PredicateName } from './state.ts'

/** Where and how a fault strikes. If no field gives its place, it strikes anywhere; if no field gives its end, it never ends. */
export interface FaultRequest {
  /** The name of a call in the table of endpoints, such as `createWire`. */
  endpoint?: string | undefined
  /** The event whose push is struck, such as `Wire.Payment.Sent`. */
  event?: string | undefined
  /** Strikes only the n-th occurrence, counted from 1. */
  nth?: number | undefined
  /** How often it strikes at most. */
  uses?: number | undefined
  /** For how many virtual seconds it strikes. */
  forSeconds?: number | undefined
  status?: number | undefined
  body?: string | object | undefined
  retryAfter?: number | undefined
  seconds?: number | undefined
  count?: number | undefined
  /** Whether a function of the test decides each time if the fault strikes. src/bank/shell keeps it, because the world holds only data. */
  hasPredicate?: boolean | undefined
}

/** A fault as a test sees it. */
export interface Fault {
  /** UUID. */
  id: string
  fault: FaultKind
  endpoint?: string
  event?: string
  nth?: number
  uses?: number
  until?: string
  /** How often it has struck. */
  struck: number
}

/** The `forSeconds` of the fault begin at `now`. */
export function newFault(
  kind: FaultKind,
  request: FaultRequest,
  now: Instant,
  predicate: PredicateName | null = null,
): FaultState {
  return {
    kind,
    endpoint: request.endpoint ?? null,
    event: request.event ?? null,
    nth: request.nth ?? null,
    uses: request.uses ?? null,
    until: request.forSeconds === undefined ? null : Math.round(now + request.forSeconds * SECOND),
    status: request.status ?? faultKinds[kind].usualStatus ?? null,
    body: typeof request.body === 'object' ? JSON.stringify(request.body) : (request.body ?? null),
    retryAfter: request.retryAfter ?? null,
    seconds: request.seconds ?? null,
    count: request.count ?? null,
    predicate,
    met: 0,
    struck: 0,
    isCleared: false,
  }
}

export function injectFault(turn: Turn, { kind, ...request }: FaultRequest & { kind: FaultKind }): Fault {
  const { world } = turn
  const slot = world.faults.injected.size
  const predicate = request.hasPredicate ? { ofFault: faultIdOf(world, slot) } : null
  world.faults.injected = world.faults.injected.add(newFault(kind, request, world.now, predicate))
  world.faults.open = [...activeFaults(world), slot]
  turn.tell({ what: 'fault.injected', faultId: faultIdOf(world, slot), fault: kind })
  return faultRecord(world, slot)
}

/** Ends a fault, or all if `id` is null. */
export function clearFaults(turn: Turn, { id }: { id: string | null }): undefined | Rejection {
  const { world } = turn
  // Refusals.
  const named = id === null ? null : findFault(turn, id, 'clear')
  if (isRejection(named)) return named

  // Nothing is refused from here on.
  for (const slot of named === null ? activeFaults(world) : [named]) {
    world.faults.injected = world.faults.injected.update(slot, { isCleared: true })
  }
  world.faults.open = named === null ? [] : world.faults.open.filter((slot) => slot !== named)
  return undefined
}

const findFault = finderOf({
  stream: streams.fault,
  records: (world) => world.faults.injected,
  isSeen: () => true,
  code: 'fault_not_found',
  noun: 'fault',
  advice: 'there is no such fault. Take the id from bank.faults.inject(), or clear all. (§7)',
})

export function listFaults({ world }: { world: World }): Fault[] {
  return activeFaults(world).map((slot) => faultRecord(world, slot))
}

/** Counts that a call, a push or a batch matched the place of a fault. Returns the fault if it strikes there. */
function meetFault(turn: Turn, slot: number): FaultState | undefined {
  const { world } = turn
  const fault = world.faults.injected.at(slot)
  const strikes = fault.nth === null || fault.nth === fault.met + 1
  world.faults.injected = amend(world.faults.injected, slot, (met) => {
    met.met++
    if (strikes) met.struck++
  })
  world.faults.open = activeFaults(world)
  if (!strikes) return undefined
  turn.tell({ what: 'fault.struck', faultId: faultIdOf(world, slot), fault: fault.kind })
  return fault
}

/** Like `meetFault`, but for the HTTP layer, which knows the id of the fault. */
export function meetFaultById(turn: Turn, { id }: { id: string }): { strikes: boolean } {
  const slot = slotOfUuid(turn.world.settings.seed, streams.fault, id)
  return { strikes: slot !== undefined && meetFault(turn, slot) !== undefined }
}

/** Counts a match for each fault of a kind that `isPlace` accepts, and returns the first fault that strikes. */
export function strike(turn: Turn, kind: FaultKind, isPlace: (fault: FaultState) => boolean): FaultState | undefined {
  const ofKind = activeFaults(turn.world).filter((slot) => {
    const fault = turn.world.faults.injected.at(slot)
    return fault.kind === kind && isPlace(fault)
  })
  return ofKind.map((slot) => meetFault(turn, slot)).find((struck) => struck !== undefined)
}

export function activeFaults(world: World): number[] {
  return world.faults.open.filter((slot) => {
    const { uses, struck, until, nth, met } = world.faults.injected.at(slot)
    const isOver = (uses !== null && struck >= uses) || (nth !== null && met >= nth)
    return !isOver && (until === null || world.now < until)
  })
}

export const secondsOfFault = ({ seconds, kind }: FaultState): number => seconds ?? faultKinds[kind].usualSeconds ?? 0

export const faultIdOf = (world: World, slot: number): string => uuidOf(world.settings.seed, streams.fault, slot)

function faultRecord(world: World, slot: number): Fault {
  const { kind, endpoint, event, nth, uses, until, struck } = world.faults.injected.at(slot)
  return {
    id: faultIdOf(world, slot),
    fault: kind,
    ...whenKnown(endpoint, (known) => ({ endpoint: known })),
    ...whenKnown(event, (known) => ({ event: known })),
    ...whenKnown(nth, (known) => ({ nth: known })),
    ...whenKnown(uses, (known) => ({ uses: known })),
    ...whenKnown(until, (instant) => ({ until: timeOf(world, instant) })),
    struck,
  }
}
