/** Observing a bank: an observer hears of each request and change, and may hold up a request or strike it with a fault. */
import type { FaultState } from '../../../core/faults/state.ts'
import type { World } from '../../../core/world.ts'
import type { KeptExchange } from './exchange.ts'
import type { KeptEntry } from './journal.ts'

/** What it throws ends the call, so it throws nothing. */
export interface Observer {
  /** Before a request is done. */
  asked?(request: { readonly endpoint: string | null; readonly method: string }): Asked
  /** After an operation that changed the world, with all that belongs to it. */
  changed?(world: World): void
  /** After each new entry of the journal. */
  journaled?(entry: KeptEntry): void
  /** After each new request. */
  answered?(): void
  /** After a reset or a restore: the bank has another history. */
  replaced?(): void
}

/** What becomes of a request. */
export interface Asked {
  /** Until when it waits before it is done, and again before it is answered. */
  readonly before?: Promise<void> | undefined
  readonly after?: (() => Promise<void>) | undefined
  /** Is called right before it is done. */
  readonly begin?: () => void
  /** The fault that strikes it, whatever the test has injected. */
  readonly fault?: FaultState | undefined
  /** Is called as soon as it is done. */
  readonly done?: (exchange: KeptExchange) => void
}

/** What becomes of a request by those who observe its bank; undefined where none of them says. */
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
    done: (exchange) => {
      for (const { done } of all) done?.(exchange)
    },
  }
}
