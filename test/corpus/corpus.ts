/**
 * The corpus: small partners in six styles, each of them right, and with one real bug at a time; and the scenario in which each of
 * them works.
 */
import type { Bank } from 'vostro'
import type { ExploreOptions, Scenario, Scene } from 'vostro/explore'
import { inboundWire } from '../support/wire.ts'
import { environmentOf } from './environment.ts'
import { ledgerBugs, openLedger } from './ledger.ts'
import { createPayouts, outboxBugs } from './outbox.ts'
import type { Partner } from './partner.ts'
import { queueBugs, startWorker } from './queue.ts'
import { createReconciler, reconcilerBugs } from './reconciler.ts'
import { openInvoices, repositoryBugs } from './repository.ts'
import { openWallets, walletBugs } from './wallets.ts'

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
  assert(made.size === 2, `${made.size} of 2 payouts were made`)
}

/** Three payments come in; the ledger is to show the latest. */
const income = (bug?: (typeof ledgerBugs)[number]) => async (scene: Scene) => {
  const { bank } = scene
  const ledger = await openLedger(environmentOf(scene), bug)
  for (const amount of [100, 200, 300]) {
    receive(bank, bank.masterAccount.accountNumber, amount)
    bank.clock.advance({ seconds: 1 })
  }
  bank.clock.advance({ minutes: 1 })
  await bank.clock.advanceAsync({ minutes: 3 })
  scene.eventually(() => {
    const newest = bank.wires.list({ pageSize: 50 }).results.findLast(({ posting }) => posting === 'Posted')?.amount
    assert(ledger.latest() === newest, `the latest payment is ${ledger.latest()}, not ${newest}`)
  })
}

/** Pays two suppliers at a bank that is done at once. */
const jobs = (bug?: (typeof queueBugs)[number]) => async (scene: Scene) => {
  const worker = await startWorker(environmentOf(scene), bug)
  await worker.pay('ORDER 1', 10_000)
  await worker.pay('ORDER 2', 20_000)
  await scene.bank.clock.advanceAsync({ minutes: 5 })
  await worker.work()
}

/** The same with invoices. */
const invoices = (bug?: (typeof repositoryBugs)[number]) => async (scene: Scene) => {
  const service = await openInvoices(environmentOf(scene), bug)
  await service.pay('INVOICE 1', 10_000)
  await service.pay('INVOICE 2', 20_000)
  await scene.bank.clock.advanceAsync({ minutes: 5 })
}

/** Pays two suppliers and asks every forty minutes what became of it. */
const rounds = (bug?: (typeof reconcilerBugs)[number]) => async (scene: Scene) => {
  const service = createReconciler(environmentOf(scene), bug)
  await service.pay('TRANSFER 1', 10_000)
  await service.pay('TRANSFER 2', 20_000)
  for (let tick = 0; tick < 2; tick++) {
    await scene.bank.clock.advanceAsync({ minutes: 40 })
    await service.reconcile()
  }
}

/** Three payments come into one customer's wallet, whose balance must then be that of the bank. */
const wallet = (bug?: (typeof walletBugs)[number]) => async (scene: Scene) => {
  const { bank } = scene
  const wallets = await openWallets(environmentOf(scene), bug)
  const number = await wallets.open('Ada')
  scene.every({ days: 1 }, wallets.review)
  for (const amount of [30, 20, 10]) receive(bank, number, amount)
  bank.clock.advance({ minutes: 1 })
  await bank.clock.advanceAsync({ minutes: 5 })
  const opened = bank.subledgers.list().results.filter(({ title }) => title === 'Ada').length
  assert(opened === 1, `${opened} accounts were opened for one customer`)
  scene.eventually(() => {
    const { currentBalance } = bank.subledgers.get(number)
    assert(
      wallets.balanceOf(number) === currentBalance,
      `the wallet shows ${wallets.balanceOf(number)}, not ${currentBalance}`,
    )
  })
}

/** A payment comes in. */
export function receive(bank: Bank, accountNumber: string, amount: number): void {
  bank.wires.simulateInbound(inboundWire(accountNumber, { amount }))
}

function assert(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise)
}

/** A partner whose bugs each need one change. */
function partners<Bug extends string>(
  design: string,
  scenarioWith: (bug?: Bug) => Scenario,
  bugs: readonly Bug[],
  options: ExploreOptions = {},
): Partner[] {
  return [undefined, ...bugs].map((bug) => ({
    design,
    bug,
    needs: bug === undefined ? undefined : 'one change',
    scenario: scenarioWith(bug),
    // They rely on pushes alone, and each of their bugs needs one change.
    options: { assume: 'each', lostPushes: false, depth: 1, ...options },
  }))
}

export const corpus: readonly Partner[] = [
  ...partners('payouts with an outbox', payouts, outboxBugs, { deskDecisions: true }),
  ...partners('event-sourced ledger', income, ledgerBugs, { deskDecisions: true }),
  ...partners('queue worker', jobs, queueBugs, { bank: { release: 'instant' } }),
  ...partners('repository with versions', invoices, repositoryBugs, { bank: { release: 'instant' } }),
  ...partners('polling reconciler', rounds, reconcilerBugs, { deskDecisions: true }),
  ...partners("customers' wallets", wallet, walletBugs, { deskDecisions: true }),
]
