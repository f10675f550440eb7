/** Starts the service in a test, with the test's bank and a fresh database. */
import type { Bank } from 'vostro'
import { Database } from './database.ts'
import { Payments, schema } from './payments.ts'
import { startService } from './service.ts'

const callbackUrl = 'https://partner.example/hooks'

export async function serviceAt(bank: Bank) {
  const database = new Database()
  database.create(schema)
  const { accountNumber } = bank.masterAccount
  const { app, pay, sendQueued } = await startService({
    bank: { ...bank.urls, ...bank.partner, partnerId: bank.partner.id, accountNumber, fetch },
    database,
    callbackUrl,
    log: () => {},
  })
  bank.webhooks.connect(callbackUrl, app.fetch)

  const payments = new Payments(database)
  const stateOf = async (id: string) => (await payments.all()).find((payment) => payment.id === id)?.state
  return { pay, sendQueued, stateOf, receive: app.fetch, inJournal: () => payments.inJournal() }
}
