import { type App, type CreateApp, persistent, receiver, startApp } from './app.ts'
import type { Grader } from './grader.ts'

interface Payer extends App {
  pay(invoice: object): Promise<void>
  payments(): Promise<{ paymentId: string | null; amount: number; status: 'pending' | 'completed' | 'failed' }[]>
}

/** Two invoices, each asked for until it is taken. In the end each is paid once, and the solution knows how it ended. */
export const payInvoices: Grader = {
  must: ['calls: createWire: done', 'steps: wire: Pending → Completed'],
  options: { deskDecisions: true },
  scenario: async (scene, createApp) => {
    const app = await startApp(scene, createApp as CreateApp<Payer>)
    scene.books(
      async () => {
        const known = await app.ask(({ payments }) => payments())
        return known.flatMap(({ paymentId, amount, status }) =>
          paymentId === null ? [] : [{ paymentId, amount, status }],
        )
      },
      { within: { hours: 6 } },
    )
    scene.eventually(async () => {
      const known = await app.ask(({ payments }) => payments())
      if (known.length !== 2) throw new Error(`${known.length} of 2 invoices are known.`)
      const open = known.filter(({ status }) => status === 'pending')
      if (open.length > 0) throw new Error(`${open.length} invoices are pending for good.`)
    })
    for (const [id, amount] of [
      ['INVOICE 1', 10_000],
      ['INVOICE 2', 2_500],
    ] as const)
      await persistent(scene, () => app.ask(({ pay }) => pay({ id, amount, ...receiver })))
    await scene.sleep({ hours: 2 })
  },
}
