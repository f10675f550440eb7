/**
 * What the pages are told that follow a bank: one message for each time that something was done, made once for all of them. A client that
 * is slow gets everything anew instead of what it missed, so that nothing waits for it here. Without a client nothing is done at all. (§3)
 */
import type { BankInternals } from '../../bank/http/bank-internals.ts'
import { LiveTrace } from '../../bank/reports/trace/live/live-trace.ts'
import type { LiveMessage } from '../../bank/reports/trace/trace-data.ts'

interface Client {
  readonly controller: ReadableStreamDefaultController<Uint8Array>
  /** The number of the last message that it got. */
  got: number
  /** Whether it has taken all that it got. */
  isReady: boolean
}

/** How a bank is followed. */
export interface Following {
  /** Runs something a little later, when what is done at once is done. */
  readonly soon: (run: () => void) => void
  /** So many steps are kept. */
  readonly steps: number
}

export class TraceFeed {
  readonly #clients = new Set<Client>()
  #live: LiveTrace | undefined
  #number = 0
  /** The last message, where it goes on from the one before. */
  #more: Uint8Array | undefined
  #whole: Uint8Array | undefined
  #isPlanned = false
  #isOther = false

  constructor(
    private readonly bank: BankInternals,
    private readonly following: Following,
  ) {}

  /** A stream of events: everything first, and then what is new. */
  open(): ReadableStream<Uint8Array> {
    this.#begin()
    let client: Client
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        client = { controller, got: -1, isReady: false }
        this.#clients.add(client)
      },
      pull: () => this.#take(client),
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

  #begin(): void {
    if (this.#live) return
    const live = new LiveTrace(this.bank, { steps: this.following.steps })
    this.#live = live
    this.#remember(undefined)
    this.bank.follow({
      changed: () => {
        live.noticed()
        this.#plan()
      },
      replaced: () => {
        this.#isOther = true
        this.#plan()
      },
    })
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.following.soon(() => {
      this.#isPlanned = false
      this.#tell()
    })
  }

  #tell(): void {
    const live = this.#live
    if (!live) return
    try {
      const message = this.#isOther ? begunAnew(live) : live.update()
      this.#isOther = false
      if (message === undefined) return
      this.#remember(message)
    } catch {
      // Whatever is wrong with this trace, a page that comes back begins a new one; the bank goes on, and its own calls tell of defects.
      this.close()
      return
    }
    for (const client of this.#clients) if (client.isReady) this.#take(client)
  }

  #remember(message: LiveMessage | undefined): void {
    this.#number += 1
    this.#more = message?.kind === 'more' ? eventOf(message) : undefined
    this.#whole = undefined
  }

  #take(client: Client): void {
    const live = this.#live
    client.isReady = client.got === this.#number
    if (client.isReady || !live) return
    const isNext = client.got === this.#number - 1
    client.got = this.#number
    const more = isNext ? this.#more : undefined
    this.#whole ??= more ? undefined : eventOf(live.whole())
    client.controller.enqueue((more ?? this.#whole) as Uint8Array)
  }

  #leave(client: Client): void {
    this.#clients.delete(client)
    if (this.#clients.size > 0) return
    this.bank.follow(undefined)
    this.#live = undefined
    this.#whole = undefined
    this.#more = undefined
  }
}

function begunAnew(live: LiveTrace): LiveMessage {
  live.begin()
  return live.whole()
}

function eventOf(message: LiveMessage): Uint8Array {
  return new TextEncoder().encode(`data: ${JSON.stringify(message)}\n\n`)
}
