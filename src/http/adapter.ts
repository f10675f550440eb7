/** The edge of a bank for adapters: what the MSW handlers need of it, found again in the bank that a test passes to them. */

import type { Addresses } from '../contract/endpoint.ts'
import { UsageError } from '../core/errors.ts'
import { findByCallback } from '../core/webhooks/find-registration.ts'
import { createWorld, type HandlerOptions, handlerOptionsFrom } from '../shell/options.ts'
import type { Delivery } from '../shell/push-sender.ts'
import type { Shell } from '../shell/shell.ts'
import { answer, type Edge } from './answer.ts'
import { createRouter } from './route.ts'

/** What the MSW handlers need of a bank. */
export interface BankEdge {
  /** The addresses that these options mean, and what answers requests there. */
  serve(options: HandlerOptions): { addresses: Addresses; answer: (request: Request) => Promise<Response> }
  /** Lets somebody choose among the pushes that wait. */
  steer: Delivery['steer']
  /** Tells somebody of each change, as soon as it is made. */
  watch(told: () => void): void
  /** Whether a webhook is registered for an address. */
  isCallback(url: string): boolean
  /** Whether the bank itself is pushing to an address now. */
  isDelivering(url: string): boolean
  /** Records a push that came to a registered address. */
  receivePush(url: string, body: unknown): void
}

// A registered symbol, so that a bank of the CommonJS form works with handlers of the ESM form.
const EDGE = Symbol.for('vostro.edge')

/** The addresses that handlers have before a bank is found: those of the options, or else those of a bank without options. */
export function addressesWithout(options: HandlerOptions): Addresses {
  return handlerOptionsFrom(options, createWorld().settings).addresses
}

/** The edge of a bank, for adapters. */
export function edgeOf(bank: unknown): BankEdge {
  const edge = (bank as { [EDGE]?: BankEdge } | null | undefined)?.[EDGE]
  if (edge) return edge
  throw new UsageError(
    'Failed to find the HTTP edge of a bank: this value was not made by createBank(). Pass the bank itself. (§4)',
  )
}

/** The origin of the page in which a test runs: a browser's, or that of jsdom or happy-dom; undefined in plain Node. */
function pageOrigin(): string | undefined {
  const { document, location } = globalThis as { document?: object; location?: { origin: string } }
  return document === undefined ? undefined : location?.origin
}

/** The bank, with its edge behind it. */
export function withEdge<Bank extends object>(bank: Bank, shell: Shell, delivery: Delivery, own: Edge): Bank {
  const edge: BankEdge = {
    serve: (options) => {
      const { addresses, only } = handlerOptionsFrom(options, own.addresses)
      const edge = { ...own, addresses, route: createRouter(addresses, only) }
      return { addresses, answer: (request) => answer(edge, request, pageOrigin()) }
    },
    steer: delivery.steer,
    watch: shell.watch,
    isCallback: (url) => findByCallback(shell.state.world, new URL(url).href).length > 0,
    isDelivering: (url) => delivery.isDelivering(new URL(url).href),
    receivePush: (url, body) => {
      try {
        shell.attempt('pushes.receive', { url: new URL(url).href, body }, { kind: 'internal' })
      } catch (error) {
        // Inside a handler nobody would see it: the next call of the function API throws it.
        shell.defect(error, true)
      }
    },
  }
  return Object.defineProperty(bank, EDGE, { value: edge })
}
