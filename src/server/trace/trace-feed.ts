/**
 * Sends the trace of a bank to the pages that follow it. Each message is the whole trace, made after a change, but no more often than the
 * server's `soon` allows. All pages get the same messages, but a slow page skips some and gets only the newest. (§3)
 */

import type { Port } from '../../bank/port.ts'
import { LiveTrace } from '../../bank/reports/trace/live-trace.ts'

interface Client {
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  got: Uint8Array | undefined
}

/** How many entries of the journal, and how many requests, a message has at most. */
const MOST = 1_000

export class TraceFeed {
  readonly #clients = new Set<Client>()
  #live: LiveTrace | undefined
  #newest: Uint8Array | undefined
  #isPlanned = false
  #unobserve = () => {}

  /** @param soon - runs a function a little later: all changes until then go into one message */
  constructor(
    private readonly bank: Port,
    private readonly soon: (run: () => void) => void,
    private readonly title: string,
    private readonly most = MOST,
  ) {}

  /** Sends the present trace, and a new one after changes. */
  open(): ReadableStream<Uint8Array> {
    if (!this.#live) this.#follow()
    let client: Client
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        client = { controller, got: undefined }
        this.#clients.add(client)
      },
      pull: () => this.#send(client),
      cancel: () => this.#leave(client),
    })
  }

  close(): void {
    for (const client of this.#clients) {
      this.#leave(client)
      client.controller.close()
    }
  }

  #follow(): void {
    this.#live = new LiveTrace(this.bank, this.title, this.most)
    this.#unobserve = this.bank.subscribe((fact) => {
      if (fact.what === 'replacement') this.#live = new LiveTrace(this.bank, this.title, this.most)
      else this.#live?.noticed()
      this.#plan()
    })
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.soon(() => {
      this.#isPlanned = false
      this.#newest = undefined
      for (const client of this.#clients) this.#send(client)
    })
  }

  #send(client: Client): void {
    // A client that has not read the last message gets the newest one when it reads again.
    if (!this.#live || !client.controller.desiredSize) return
    try {
      this.#newest ??= new TextEncoder().encode(`data: ${JSON.stringify(this.#live.whole())}\n\n`)
    } catch {
      // If a trace cannot be made, the bank has a defect, which its own calls report. The pages connect again, and get a new trace.
      this.close()
      return
    }
    if (client.got === this.#newest) return
    client.got = this.#newest
    client.controller.enqueue(this.#newest)
  }

  #leave(client: Client): void {
    this.#clients.delete(client)
    if (this.#clients.size > 0) return
    this.#unobserve()
    this.#live = undefined
    this.#newest = undefined
  }
}
