/**
 * An event-sourced ledger of income: each notification becomes facts in a stream, and everything that is shown is folded from the
 * stream. What cannot be read yet is not acknowledged, so the bank brings it again.
 */
import type { BookEntry } from 'vostro/explore'
import { createClient, type Notification, type Wire } from './client.ts'
import type { Environment } from './environment.ts'

export const ledgerBugs = ['does not deduplicate', 'last write wins', 'reads only the first resource'] as const

interface Fact {
  readonly what: 'credited' | 'returned'
  readonly paymentId: string
  readonly amount: number
  /** When the bank received it. */
  readonly at: string
  /** The event that brought it. */
  readonly cause: string
}

const callbackUrl = 'https://ledger.example/bank'

export async function openLedger(environment: Environment, bug?: (typeof ledgerBugs)[number]) {
  const client = createClient(environment)
  const stream: Fact[] = []
  const known = new Set<string>()

  /** The facts that an event brings; undefined where the bank has not decided yet. */
  async function factsOf({ id: cause, resources }: Notification): Promise<Fact[] | undefined> {
    const facts: Fact[] = []
    for (const path of bug === 'reads only the first resource' ? resources.slice(0, 1) : resources) {
      const { id: paymentId, amount, createdAt: at, posting, status } = await client.get<Wire>(path)
      if (posting !== 'Posted' && status !== 'Rejected') return undefined
      facts.push({ what: status === 'Rejected' ? 'returned' : 'credited', paymentId, amount, at, cause })
    }
    return facts
  }

  async function takeIn(notification: Notification): Promise<boolean> {
    const facts = await factsOf(notification)
    if (!facts) return false
    // The bank may have sent it again meanwhile.
    if (known.has(notification.id) && bug !== 'does not deduplicate') return true
    stream.push(...facts)
    known.add(notification.id)
    return true
  }

  environment.connect(callbackUrl, async (request) => {
    const notification = (await request.json()) as Notification
    if (known.has(notification.id) && bug !== 'does not deduplicate') return new Response('known')
    const isTaken = await takeIn(notification)
    return new Response(isTaken ? 'taken' : 'not posted yet', { status: isTaken ? 200 : 503 })
  })
  environment.books(() =>
    stream.map(
      ({ what, paymentId, amount }): BookEntry => ({
        paymentId,
        amount,
        status: what === 'credited' ? 'completed' : 'failed',
      }),
    ),
  )
  await client.register('Wire.Payment.Received', callbackUrl)

  return {
    /** The amount of the latest payment that came in. */
    latest(): number | undefined {
      const [first, ...others] = stream.filter(({ what }) => what === 'credited')
      return others.reduce(
        (latest, fact) => (bug === 'last write wins' || !latest || fact.at > latest.at ? fact : latest),
        first,
      )?.amount
    },
  }
}
