/**
 * Observing a bank: an observer hears of each request and change, and may hold up a request or strike it with a fault. The observer of a
 * mutant also changes what the bank does: the world of an operation, an answer, a push.
 */
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { OperationName } from '../../../contract/operations.ts'
import type { FaultState } from '../../../core/faults/state.ts'
import type { Rejection, RejectionCode } from '../../../core/rejection.ts'
import type { Transition } from '../../../core/transition.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { DuePush } from '../../../core/webhooks/push-record.ts'
import type { World } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import type { KeptEntry } from './journal.ts'
import type { State } from './state.ts'

/** An observer must not throw: its error would end the call. */
export interface Observer {
  /** Before a request is performed. */
  asked?(request: { readonly endpoint: EndpointName | null; readonly method: string }): Asked
  /** After an operation that changed the world, with all that belongs to it. */
  changed?(world: World): void
  /** After each new entry of the journal. */
  journaled?(entry: KeptEntry): void
  /** After each new request. */
  answered?(): void
  /** After a reset or a restore: the bank has another history than the state before. */
  replaced?(before: State): void
  /** Performs an operation in another world than that of the bank. */
  performing?: <Result extends Transition<unknown> | Rejection>(
    operation: OperationName,
    world: World,
    perform: (world: World) => Result,
  ) => Result
  /** The fault that strikes a push on its first try, where no fault of the test does; `isLast`: no push waits behind it. */
  pushing?(push: DuePush, isLast: boolean): FaultState | undefined
  /** The push that is sent in place of this one. */
  sending?(push: BegunPush): BegunPush
  /** How often this observer made the bank do otherwise than it promises. */
  effects?(): number
}

/** An answer before it is a `Response`. */
export interface Answer {
  readonly status: number
  /** JSON text; empty where there is no body. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The code of the refusal, whatever the body of the service calls it. */
  readonly refusal?: RejectionCode
}

/** The ways in which an observer takes part in a request. */
export interface Asked {
  /** The request waits for `before` until it is performed, and for `after` until it is answered. */
  readonly before?: Promise<void> | undefined
  readonly after?: (() => Promise<void>) | undefined
  /** Is called right before the request is performed. */
  readonly begin?: () => void
  /** The fault that strikes the request, whatever the test has injected. */
  readonly fault?: FaultState | undefined
  /** Replaces the answer; what was done stays done. */
  readonly rewrite?: ((answer: Answer, url: URL) => Answer) | undefined
  /** Is called as soon as the request was performed. */
  readonly done?: (exchange: KeptExchange) => void
}

/** The parts of all observers in a request, as one; undefined where none takes part. */
export function askedBy(
  observers: readonly Observer[],
  request: Parameters<NonNullable<Observer['asked']>>[0],
): Asked | undefined {
  const all = observers.flatMap((each) => each.asked?.(request) ?? [])
  return all.length > 1 ? together(all) : all[0]
}

/** A request that several observers hold up waits for all of them; the first fault strikes it. */
function together(all: readonly Asked[]): Asked {
  return {
    before: Promise.all(all.map(({ before }) => before)).then(() => undefined),
    after: async () => {
      for (const { after } of all) await after?.()
    },
    begin: () => {
      for (const { begin } of all) begin?.()
    },
    fault: all.find(({ fault }) => fault)?.fault,
    rewrite: (answer, url) => all.reduce((given, { rewrite }) => rewrite?.(given, url) ?? given, answer),
    done: (exchange) => {
      for (const { done } of all) done?.(exchange)
    },
  }
}
