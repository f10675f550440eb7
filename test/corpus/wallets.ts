/**
 * Customers' wallets: each customer gets a subledger of the partner's account, and what is wired to it is credited to the wallet.
 */
import type { BookEntry } from 'vostro/explore'
import { createClient, type Notification, retried, type Wire } from './client.ts'
import type { Environment } from './environment.ts'

export const walletBugs = ['sums floats', 'opens an account again', 'answers 200 whatever happened'] as const

interface Wallet {
  readonly customer: string
  readonly credits: Map<string, BookEntry>
  /** In units, for display. */
  total: number
}

const callbackUrl = 'https://wallets.example/bank'

export async function openWallets(environment: Environment, bug?: (typeof walletBugs)[number]) {
  const client = createClient(environment)
  const wallets = new Map<string, Wallet>()

  /** Takes a payment in, however often it is told of; false where the bank has not decided yet. */
  async function receive(path: string): Promise<boolean> {
    const { id: paymentId, accountNumber, amount, posting, status } = await client.get<Wire>(path)
    const wallet = wallets.get(accountNumber)
    if (!wallet || wallet.credits.has(paymentId)) return true
    if (posting !== 'Posted') return status === 'Rejected'
    wallet.credits.set(paymentId, { paymentId, amount, status: 'completed' })
    wallet.total += amount / 100
    return true
  }

  environment.connect(callbackUrl, async (request) => {
    const { resources } = (await request.json()) as Notification
    try {
      for (const path of resources) {
        if (!(await receive(path))) return new Response('not posted yet', { status: 503 })
      }
    } catch (error) {
      if (bug !== 'answers 200 whatever happened') throw error
    }
    return new Response('done')
  })
  environment.books(() => [...wallets.values()].flatMap(({ credits }) => [...credits.values()]))
  await client.register('Wire.Payment.Received', callbackUrl)

  return {
    /** Opens a wallet; gives the number to which a customer has money wired. */
    async open(customer: string): Promise<string> {
      const body = { masterAccountNumber: environment.accountNumber, title: customer }
      const key = bug === 'opens an account again' ? undefined : `wallet of ${customer}`
      const { accountNumber } = await retried(() =>
        client.post<{ accountNumber: string }>('core/v1/dda/subaccounts', body, key),
      )
      wallets.set(accountNumber, { customer, credits: new Map(), total: 0 })
      return accountNumber
    },
    /** The job of each day: what the bank has taken back is taken back here. */
    async review(): Promise<void> {
      for (const wallet of wallets.values()) {
        for (const credit of [...wallet.credits.values()].filter(({ status }) => status === 'completed')) {
          const { wasReversed } = await client.get<Wire>(`wires/v1/payments/${credit.paymentId}`)
          if (!wasReversed) continue
          wallet.credits.set(credit.paymentId, { ...credit, status: 'failed' })
          wallet.total -= credit.amount / 100
        }
      }
    },
    /** Minor units. */
    balanceOf(accountNumber: string): number {
      const { credits, total } = wallets.get(accountNumber) as Wallet
      if (bug === 'sums floats') return total * 100
      const standing = [...credits.values()].filter(({ status }) => status === 'completed')
      return standing.reduce((sum, { amount }) => sum + amount, 0)
    },
  }
}
