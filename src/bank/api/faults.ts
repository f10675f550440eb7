import type { EndpointName } from '../../contract/endpoints.ts'
import { faultOptionNames } from '../../contract/fault.ts'
import { callsThatCan } from '../../contract/fault-calls.ts'
import { plainInput } from '../../contract/plain.ts'
import { UsageError } from '../../core/errors.ts'
import type { Fault as FaultRecord } from '../../core/faults/fault.ts'
import {
  type BatchFault,
  type FaultKind,
  faultKinds,
  type PushFault,
  type RequestFault,
} from '../../core/faults/fault-kinds.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { unknownName } from '../../core/kernel/nearest.ts'
import type { Duration } from '../../core/kernel/time/duration.ts'
import { LATEST, timeOf } from '../../core/kernel/time/instant.ts'
import { INTERNAL } from '../../core/turn.ts'
import { checkEventName, type EventName } from '../../core/webhooks/event-name.ts'
import { durationFrom } from '../shell/state/options.ts'
import { type CallPredicate, type PushPredicate, registerPredicate } from '../shell/state/predicate-registry.ts'
import type { Shell } from '../shell/state/shell.ts'
import { call, check, requiredText } from './checked-call.ts'

/** A fault as a test sees it. */
export interface Fault extends FaultRecord {
  endpoint?: EndpointName
  event?: EventName
}

/** Where a fault strikes (takes effect), and for how long. By default it strikes everywhere, without end. */
export interface FaultPlace {
  /** Strikes only the n-th call, push or batch that it could strike, counted from 1. */
  nth?: number | undefined
  /** Strikes at most this many times. By default, a partial release strikes once; other faults have no limit. */
  uses?: number | undefined
  /** How long the fault strikes, on the virtual clock. */
  for?: Duration | undefined
}

/** Options of a fault that strikes calls. */
export interface RequestFaultOptions extends FaultPlace {
  /** The name of the call, such as `createWire`. `bank.requests` shows these names. */
  endpoint?: EndpointName | undefined
  /**
   * Strikes only calls for which this function returns true. The JSON of a snapshot holds no functions, so pass this
   * function again when you restore one: `bank.restore(text, { predicates })`.
   */
  when?: CallPredicate | undefined
  /** For `status` (by default 503) and `failedAnswer` (by default 502): the status of the answer, 200 to 599. */
  status?: number | undefined
  /** For `status` and `failedAnswer`: the body in place of the bank's own error: a text, such as a proxy's HTML, or a JSON value. */
  body?: string | object | undefined
  /** For `status`: the seconds of the Retry-After header. By default 1 for status 429, and no header for any other status. */
  retryAfter?: number | undefined
  /** Virtual seconds, by default 30. For `slow`: how long the call takes. For `underWay`: how long a repeat is refused. */
  seconds?: number | undefined
}

/** An answer with one of these statuses has no body (RFC 9110 §15). */
interface BodyOf<Status extends number> {
  status?: Status | undefined
  body?: Status extends 204 | 205 | 304 ? undefined : RequestFaultOptions['body']
}

/** Options of a fault that strikes pushes to a connected handler. */
export interface PushFaultOptions extends FaultPlace {
  /** The event of the push, such as `Wire.Payment.Sent`. */
  event?: EventName | undefined
  /** Strikes only pushes for which this function returns true. */
  when?: PushPredicate | undefined
  /** For `delay`: virtual seconds, by default 60. */
  seconds?: number | undefined
}

/** Options of a fault that strikes batches. */
export interface BatchFaultOptions extends FaultPlace {
  /** How many wires go out; by default half of them. */
  count?: number | undefined
}

/** Faults, injected on purpose into requests, pushes and batches (§7). The journal shows each time that a fault strikes. */
export interface Faults {
  /**
   * Injects a fault from now on: into calls, over `bank.fetch` and over MSW alike; into pushes to a connected handler; or into batches. A
   * fault strikes only what it can affect: `expiredToken` affects calls with a token, `staleRead` calls that read, `wrongSignature` signed
   * pushes. `nth` counts only what the fault can affect.
   *
   * @param fault - the kind of fault: `docs/guides/faults.md` has a table of what each does
   * @param options - where (`endpoint` or `event`, `when`, `nth`) and how long (`uses`, `for`)
   * @throws {UsageError} if an option is unknown or of the wrong shape, or if there is nothing at the given place that the fault can affect
   * @example
   * ```ts
   * // The first wire is originated, and its answer never arrives.
   * bank.faults.inject('lostAnswer', { endpoint: 'createWire', nth: 1 })
   * ```
   */
  inject(fault: PushFault, options?: PushFaultOptions): Fault
  inject(fault: BatchFault, options?: BatchFaultOptions): Fault
  inject<Status extends number>(fault: RequestFault, options?: RequestFaultOptions & BodyOf<Status>): Fault
  /** Ends the fault with this id, or all faults. @throws {RejectionError} `fault_not_found` */
  clear(id?: string): void
  /** The faults that can still strike. */
  list(): Fault[]
}

