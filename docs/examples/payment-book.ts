/**
 * A partner's book of payments, for a receiver in any framework. It survives notifications that come twice, late or in another
 * order, because it looks up each payment that a notification names, and stores what the bank answers.
 */

export interface Notification {
  readonly id: string
  readonly eventName: string
  readonly resources: readonly string[]
}

/** The book's record of a payment. */
export interface Entry {
  readonly status: string
  readonly amount: number
}

/** Creates a book; `lookUp` reads a payment at the bank by its path. */
export function createPaymentBook(lookUp: (path: string) => Promise<Entry>) {
  const seen = new Set<string>()
  const entries = new Map<string, Entry>()
  return {
    entries,
    /** The number of processed events, each counted once. */
    get taken() {
      return seen.size
    },
    async receive({ id, resources }: Notification): Promise<void> {
      if (seen.has(id)) return
      for (const path of resources) {
        const { status, amount } = await lookUp(path)
        entries.set(path, { status, amount })
      }
      // Mark the event only after its work is done: if the work fails, the event must come again.
      seen.add(id)
    },
  }
}

export type PaymentBook = ReturnType<typeof createPaymentBook>
