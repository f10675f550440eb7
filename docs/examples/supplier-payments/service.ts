/** The service: it pays suppliers by wire. */
import { Cron } from 'croner'
import { type BankSettings, createBankClient } from './bank-client.ts'
import type { Database } from './database.ts'
import { Payments } from './payments.ts'
import { createReceiver } from './receiver.ts'
import { createWorker } from './worker.ts'

export interface ServiceSettings {
  readonly bank: BankSettings
  readonly database: Database
  readonly callbackUrl: string
  readonly log: (error: unknown) => void
}

export async function startService({ bank: settings, database, callbackUrl, log }: ServiceSettings) {
  const bank = createBankClient(settings)
  const payments = new Payments(database)
  const worker = createWorker(bank, payments)
  let isSubscribed = false

  async function subscribe(): Promise<void> {
    if (!isSubscribed) await bank.subscribe('Wire.Payment.Sent', callbackUrl)
    isSubscribed = true
  }

  /** Stores an order, and sends its payment in the background. */
  async function pay(id: string, amount: number): Promise<void> {
    await payments.add(id, amount)
    worker.sendQueued().catch(log)
  }

  await subscribe().catch(log)
  new Cron('30 * * * *', { protect: true, catch: log }, async () => {
    await subscribe()
    await worker.askAboutOpen()
  })
  return { app: createReceiver(worker, log), pay, sendQueued: worker.sendQueued }
}
