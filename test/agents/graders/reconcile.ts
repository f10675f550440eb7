import { createBank } from 'vostro'
import { type App, type CreateApp, startApp } from './app.ts'
import type { Grader } from './grader.ts'

interface Keeper extends App {
  ledger(): Promise<{ paymentId: string; amount: number; status: 'pending' | 'completed' | 'failed' }[]>
}

/** Sixty payments that another system has made: more than a page, of which some are completed. */
function bankWithPayments() {
  const bank = createBank()
  for (let paid = 1; paid <= 60; paid++) {
    bank.wires.create(bank.wires.plausible({ amount: 100 * paid }))
    if (paid === 40) bank.clock.advanceToNextBatch()
  }
  return bank
}

/** The ledger has every payment as the bank has it, after a batch and after one more payment, too. */
export const reconcile: Grader = {
  must: ['calls: listWires: done'],
  options: { bank: bankWithPayments(), depth: 1 },
  scenario: async (scene, createApp) => {
    const { bank } = scene
    const app = await startApp(scene, createApp as CreateApp<Keeper>)
    scene.books(() => app.ask(({ ledger }) => ledger()), { within: { hours: 6 } })
    scene.eventually(async () => {
      const known = await app.ask(({ ledger }) => ledger())
      const ids = new Set(known.map(({ paymentId }) => paymentId))
      if (ids.size !== known.length) throw new Error(`The ledger has ${known.length - ids.size} payments twice.`)
      if (known.length !== 61) throw new Error(`The ledger has ${known.length} payments, and the bank 61.`)
    })
    await scene.sleep({ hours: 2 })
    bank.wires.create(bank.wires.plausible({ amount: 77 }))
    await scene.sleep({ hours: 3 })
  },
}
