import { type App, type CreateApp, persistent, receiver, startApp } from './app.ts'
import type { Grader } from './grader.ts'

interface Payer extends App {
  pay(order: object): Promise<void>
  payments(): Promise<
    { paymentId: string | null; amount: number; status: 'pending' | 'held' | 'completed' | 'failed' }[]
  >
  alerts(): Promise<string[]>
}

/** Two payments, of which the operations team may hold either. The treasurer hears of each that stays on hold, once. */
export const handleHolds: Grader = {
  must: ['calls: createWire: done', 'calls: getWire: done', 'steps: wire: Created → Hold'],
  options: { deskDecisions: true },
  scenario: async (scene, createApp) => {
    const { bank } = scene
    const app = await startApp(scene, createApp as CreateApp<Payer>)
    scene.books(
      async () => {
        const known = await app.ask(({ payments }) => payments())
        return known.flatMap(({ paymentId, amount, status }) =>
          paymentId === null ? [] : [{ paymentId, amount, status: status === 'held' ? ('pending' as const) : status }],
        )
      },
      { within: { hours: 6 } },
    )
    // What is on hold at two looks that are an hour apart, the treasurer has to know.
    const [seen, onHold] = [new Set<string>(), new Set<string>()]
    scene.every({ hours: 1 }, () => {
      const held = bank.wires.list().results.filter(({ status }) => status === 'Hold')
      for (const { id } of held) (seen.has(id) ? onHold : seen).add(id)
    })
    scene.eventually(async () => {
      const alerts = await app.ask((payer) => payer.alerts())
      const untold = [...onHold].filter((id) => !alerts.includes(id))
      if (untold.length > 0)
        throw new Error(`${untold.length} payments were on hold for an hour, and no alert told of it.`)
      if (new Set(alerts).size !== alerts.length) throw new Error('An alert was given twice.')
    })
    for (const [id, amount] of [
      ['ORDER 1', 10_000],
      ['ORDER 2', 2_500],
    ] as const)
      await persistent(scene, () => app.ask(({ pay }) => pay({ id, amount, ...receiver })))
    await scene.sleep({ hours: 4 })
  },
}
