/**
 * A repository with optimistic versions: whoever saves a record must have read its latest version, else there is a conflict, and
 * the change is made again on what is there now.
 */
import type { BookEntry } from 'vostro/explore'
import { AnswerError, createClient, type Notification, retried, type Wire } from './client.ts'
import { type Environment, wireTo } from './environment.ts'

export const repositoryBugs = [
  'writes back what it read before the call',
  'repeats the payment on a conflict',
  'takes one key for all payments',
  'fails at its own registration',
] as const

interface Invoice {
  readonly reference: string
  readonly version: number
  readonly amount: number
  readonly status: BookEntry['status']
  readonly paymentId?: string
}

class ConflictError extends Error {}

function createRepository() {
  const invoices = new Map<string, Invoice>()
  return {
    all: () => [...invoices.values()],
    find: (reference: string) => invoices.get(reference),
    save(invoice: Invoice): void {
      const { version = 0 } = invoices.get(invoice.reference) ?? {}
      if (version !== invoice.version) throw new ConflictError(`${invoice.reference} has version ${version}`)
      invoices.set(invoice.reference, { ...invoice, version: version + 1 })
    },
    overwrite: (invoice: Invoice) => void invoices.set(invoice.reference, invoice),
  }
}

const callbackUrl = 'https://invoices.example/bank'

export async function openInvoices(environment: Environment, bug?: (typeof repositoryBugs)[number]) {
  const client = createClient(environment)
  const repository = createRepository()

  /** Reads, changes and saves, until nobody came between. */
  function update(reference: string, change: Partial<Invoice>): void {
    const invoice = repository.find(reference)
    if (!invoice) return
    try {
      repository.save({ ...invoice, ...change })
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      update(reference, change)
    }
  }

  environment.connect(callbackUrl, async (request) => {
    const { resources } = (await request.json()) as Notification
    for (const path of resources) {
      const { id: paymentId, beneficiaryReference = '', status } = await retried(() => client.get<Wire>(path))
      if (status === 'Completed') update(beneficiaryReference, { paymentId, status: 'completed' })
      else if (status === 'Rejected') update(beneficiaryReference, { paymentId, status: 'failed' })
      else return new Response('not yet', { status: 503 })
    }
    return new Response('taken')
  })
  environment.books(() =>
    repository
      .all()
      .flatMap(({ paymentId, amount, status }) => (paymentId === undefined ? [] : { paymentId, amount, status })),
  )
  const { partnerId } = environment
  for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
    const registration = { partnerId, eventName, registrationType: 'Push', callbackUrl }
    await retried(() =>
      client.post('webhooks/v1/registrations', registration).catch((error: unknown) => {
        const isRegistered = error instanceof AnswerError && error.status === 409
        if (!isRegistered || bug === 'fails at its own registration') throw error
      }),
    )
  }

  async function originate(invoice: Invoice, key: string): Promise<void> {
    const body = wireTo(environment.accountNumber, invoice.amount, invoice.reference)
    const { id: paymentId } = await retried(() => client.post<Wire>('wires/v1/payments', body, key))
    if (bug === 'writes back what it read before the call') repository.overwrite({ ...invoice, paymentId })
    else if (bug === 'repeats the payment on a conflict') repository.save({ ...invoice, paymentId })
    else update(invoice.reference, { paymentId })
  }

  return {
    async pay(reference: string, amount: number): Promise<void> {
      repository.save({ reference, version: 0, amount, status: 'pending' })
      const read = () => repository.find(reference) as Invoice
      try {
        await originate(read(), bug === 'takes one key for all payments' ? 'invoices of today' : reference)
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error
        await originate(read(), `${reference} again`)
      }
    },
  }
}
