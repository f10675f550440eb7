/**
 * Observers of a bank. A bank calls its observers for each request and each change; an observer may hold up a request, or strike it with a
 * fault. The observer of a mutant (a bank that breaks one promise on purpose) also changes what the bank does: the world of an operation,
 * an answer, a push.
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

/** The functions of an observer must not throw: their error would end the call of the bank. */
export interface Observer {
  /** Called before a request is performed. */
  asked?(request: { readonly endpoint: EndpointName | null; readonly method: string }): Asked
  /** Called after an operation that changed the world, when its journal entry is kept. */
  changed?(world: World): void
  /** Called after each new entry of the journal. */
  journaled?(entry: KeptEntry): void
  /** Called after each new request. */
  answered?(): void
  /** Called after a reset or a restore, with the state before it. */
  replaced?(before: State): void
  /** Performs an operation, in the bank's world or in another world. */
  performing?: <Result extends Transition<unknown> | Rejection>(
    operation: OperationName,
    world: World,
    perform: (world: World) => Result,
  ) => Result
  /** The fault that strikes a push on its first try, if no injected fault does. `isLast`: no push waits behind it. */
  pushing?(push: DuePush, isLast: boolean): FaultState | undefined
  /** Returns the push to send in place of this one. */
  sending?(push: BegunPush): BegunPush
  /** How often this observer made the bank break a promise. */
  effects?(): number
}

/** An answer of the bank, from which the `Response` is made. */
export interface Answer {
  readonly status: number
  /** JSON text; empty if there is no body. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The bank's own code of the refusal, which the body of the answer sometimes lacks. */
  readonly refusal?: RejectionCode
}

/** What an observer does during a request. */
export interface Asked {
  /** The bank performs the request only when `before` has resolved, and answers it only when `after` has. */
  readonly before?: Promise<void> | undefined
  readonly after?: (() => Promise<void>) | undefined
  /** Called right before the request is performed. May change the query of its URL. */
  readonly begin?: (url: URL) => void
  /** The fault that strikes the request, instead of the faults that the test has injected. */
  readonly fault?: FaultState | undefined
  /** Replaces the answer, but does not undo the operation. */
  readonly rewrite?: ((answer: Answer, url: URL) => Answer) | undefined
  /** Called as soon as the request was performed. */
  readonly done?: (exchange: KeptExchange) => void
}

/** Combines what all observers do during a request; undefined if none of them does anything. */
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
    begin: (url) => {
      for (const { begin } of all) begin?.(url)
    },
    fault: all.find(({ fault }) => fault)?.fault,
    rewrite: (answer, url) => all.reduce((given, { rewrite }) => rewrite?.(given, url) ?? given, answer),
    done: (exchange) => {
      for (const { done } of all) done?.(exchange)
    },
  }
}
