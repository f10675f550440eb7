/**
 * The corpus: forty small partners in eight designs, each of them right, or with one real bug. The first two have bugs that one change
 * shows; of the others, those bugs are here that differ in what it takes to show them, and those that `explore` finds late.
 */
import type { Bank } from 'vostro'
import type { Scenario, Scene } from 'vostro/explore'
import { inboundWire } from '../support/wire.ts'
import { environmentOf } from './environment.ts'
import { inbox } from './inbox.ts'
import { jobQueues } from './job-queue.ts'
import { ledgerBugs, openLedger } from './ledger.ts'
import { marketplaceSplit } from './marketplace-split.ts'
import { createPayouts, outboxBugs } from './outbox.ts'
import type { Partner } from './partner.ts'
import { payroll } from './payroll.ts'
import { rentEscrow } from './rent-escrow.ts'
import { saga } from './saga.ts'

/** Pays two suppliers; nothing may be forgotten. */
const payouts = (bug?: (typeof outboxBugs)[number]) => async (scene: Scene) => {
  const service = createPayouts(environmentOf(scene), bug)
  await service.start()
  service.order('PAYOUT 1', 10_000)
  service.order('PAYOUT 2', 20_000)
  for (let tick = 0; tick < 3; tick++) {
    await service.work()
    await scene.bank.clock.advanceAsync({ minutes: 30 })
  }
  const made = new Set(
    scene.bank.wires.list({ pageSize: 50 }).results.map(({ beneficiaryReference }) => beneficiaryReference),
  )
  if (made.size !== 2) throw new Error(`${made.size} of 2 payouts were made`)
}

/** Three payments come in; the ledger is to show the latest. */
const income = (bug?: (typeof ledgerBugs)[number]) => async (scene: Scene) => {
  const { bank } = scene
  const ledger = await openLedger(environmentOf(scene), bug)
  for (const amount of [100, 200, 300]) {
    receive(bank, amount)
    bank.clock.advance({ seconds: 1 })
  }
  bank.clock.advance({ minutes: 1 })
  await bank.clock.advanceAsync({ minutes: 3 })
  scene.eventually(() => {
    const newest = bank.wires.list({ pageSize: 50 }).results.findLast(({ posting }) => posting === 'Posted')?.amount
    if (ledger.latest() !== newest) throw new Error(`the latest payment is ${ledger.latest()}, not ${newest}`)
  })
}

/** A payment comes in. */
export function receive(bank: Bank, amount: number): void {
  bank.wires.simulateInbound(inboundWire(bank, { amount }))
}

/** A partner that relies on pushes alone, and whose bugs each need one change. */
const small = <Bug extends string>(design: string, scenarioWith: (bug?: Bug) => Scenario, bugs: readonly Bug[]) =>
  [undefined, ...bugs].map(
    (bug): Partner => ({
      design,
      bug,
      needs: bug === undefined ? undefined : 'one change',
      scenario: scenarioWith(bug),
      options: { assume: 'each', lostPushes: false, depth: 1, deskDecisions: true },
    }),
  )

/** Partners whose books know no payment that failed: they were written for a bank that completes each. */
const forCompletion = (partners: readonly Partner[]): Partner[] =>
  partners.map((partner) => ({ ...partner, options: { deskDecisions: false, ...partner.options } }))

export const corpus: readonly Partner[] = [
  ...small('payouts with an outbox', payouts, outboxBugs),
  ...small('event-sourced ledger', income, ledgerBugs),
  ...inbox,
  ...forCompletion(jobQueues),
  ...forCompletion(payroll),
  ...saga,
  ...marketplaceSplit,
  ...rentEscrow,
]
