/**
 * The port of a bank: how the other folders of src/ reach it. They put layers around it, listen to its facts, read its state, perform
 * operations, and drive its time. A test has none of this. The shell behind it is known to the bank alone.
 */
import type { Addresses } from '../contract/endpoint.ts'
import type { OperationInput, OperationName } from '../contract/operations.ts'
import { UsageError } from '../core/errors.ts'
import type { Instant } from '../core/kernel/time/instant.ts'
import { INTERNAL } from '../core/turn.ts'
import { findRegistrationsByCallback } from '../core/webhooks/find-registration.ts'
import { EVERY_ADDRESS } from '../core/webhooks/outbox.ts'
import type { World } from '../core/world.ts'
import { requestHandler, serviceOf } from './http/answer.ts'
import { createRouter, type Router } from './http/route.ts'
import type { HttpService } from './http/stage.ts'
import type { PushSender } from './shell/pushes/push-sender.ts'
import type { PushHandler } from './shell/pushes/receiver.ts'
import type { TimeDriver } from './shell/pushes/time-driver.ts'
import { staleWorld } from './shell/state/injected-faults.ts'
import { INTERNALS } from './shell/state/is-bank.ts'
import type { Asking, Layer, Listener } from './shell/state/layer.ts'
import { createWorld, type HandlerOptions, handlerOptionsFrom } from './shell/state/options.ts'
import type { Shell } from './shell/state/shell.ts'
import type { State } from './shell/state/state.ts'

/** For MSW handlers that get their bank from a function at each request: the addresses in the options, or else the default ones. */
export function addressesWithout(options: HandlerOptions): Addresses {
  return handlerOptionsFrom(options, createWorld().settings).addresses
}

export function portOf(bank: unknown): Port {
  const port = (bank as { [INTERNALS]?: Port } | null | undefined)?.[INTERNALS]
  if (port) return port
  throw new UsageError(
    'Failed to find the HTTP service of a bank: this value was not made by createBank(). Pass the bank itself. (§4)',
  )
}

export class Port {
  readonly #shell: Shell
  readonly #sender: PushSender
  /** Made at its first use, because most banks of a server never need it. */
  #service: HttpService | undefined

  constructor(shell: Shell, sender: PushSender) {
    this.#shell = shell
    this.#sender = sender
  }

  /** Puts a layer inside all earlier ones. Returns a function that takes it away. */
  use(layer: Layer): () => void {
    return this.#shell.layers.use(layer)
  }

  /** Tells a listener each fact from now on, in order. Returns a function that ends this. */
  subscribe(listener: Listener): () => void {
    return this.#shell.subscribe(listener)
  }

  /** The present state. Each change of the bank replaces this value. */
  get state(): State {
    return this.#shell.state
  }

  get world(): World {
    return this.#shell.state.world
  }

  /** The older world that a stale read shows; the present one if a read cannot be stale now. */
  get staleWorld(): World {
    return staleWorld(this.#shell)
  }

  /** From now on, the bank keeps only so many of the newest facts of each kind; undefined: all. */
  set keep(count: number | undefined) {
    this.#shell.keep = count
  }

  /** Performs an operation of the bank itself. A refusal is thrown. */
  perform<Name extends OperationName>(name: Name, input: OperationInput<Name>): void {
    this.#shell.perform(name, input, INTERNAL)
  }

  get service(): HttpService {
    this.#service ??= serviceOf(this.#shell, this.#sender)
    return this.#service
  }

  serve(options: HandlerOptions): { addresses: Addresses; answer: (asking: Asking) => Promise<Response> } {
    const { addresses, only } = handlerOptionsFrom(options, this.service.addresses)
    this.#sender.time.expectSleepers?.()
    return { addresses, answer: this.handlerFor(addresses, createRouter(addresses, only)) }
  }

  /** Returns the function that answers requests to these addresses. Many banks may share the router. */
  handlerFor(addresses: Addresses, route: Router): (asking: Asking) => Promise<Response> {
    return requestHandler({ shell: this.#shell, sender: this.#sender, addresses, route })
  }

  /** How the bank waits for handlers and sleepers; undefined for the way in which only the test moves the clock. */
  set time(driver: TimeDriver | undefined) {
    this.#sender.time = driver ?? this.#sender.manualTime
  }

  /** Goes to an instant, as a call that the partner's code awaits. */
  goTo(instant: Instant): Promise<void> {
    return this.#sender.waits.whileWaiting('bank.clock.advanceAsync()', () => this.#sender.goThrough(instant))
  }

  /** Sends the pushes that are due. */
  sendDue(): Promise<void> {
    return this.#sender.settleDue()
  }

  get isEndless(): boolean {
    return this.#sender.waits.isEndless
  }

  /** Connects a handler that gets the pushes to all addresses that have no handler. */
  connectEvery(handler: PushHandler): void {
    this.#sender.connect(EVERY_ADDRESS, handler, {})
    if (!this.world.webhooks.connections.includes(EVERY_ADDRESS))
      this.perform('webhooks.connect', { url: EVERY_ADDRESS })
  }

  isSending(url: string): boolean {
    return this.#sender.isSending(url)
  }

  isCallback(url: string): boolean {
    return findRegistrationsByCallback(this.world, new URL(url).href).length > 0
  }

  receivePush(url: string, body: unknown): void {
    try {
      this.#shell.tryPerform('pushes.receive', { url: new URL(url).href, body }, INTERNAL)
    } catch (error) {
      // The handler that calls this would hide the error, so the next call of the function API throws it.
      this.#shell.defect(error, true)
    }
  }
}
