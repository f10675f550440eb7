/** A scenario for `explore`: the service pays two invoices, and in the end each must be paid and booked, or must have failed. */
import type { Scenario } from 'vostro/explore'
import { Database } from './database.ts'
import { Payments, schema } from './payments.ts'
import { startService } from './service.ts'

const callbackUrl = 'https://partner.example/hooks'
const database = new Database() // it outlives the process
const payments = new Payments(database)

export const scenario: Scenario = async ({ bank, process, books, eventually, sleep }) => {
  const { accountNumber } = bank.masterAccount
  database.create(schema)

  const service = await process(async ({ fetch, store, connect, every }) => {
    const { app, pay, sendQueued } = await startService({
      bank: { ...bank.urls, ...bank.partner, partnerId: bank.partner.id, accountNumber, fetch },
      database: store(database),
      callbackUrl,
      log: () => {},
    })
    connect(callbackUrl, app.fetch)
    every({ minutes: 5 }, sendQueued)
    return { pay }
  })

  books(async () => {
    const known = await payments.all()
    return known.flatMap(({ bankId, amount, state }) => {
      if (bankId === null) return []
      return [{ paymentId: bankId, amount, status: state === 'completed' || state === 'failed' ? state : 'pending' }]
    })
  })
  eventually(async () => {
    for (const { id, state } of await payments.all()) {
      if (state !== 'completed' && state !== 'failed') throw new Error(`${id} is ${state} for good.`)
    }
    const completed = bank.wires.list().results.filter(({ status }) => status === 'Completed')
    const paid = completed.reduce((sum, { amount }) => sum + amount, 0)
    const booked = await payments.inJournal()
    if (booked !== paid) throw new Error(`The journal has ${booked} as paid, but the bank has paid ${paid}.`)
  })

  // A user who sees an error tries again after five minutes.
  const order = (id: string, amount: number) => service.ask(({ pay }) => pay(id, amount))
  await order('INVOICE 1', 10_000).catch(() => sleep({ minutes: 5 }).then(() => order('INVOICE 1', 10_000)))
  await order('INVOICE 2', 2_500).catch(() => sleep({ minutes: 5 }).then(() => order('INVOICE 2', 2_500)))
  await sleep({ minutes: 70 })
}
