/**
 * A queue worker: the receiver only writes a job down, and a worker does the jobs, one by one, until none is left. A job that fails
 * stays in the queue for the next time that the worker is woken: by the next notification, or by the clock.
 */
import type { BookEntry } from 'vostro/explore'
import { createClient, type Notification, retried, type Wire } from './client.ts'
import { type Environment, wireTo } from './environment.ts'

export const queueBugs = [
  'assumes that Sent comes after the answer',
  'takes a job out before it is done',
  'buries a job after one failure',
  'pairs notifications with payments by position',
] as const

interface Job {
  readonly eventId: string
  readonly path: string
}

const callbackUrl = 'https://queue.example/bank'

export async function startWorker(environment: Environment, bug?: (typeof queueBugs)[number]) {
  const client = createClient(environment)
  const payments = new Map<string, BookEntry>()
  const enqueued = new Set<string>()
  let queue: readonly Job[] = []
  let isWorking = false

  /** Whether the job is done. */
  async function perform({ path }: Job): Promise<boolean> {
    const wire = await client.get<Wire>(path)
    // It may be faster than the answer that tells us its id.
    if (!payments.has(wire.id)) return bug === 'assumes that Sent comes after the answer'
    if (wire.status !== 'Completed' && wire.status !== 'Rejected') return false
    const oldest = [...payments.values()].find(({ status }) => status === 'pending')
    const paymentId = bug === 'pairs notifications with payments by position' && oldest ? oldest.paymentId : wire.id
    const status = wire.status === 'Completed' ? 'completed' : 'failed'
    payments.set(paymentId, { paymentId, amount: wire.amount, status })
    return true
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (const job of queue) {
      const remove = () => {
        queue = queue.filter((other) => other !== job)
      }
      if (bug === 'takes a job out before it is done') remove()
      const isDone = await perform(job).catch(() => bug === 'buries a job after one failure')
      if (isDone) remove()
    }
    isWorking = false
  }

  environment.connect(callbackUrl, async (request) => {
    const { id, resources } = (await request.json()) as Notification
    if (!enqueued.has(id)) queue = [...queue, ...resources.map((path) => ({ eventId: id, path }))]
    enqueued.add(id)
    await work()
    return new Response('enqueued')
  })
  environment.books(async () => {
    await work()
    return payments.values()
  })
  await client.register('Wire.Payment.Sent', callbackUrl)
  await client.register('Wire.Payment.Rejected', callbackUrl)

  return {
    work,
    async pay(reference: string, amount: number): Promise<void> {
      const body = wireTo(environment.accountNumber, amount, reference)
      const { id: paymentId } = await retried(() => client.post<Wire>('wires/v1/payments', body, reference))
      payments.set(paymentId, { paymentId, amount, status: 'pending' })
    },
  }
}
