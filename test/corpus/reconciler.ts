/**
 * A polling reconciler: no webhooks; every forty minutes it goes through the bank's list of payments, page by page, and brings its
 * own book up to date. A round that fails is made again at the next one.
 */
import type { BookEntry } from 'vostro/explore'
import { AnswerError, createClient, retried, type Wire } from './client.ts'
import { type Environment, wireTo } from './environment.ts'

export const reconcilerBugs = [
  'treats Hold as failed',
  'loses its patience',
  'takes an error for the end of a payment',
  'takes an unreadable list for an empty one',
  'moves its mark before the page is read',
] as const

interface Page {
  readonly results: readonly Wire[]
  readonly hasNextPage: boolean
}

interface Position {
  readonly paymentId: string
  readonly amount: number
  status: BookEntry['status']
  rounds: number
}

export function createReconciler(environment: Environment, bug?: (typeof reconcilerBugs)[number]) {
  const client = createClient(environment)
  const book = new Map<string, Position>()
  /** The first page on which something is still open. */
  let mark = 1

  async function readPage(pageNumber: number): Promise<Page> {
    try {
      return await client.get<Page>(`wires/v1/payments?pageNumber=${pageNumber}&pageSize=1`)
    } catch (error) {
      if (bug === 'takes an error for the end of a payment' && error instanceof AnswerError)
        giveUp([...book.values()][pageNumber - 1])
      if (bug === 'takes an unreadable list for an empty one' && error instanceof SyntaxError) {
        // An empty list: the bank knows none of them.
        for (const position of book.values()) giveUp(position)
        return { results: [], hasNextPage: false }
      }
      throw error
    }
  }

  /** No page, no payment. */
  function giveUp(position: Position | undefined): void {
    if (position?.status === 'pending') position.status = 'failed'
  }

  function bringUpToDate({ id, status }: Wire): void {
    const position = book.get(id)
    if (position?.status !== 'pending') return
    const isRefused = ['Rejected', 'Canceled', ...(bug === 'treats Hold as failed' ? ['Hold'] : [])].includes(status)
    position.rounds++
    if (status === 'Completed') position.status = 'completed'
    else if (isRefused || (bug === 'loses its patience' && position.rounds === 2)) position.status = 'failed'
  }

  async function round(): Promise<void> {
    for (let pageNumber = mark; ; pageNumber++) {
      if (bug === 'moves its mark before the page is read' && pageNumber === mark) mark++
      const { results, hasNextPage } = await readPage(pageNumber)
      results.forEach(bringUpToDate)
      const isOpen = results.some(({ id }) => book.get(id)?.status === 'pending')
      if (isOpen) mark = Math.min(mark, pageNumber)
      else if (hasNextPage && mark === pageNumber) mark++
      if (!hasNextPage) break
    }
  }

  const reconcile = () => round().catch(() => {})
  environment.books(async () => {
    await reconcile()
    return book.values()
  })
  return {
    reconcile,
    async pay(reference: string, amount: number): Promise<void> {
      const body = wireTo(environment.accountNumber, amount, reference)
      const { id: paymentId } = await retried(() => client.post<Wire>('wires/v1/payments', body, reference))
      book.set(paymentId, { paymentId, amount, status: 'pending', rounds: 0 })
    },
  }
}
