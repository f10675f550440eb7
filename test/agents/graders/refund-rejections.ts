import { type App, type CreateApp, persistent, receiver, startApp } from './app.ts'
import type { Grader } from './grader.ts'

interface Payer extends App {
  deposit(customer: string, amount: number): Promise<void>
  payOut(order: object): Promise<void>
  balance(customer: string): Promise<number>
  payouts(): Promise<{ paymentId: string | null; amount: number; status: 'pending' | 'completed' | 'failed' }[]>
}

/** Two payouts of one customer. In the end the customer has what was deposited less what was paid, whatever the bank decided. */
export const refundRejections: Grader = {
  must: ['calls: createWire: done', 'steps: wire: Created → Rejected'],
  options: { deskDecisions: true },
  scenario: async (scene, createApp) => {
    const { bank } = scene
    const app = await startApp(scene, createApp as CreateApp<Payer>)
    scene.books(
      async () => {
        const known = await app.ask(({ payouts }) => payouts())
        return known.flatMap(({ paymentId, amount, status }) =>
          paymentId === null ? [] : [{ paymentId, amount, status }],
        )
      },
      { within: { hours: 6 } },
    )
    scene.eventually(async () => {
      const has = await app.ask(({ balance }) => balance('customer 17'))
      const paid = bank.wires
        .list()
        .results.filter(({ status, wasReversed }) => status === 'Completed' && !wasReversed)
        .reduce((sum, { amount }) => sum + amount, 0)
      if (has !== 50_000 - paid) throw new Error(`The customer has ${has} of 50000, and ${paid} was paid.`)
    })
    await persistent(scene, () => app.ask(({ deposit }) => deposit('customer 17', 50_000)))
    for (const [id, amount] of [
      ['ORDER 1', 20_000],
      ['ORDER 2', 5_000],
    ] as const)
      await persistent(scene, () =>
        app.ask(({ payOut }) => payOut({ id, customer: 'customer 17', amount, ...receiver })),
      )
    await scene.sleep({ hours: 2 })
  },
}
