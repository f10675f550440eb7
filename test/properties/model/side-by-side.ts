/** A bank and its model, side by side: every move is made on both, and after each nothing may differ. */
import type * as fc from 'fast-check'
import { expect } from 'vitest'
import { type Bank, createBank, type Snapshot } from 'vostro'
import { audit } from '../../support/auditor.ts'
import { everyPage } from '../../support/every-page.ts'
import { openAccount } from './accounts.ts'
import { balancesIn, type Model, newModel } from './model.ts'
import { type Answer, balancesOf, makeCall } from './on-bank.ts'
import { predict } from './predict.ts'
import { callOf } from './step.ts'
import type { bankOptions, Move } from './steps.ts'

type Options = typeof bankOptions extends fc.Arbitrary<infer Value> ? Value : never

interface Pair {
  bank: Bank
  model: Model
}

/** Makes every move on a bank and on its model, and compares them after each, forks included. */
export function compare(options: Options, moves: readonly Move[]): void {
  const bank = createBank(options)
  let here: Pair = { bank, model: modelOf(bank, options) }
  const forks: Pair[] = [here]
  const snapshots: { snapshot: Snapshot; model: Model }[] = []
  for (const [number, move] of moves.entries()) {
    const told = `after move ${number + 1}, ${JSON.stringify(move)}`
    if (move.does === 'snapshot') {
      snapshots.push({ snapshot: here.bank.snapshot(), model: structuredClone(here.model) })
    } else if (move.does === 'restore') {
      const kept = snapshots[move.snapshot % snapshots.length]
      if (kept === undefined) continue
      here.bank.restore(move.isText ? JSON.stringify(kept.snapshot) : kept.snapshot)
      here.model = structuredClone(kept.model)
    } else if (move.does === 'fork') {
      here = { bank: here.bank.fork(), model: structuredClone(here.model) }
      forks.push(here)
    } else if (move.does === 'goToFork') {
      here = forks[move.fork % forks.length] as Pair
    } else {
      const call = callOf(here.model, move)
      const before = here.bank.world
      const answer = makeCall(here.bank, call)
      const { outcome, isSameWorld } = predict(here.model, call, answer)
      expectEqual(`the outcome ${told}`, outcomeIn(answer, outcome), outcome)
      if (isSameWorld) expectEqual(`the very same world ${told}`, here.bank.world === before, true)
    }
    expectAlike(here, told)
  }
  for (const pair of forks) {
    expectAlike(pair, 'at the end')
    expectEqual('the transactions at the end', transactionsOf(pair.bank), transactionsIn(pair.model))
    audit(pair.bank)
  }
}

function modelOf(bank: Bank, { release, masterAccount, assume }: Options): Model {
  const model = newModel(
    {
      release: typeof release === 'string' ? release : release.every.minutes * 60_000,
      restrictionCheck: assume['wires.restrictionCheck'],
      reviewOutcome: assume['wires.reviewOutcome'],
      holdMinutes: assume['wires.holdMinutes'],
      acknowledgementSeconds: assume['wires.acknowledgementSeconds'],
      beyondAvailable: assume['holds.beyondAvailable'],
    },
    Date.parse(bank.clock.now),
  )
  const { id, productId } = bank.partner
  model.partners.push({ id, productId, policy: null })
  openAccount(model, { ...masterAccount, number: bank.masterAccount.accountNumber, partnerId: id })
  return model
}

/** The bank's answer in the words of the model: a posting code where the model speaks of one. */
function outcomeIn(answer: Answer, predicted: unknown): unknown {
  if ('refused' in answer) return { refused: answer.refused }
  const isPosting = typeof predicted === 'object' && predicted !== null && 'postingCode' in predicted
  return isPosting ? { postingCode: answer.record.postingCode } : 'done'
}

function expectAlike({ bank, model }: Pair, told: string): void {
  const [shown, predicted] = [balancesOf(bank), balancesIn(model)]
  for (const account of new Set([...Object.keys(shown), ...Object.keys(predicted)])) {
    expectEqual(`${account} ${told}`, shown[account], predicted[account])
  }
  expectEqual(`the wires ${told}`, wiresOf(bank), wiresIn(model))
  const { deposits, settlement } = bank.world.ledger
  const settled = Object.values(settlement).reduce((sum, balance) => sum + balance, 0)
  expectEqual(`the sum of the whole bank ${told}`, deposits + settled, 0)
  expectEqual(`the clock ${told}`, Date.parse(bank.clock.now), model.now)
}

/** Both values in the first line of the message, so that a story tells how it went wrong. */
function expectEqual(what: string, shown: unknown, predicted: unknown): void {
  const [said, expected] = [JSON.stringify(shown), JSON.stringify(predicted)]
  if (said !== expected) expect(shown, `${what}: the bank says ${said}, the model ${expected}`).toEqual(predicted)
}

function wiresOf(bank: Bank): unknown {
  return bank.partners.list().map(({ id }) =>
    everyPage((page) => bank.as(id).wires.list(page)).map((wire) => {
      return [wire.id, wire.status, wire.posting, wire.postingCode ?? null, wire.wasReversed]
    }),
  )
}

function wiresIn(model: Model): unknown {
  return model.partners.map((partner) =>
    model.wires
      .filter(({ account }) => model.accounts.get(account)?.partnerId === partner.id)
      .map(({ id, status, postingCode, wasReversed }) => {
        return [id, status, status === 'Completed' ? 'Posted' : 'Pending', postingCode, wasReversed]
      }),
  )
}

function transactionsOf(bank: Bank): unknown {
  return bank.partners.list().map(({ id }) =>
    everyPage((page) => bank.as(id).transactions.list(page)).map((found) => {
      const { accountNumber, otherAccountNumber, rail, transactionType, transactionCode, amount, postingCode } = found
      return [accountNumber, otherAccountNumber ?? null, rail, transactionType, transactionCode, amount, postingCode]
    }),
  )
}

function transactionsIn(model: Model): unknown {
  return model.partners.map(({ id }) =>
    model.transactions
      .filter(({ partnerId }) => partnerId === id)
      .map(({ account, other, rail, transactionType, transactionCode, amount, postingCode }) => {
        return [account, other, rail, transactionType, transactionCode, amount, postingCode]
      }),
  )
}
