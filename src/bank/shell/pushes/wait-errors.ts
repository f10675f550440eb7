/** The errors of `waits.ts`: about handlers that wait for themselves, that have not ended, or that cause events without end. (§6) */
import { UsageError } from '../../../core/errors.ts'
import { count } from '../../../core/kernel/count.ts'
import { type Instant, timeOf } from '../../../core/kernel/time/instant.ts'
import type { BegunPush } from '../../../core/webhooks/push.ts'
import type { World } from '../../../core/world.ts'
import type { PushHandler } from './receiver.ts'

export function nested(code: string, begun: BegunPush): UsageError {
  return new UsageError(
    `Failed to await ${code}: it is called inside the handler of ${eventText(begun)}, and so it would wait for itself. Take it out of the handler: the call that delivers this push also delivers the pushes that the handler causes. Code that needs those pushes belongs in the test, after its own await. To let time pass inside a handler, call bank.clock.advance(), which waits for no handler. (§6)`,
  )
}

export function ownFork(begun: BegunPush): UsageError {
  return new UsageError(
    `Failed to deliver ${eventText(begun)}, in a fork: the fork was made inside the handler of this very event, which would fork again, and so on without end. A push that is under way at a bank is also under way at its fork. There it times out, and the fork tries it again. To look ahead in a handler, call fork.clock.advance(), which calls no handler, or first fork.webhooks.disconnect("${begun.callbackUrl}"). (§6)`,
  )
}

export function tooDeep(begun: BegunPush, calls: number): UsageError {
  return new UsageError(
    `Failed to deliver ${eventText(begun)}: ${calls} deliveries of this event are under way at the same time. Does the handler itself await bank.outbox.deliver()? Call that in the test. (§6)`,
  )
}

export function endless(begun: BegunPush, handler: PushHandler | undefined, events: number): UsageError {
  const name = handler?.name ? ` "${handler.name}"` : ''
  return new UsageError(
    `Failed to deliver ${eventText(begun)}: at one instant, handlers have caused ${events} events one after the other, and the handler${name} of this event goes on. Let it cause nothing for an event that it has caused itself, such as a fee for a fee. If there is an end, let time pass on the way: bank.clock.advance({ seconds: 1 }). (§6)`,
  )
}

/** A run of a handler: `HandlerRun` of `waits.ts`. */
interface Run {
  readonly begun: BegunPush
  readonly at: Instant
  readonly after?: World
}

/** `inside`: the calls, as code, that began while one of the handlers ran, and wait for it. */
export function hangs(runs: readonly Run[], inside: ReadonlySet<string>, world: World): UsageError {
  const lines = runs.map(
    ({ begun, at, after }) =>
      `\n  ${eventText(begun)}, begun at ${timeOf(world, at)}${after ? ', whose work for waitUntil() goes on' : ''}`,
  )
  const maybeNested =
    inside.size === 0
      ? ''
      : `\nMeanwhile ${[...inside].join(' and ')} ${inside.size === 1 ? 'was' : 'were'} called, and ${inside.size === 1 ? 'waits' : 'wait'} for the handler too. A handler that awaits such a call waits for itself: make the call in the test.`
  return new UsageError(
    `Failed to settle: ${count(runs.length, 'handler')} ${runs.length === 1 ? 'has' : 'have'} not ended, and it is ${timeOf(world)}.${lines.join('')}${maybeNested}\nLet the handler answer, or advance the clock with bank.clock.advanceAsync() until the push times out: it is then tried again. (§6)`,
  )
}

const eventText = ({ eventName, eventId, callbackUrl }: BegunPush): string =>
  `${eventName} (event ${eventId}) to ${callbackUrl}`
