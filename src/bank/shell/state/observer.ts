/**
 * Observers of a bank. A bank calls its observers for each request and each change; an observer may hold up a request, or strike it with a
 * fault. The observer of a mutant also changes what the bank does: the world of an operation, an answer, a push.
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
  /** After an operation that changed the world, once its journal entry is kept. */
  changed?(world: World): void
  /** After each new entry of the journal. */
  journaled?(entry: KeptEntry): void
  /** After each new request. */
  answered?(): void
  /** After a reset or a restore, with the state before it. */
  replaced?(before: State): void
  /** Performs an operation, in the bank's world or in another. */
  performing?: <Result extends Transition<unknown> | Rejection>(
    operation: OperationName,
    world: World,
    perform: (world: World) => Result,
  ) => Result
  /** The fault that strikes a push on its first try, if no injected fault does. `isLast` is true if no push waits behind it. */
  pushing?(push: DuePush, isLast: boolean): FaultState | undefined
  /** Returns the push to send in place of this one. */
  sending?(push: BegunPush): BegunPush
  /** How often this observer made the bank break a promise. */
  effects?(): number
}

/** An answer before it is a `Response`. */
export interface Answer {
  readonly status: number
  /** JSON text; empty where there is no body. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The bank's own code of the refusal, which the body may not show. */
  readonly refusal?: RejectionCode
}

/** What an observer does in a request. */
export interface Asked {
  /** The bank performs the request only after `before`, and answers it only after `after`. */
  readonly before?: Promise<void> | undefined
  readonly after?: (() => Promise<void>) | undefined
  /** Is called right before the request is performed. */
  readonly begin?: () => void
  /** The fault that strikes the request, in place of any that the test has injected. */
  readonly fault?: FaultState | undefined
  /** Replaces the answer; the operation stays as performed. */
  readonly rewrite?: ((answer: Answer, url: URL) => Answer) | undefined
  /** Is called as soon as the request was performed. */
  readonly done?: (exchange: KeptExchange) => void
}

/** Combines what all observers do in a request; undefined if none does anything. */
export function askedBy(
  observers: readonly Observer[],
  request: Parameters<NonNullable<Observer['asked']>>[0],
): Asked | undefined {
  const all = observers.flatMap((each) => each.asked?.(request) ?? [])
  return all.length > 1 ? together(all) : all[0]
}

/** Combines several observers: the request waits for all of them, and the first fault strikes it. */
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