/** Returns the duration in seconds. Refuses zero, and a fault that would end after the latest time that the clock can show. */
function secondsOf({ state: { world } }: Shell, kind: FaultKind, duration: Duration): number {
  const milliseconds = durationFrom(duration, `inject the fault "${kind}" for`)
  if (milliseconds === 0) {
    const fact =
      ': its `for` is no time at all, so it would never strike. Let it strike for longer, or leave `for` out.'
    throw cannotInject(kind, fact)
  }
  if (world.now + milliseconds <= LATEST) return milliseconds / 1_000
  const end = timeOf(world, LATEST)
  const fact = `: the clock can go no further than ${end}. Let it strike for less, or leave \`for\` out.`
  throw cannotInject(kind, ` for ${milliseconds} milliseconds${fact}`)
}

export function faults(shell: Shell): Faults {
  const access = { shell, actor: INTERNAL }
  return {
    inject: (fault: FaultKind, options: RequestFaultOptions & PushFaultOptions & BatchFaultOptions = {}) => {
      const kind = requiredText(fault, 'kind of the fault', 'faults.inject') as FaultKind
      if (typeof options !== 'object' || options === null) {
        const fact = `: its options must be a record, and are of type ${options === null ? 'null' : typeof options}.`
        throw cannotInject(kind, `${fact} Write { endpoint: 'createWire', nth: 1 }.`)
      }
      const own = plainInput(`Failed to inject the fault "${kind}"`, options)
      const { when, for: duration, ...place } = own
      if (Object.hasOwn(faultKinds, kind)) checkOptionNames(kind, Object.keys(own))
      const once = kind === 'partialRelease' && place.uses === undefined ? { uses: 1 } : {}
      const given = { kind, ...place }
      const asked = when === undefined ? {} : { hasPredicate: true }
      const valid = check(access, 'faults.inject', given, { subject: kind })
      checkPlace(shell, kind, own)
      const end = duration === undefined ? {} : { forSeconds: secondsOf(shell, kind, duration) }
      const { output } = shell.perform('faults.inject', { ...valid, ...end, ...once, ...asked }, INTERNAL)
      if (when !== undefined) registerPredicate(shell.state.world, when)
      return output as Fault
    },
    clear: (id) =>
      void call(access, 'faults.clear', { id: id === undefined ? null : requiredText(id, 'fault id', 'faults.clear') }),
    list: () => call(access, 'faults.list', undefined) as Fault[],
  }
}

function checkOptionNames(kind: FaultKind, given: readonly string[]): void {
  const own = faultOptionNames(kind)
  const wrong = given.find((name) => !own.includes(name))
  if (wrong === undefined) return
  const others = keysOf(faultKinds).filter((other) => faultOptionNames(other).includes(wrong))
  const fact =
    others.length === 0
      ? unknownName('option', wrong, own)
      : `it has no option "${wrong}", which belongs to ${others.join(', ')}.`
  throw cannotInject(kind, `: ${fact} Its options are ${own.join(', ')}.`)
}

function checkPlace(
  { state: { world } }: Shell,
  kind: FaultKind,
  { when, endpoint, event }: RequestFaultOptions & PushFaultOptions,
) {
  if (when !== undefined && faultKinds[kind].strikes === 'batch') {
    throw cannotInject(kind, ': "when" looks at a request or a push, and a batch is neither. Leave "when" out.')
  }
  if (when !== undefined && typeof when !== 'function') {
    throw cannotInject(kind, `: its "when" is of type ${typeof when}. Give a function that returns true or false.`)
  }
  const calls = endpoint && callsThatCan(kind)
  if (calls && !calls.names.includes(endpoint)) {
    const fact = `it makes no difference there, because it strikes calls that ${calls.words}`
    const advice = `Write one of ${calls.names.join(', ')}, or leave endpoint out.`
    throw cannotInject(kind, ` for ${endpoint}: ${fact}. ${advice}`)
  }
  if (event !== undefined) checkEventName(world, event, `Failed to inject the fault "${kind}" for "${event}"`)
}

function cannotInject(kind: FaultKind, fact: string): UsageError {
  return new UsageError(`Failed to inject the fault "${kind}"${fact} (§7)`)
}
