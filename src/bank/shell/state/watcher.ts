/** Watching a bank: who is told of each change and of each request, and may stop or strike a request. */
import type { FaultState } from '../../../core/faults/state.ts'
import type { KeptExchange } from './exchange.ts'

/** Who is told of requests before they are done, and may stop or strike them; and of each change. */
export interface Watcher {
  changed?(): void
  asked?(request: { readonly endpoint: string | null; readonly method: string }): Asked
}

/** What becomes of a request. */
export interface Asked {
  /** Whether and for how long it waits before it is done, and again before it is answered. */
  readonly before?: Promise<void> | undefined
  readonly after?: (() => Promise<void>) | undefined
  /** Called right before it is done. */
  readonly begin?: () => void
  /** The fault that strikes it, whatever the test has injected. */
  readonly fault?: FaultState | undefined
  /** Called as soon as it is done. */
  readonly done?: (exchange: KeptExchange) => void
}
