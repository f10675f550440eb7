/**
 * The messages to the pages that follow a bank: the whole trace, made once for all of them, as often as the server's `soon` allows and
 * only where something has changed. A slow client gets the newest message when it reads again. Without a client nothing is done. (§3)
 */
import { LiveTrace } from '../../bank/reports/trace/live-trace.ts'
import type { Shell } from '../../bank/shell/state/shell.ts'

interface Client {
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  /** The last message that it got. */
  got: Uint8Array | undefined
  /** Whether it has taken all that it got. */
  isReady: boolean
}

export interface Following {
  /** Runs something a little later: the changes until then go into one message. */
  readonly soon: (run: () => void) => void
  /** The number of entries, and of requests, that a message shows. */
  readonly most: number
}

export class TraceFeed {
  readonly #clients = new Set<Client>()
  #live: LiveTrace | undefined
  #newest: Uint8Array | undefined
  #isPlanned = false
  #unobserve = () => {}

  constructor(
    private readonly bank: Shell,
    private readonly following: Following,
  ) {}

  /** A stream of events: the trace as it is, and again after changes. */
  open(): ReadableStream<Uint8Array> {
    if (!this.#live) this.#follow()
    let client: Client
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        client = { controller, got: undefined, isReady: false }
        this.#clients.add(client)
      },
      pull: () => this.#send(client),
      cancel: () => this.#leave(client),
    })
  }

  /** Ends all streams. */
  close(): void {
    for (const client of this.#clients) {
      this.#leave(client)
      client.controller.close()
    }
  }

  #follow(): void {
    this.#live = new LiveTrace(this.bank, this.following.most)
    const changed = () => {
      this.#live?.noticed()
      this.#plan()
    }
    this.#unobserve = this.bank.observe({
      journaled: changed,
      answered: changed,
      replaced: () => {
        this.#live = new LiveTrace(this.bank, this.following.most)
        this.#plan()
      },
    })
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.following.soon(() => {
      this.#isPlanned = false
      this.#newest = undefined
      for (const client of this.#clients) if (client.isReady) this.#send(client)
    })
  }

  #send(client: Client): void {
    if (!this.#live) return
    try {
      this.#newest ??= eventOf(this.#live)
    } catch {
      // A page that connects again begins a new trace; the bank goes on, and its own calls report the defect.
      this.close()
      return
    }
    client.isReady = client.got === this.#newest
    if (client.isReady) return
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

function eventOf(live: LiveTrace): Uint8Array {
  return new TextEncoder().encode(`data: ${JSON.stringify(live.whole())}\n\n`)
}
