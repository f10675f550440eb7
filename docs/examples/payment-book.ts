/**
 * A partner's book of payments, kept by the events that the bank pushes: the part that no framework matters for. It survives
 * notifications that come twice, late or in another order, since it looks each payment up and keeps what the bank says of it.
 */

export interface Notification {
  readonly id: string
  readonly eventName: string
  readonly resources: readonly string[]
}

/** What the book keeps of a payment. */
export interface Entry {
  readonly status: string
  readonly amount: number
}

/** A book over a function that looks a payment up at the bank. */
export function createPaymentBook(lookUp: (path: string) => Promise<Entry>) {
  const seen = new Set<string>()
  const entries = new Map<string, Entry>()
  return {
    entries,
    /** How many events were taken in, each counted once. */
    get taken() {
      return seen.size
    },
    async receive({ id, resources }: Notification): Promise<void> {
      if (seen.has(id)) return
      for (const path of resources) {
        const { status, amount } = await lookUp(path)
        entries.set(path, { status, amount })
      }
      // Only now: an event that could not be taken in must come again.
      seen.add(id)
    },
  }
}

export type PaymentBook = ReturnType<typeof createPaymentBook>
