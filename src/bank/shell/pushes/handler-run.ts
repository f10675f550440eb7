/** Handlers that run, and calls of the test that wait for them. (§6) */
import type { UsageError } from '../../../core/errors.ts'
import type { Instant } from '../../../core/kernel/time/instant.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { World } from '../../../core/world.ts'
import type { PushHandler } from './receiver.ts'

/** A run of a handler that has not ended. */
export interface HandlerRun {
  readonly begun: BegunPush
  readonly at: Instant
  /** Resolves when the handler has ended, even if it threw. */
  readonly ended: Promise<void>
  turns: number
  /** The world right after the handler has ended; undefined until then. */
  after?: World
  handler?: PushHandler | undefined
  /** The same object for a bank and all its forks. */
  readonly family: object
  /** Makes the calls of the test that wait for this handler throw the error, too, because the handler itself may catch it. */
  readonly refuse: (error: UsageError) => void
}

/** A call of the test that waits for handlers. */
export interface Wait {
  /** The call as code: `bank.settled()`. */
  readonly code: string
  /** The handlers that were running when the wait began. */
  readonly during: ReadonlySet<HandlerRun>
}
