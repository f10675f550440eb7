import { createBank } from 'vostro'
import { type App, type CreateApp, persistent, startApp } from './app.ts'
import type { Grader } from './grader.ts'

interface Sweeper extends App {
  sweep(day: string, keep: number): Promise<void>
}

const KEEP = 10_000

/** Thirty subledgers, more than a page of the list has; three of them hold more than the target. */
function bankWithSubledgers() {
  const bank = createBank()
  const { accountNumber: masterAccountNumber } = bank.masterAccount
  for (let number = 1; number <= 30; number++) {
    const { accountNumber } = bank.subledgers.create({ masterAccountNumber, title: `Customer ${number}` })
    const amount = number % 10 === 0 ? KEEP + 1_000 * number : 5_000
    bank.transactions.transfer({ debitAccountNumber: masterAccountNumber, creditAccountNumber: accountNumber, amount })
  }
  return bank
}

/** After two calls for one day each subledger has the target, or what it had below it. */
export const sweepSubledgers: Grader = {
  must: ['calls: listSubledgers: done', 'calls: transferFunds: done'],
  options: { bank: bankWithSubledgers() },
  scenario: async (scene, createApp) => {
    const { bank } = scene
    const app = await startApp(scene, createApp as CreateApp<Sweeper>)
    scene.eventually(() => {
      const own = bank.subledgers.list({ pageSize: 50 }).results.filter(({ title }) => title.startsWith('Customer'))
      for (const { title, availableBalance } of own) {
        const number = Number(title.split(' ')[1])
        const wanted = number % 10 === 0 ? KEEP : 5_000
        if (availableBalance !== wanted) throw new Error(`${title} has ${availableBalance}, and ${wanted} is right.`)
      }
    })
    for (let call = 1; call <= 2; call++)
      await persistent(scene, () => app.ask(({ sweep }) => sweep('2026-03-02', KEEP)))
    await scene.sleep({ hours: 1 })
  },
}
