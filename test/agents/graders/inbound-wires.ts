import { type App, type CreateApp, startApp } from './app.ts'
import type { Grader } from './grader.ts'

interface Taker extends App {
  credits(): Promise<{ paymentId: string; amount: number }[]>
}

/** Two customers pay. Each payment is credited once, soon after its money is there, and not before. */
export const inboundWires: Grader = {
  must: ['calls: registerWebhook: done', 'calls: getWire: done', 'events: Wire.Payment.Received: delivered'],
  options: { deskDecisions: true },
  scenario: async (scene, createApp) => {
    const { bank } = scene
    const app = await startApp(scene, createApp as CreateApp<Taker>)
    const credits = () => app.ask((taker) => taker.credits())
    scene.books(async () => (await credits()).map((credit) => ({ ...credit, status: 'completed' as const })), {
      within: { hours: 6 },
    })
    scene.eventually(async () => {
      const credited = (await credits()).reduce((sum, { amount }) => sum + amount, 0)
      const arrived = bank.wires
        .list()
        .results.filter(({ direction, status }) => direction === 'Inbound' && status === 'Completed')
      const there = arrived.reduce((sum, { amount }) => sum + amount, 0)
      if (credited !== there) throw new Error(`${credited} was credited, and ${there} is there.`)
    })
    bank.wires.simulateInbound(bank.wires.plausibleInbound({ amount: 50_000 }))
    await scene.sleep({ minutes: 30 })
    bank.wires.simulateInbound(bank.wires.plausibleInbound({ amount: 7_500 }))
    await scene.sleep({ hours: 2 })
  },
}
