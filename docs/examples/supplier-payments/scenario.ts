/** The service pays two invoices: each is paid and booked once, or fails. */
import type { Scenario } from 'vostro/explore'
import { Database } from './database.ts'
import { Payments, schema } from './payments.ts'
import { startService } from './service.ts'

const callbackUrl = 'https://partner.example/hooks'
const database = new Database() // it outlives the process
const payments = new Payments(database)

const isFinal = (state: string) => state === 'completed' || state === 'failed'

export const scenario: Scenario = async (scene) => {
  const { bank, process, books, eventually, sleep } = scene
  const { accountNumber } = bank.masterAccount
  const { id: partnerId, ...credentials } = bank.partner
  const access = { ...bank.urls, ...credentials, partnerId, accountNumber }
  database.create(schema)

  const service = await process(async ({ fetch, store, connect, every }) => {
    const { app, pay, sendQueued } = await startService({
      bank: { ...access, fetch },
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
      const status = isFinal(state) ? state : 'pending'
      return [{ paymentId: bankId, amount, status }]
    })
  })
  eventually(async () => {
    for (const { id, state } of await payments.all()) {
      if (!isFinal(state)) throw new Error(`${id} is ${state} for good.`)
    }
    const wires = bank.wires.list({ pageSize: 50 }).results
    const completed = wires.filter(({ status }) => status === 'Completed')
    const paid = completed.reduce((sum, { amount }) => sum + amount, 0)
    const booked = await payments.inJournal()
    if (booked !== paid)
      throw new Error(
        `The journal has ${booked} as paid, but the bank has paid ${paid}.`,
      )
  })

  // A user who sees an error tries again after five minutes.
  const invoices = { 'INVOICE 1': 10_000, 'INVOICE 2': 2_500 }
  for (const [id, amount] of Object.entries(invoices)) {
    const order = () => service.ask(({ pay }) => pay(id, amount))
    await order().catch(() => sleep({ minutes: 5 }).then(order))
  }
  await sleep({ minutes: 70 })
}
