/** Gives the other folders of src/ access to the inside of a bank. */

import type { Addresses } from '../../contract/endpoint.ts'
import { UsageError } from '../../core/errors.ts'
import { INTERNAL } from '../../core/turn.ts'
import { EVERY_ADDRESS } from '../../core/webhooks/deliver-and-retry.ts'
import { findByCallback } from '../../core/webhooks/find-registration.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import type { PushHandler } from '../shell/pushes/receiver.ts'
import { firstRequest } from '../shell/state/exchange.ts'
import { INTERNALS } from '../shell/state/is-bank.ts'
import { createWorld, type HandlerOptions, handlerOptionsFrom } from '../shell/state/options.ts'
import type { Shell } from '../shell/state/shell.ts'
import { answering, type HttpService } from './answer.ts'
import type { Asking } from './plain-request.ts'
import { createRouter, type Router } from './route.ts'

/** For MSW handlers that get their bank from a function at each request: the addresses in the options, or else the default ones. */
export function addressesWithout(options: HandlerOptions): Addresses {
  return handlerOptionsFrom(options, createWorld().settings).addresses
}

export function internalsOf(bank: unknown): BankInternals {
  const internals = (bank as { [INTERNALS]?: BankInternals } | null | undefined)?.[INTERNALS]
  if (internals) return internals
  throw new UsageError(
    'Failed to find the HTTP service of a bank: this value was not made by createBank(). Pass the bank itself. (§4)',
  )
}

/** What the other folders of src/ may do with a bank, but a test may not. */
export class BankInternals {
  constructor(
    readonly shell: Shell,
    readonly sender: PushSender,
    /** Makes the HTTP service at its first use, because most banks of a server never need it. */
    private readonly service: () => HttpService,
  ) {}

  serve(options: HandlerOptions): { addresses: Addresses; answer: (request: Asking) => Promise<Response> } {
    const { addresses, only } = handlerOptionsFrom(options, this.service().addresses)
    this.sender.time.expectSleepers?.()
    return { addresses, answer: this.answerAt(addresses, createRouter(addresses, only)) }
  }

  /** The number of requests that are gone, because the bank keeps only later ones (`keep.requests`). */
  get goneRequests(): number {
    const { state, keeps } = this.shell
    return firstRequest(state.requests, keeps, state.world.now)
  }

  /** Returns the function that answers requests to these addresses. Many banks may share the router. */
  answerAt(addresses: Addresses, route: Router): (asking: Asking) => Promise<Response> {
    return answering({ shell: this.shell, sender: this.sender, addresses, route })
  }

  /** Connects a handler that gets the pushes to all addresses that have no handler. */
  connectEvery(handler: PushHandler): void {
    this.sender.connect(EVERY_ADDRESS, handler, {})
    const { connections } = this.shell.state.world.webhooks
    if (!connections.includes(EVERY_ADDRESS)) this.shell.perform('webhooks.connect', { url: EVERY_ADDRESS }, INTERNAL)
  }

  isCallback(url: string): boolean {
    return findByCallback(this.shell.state.world, new URL(url).href).length > 0
  }

  receivePush(url: string, body: unknown): void {
    try {
      this.shell.tryPerform('pushes.receive', { url: new URL(url).href, body }, INTERNAL)
    } catch (error) {
      // The handler that calls this would hide the error, so the next call of the function API throws it.
      this.shell.defect(error, true)
    }
  }
}
