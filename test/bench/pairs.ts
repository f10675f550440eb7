/** A bank and the plain model of it, with as many subledgers each, under the same numbers. */
import { type Bank, createBank, type Snapshot, type WirePaymentRequest, type World } from 'vostro'
import { newState } from '../../src/bank/shell/state/state.ts'
import { subledgerNumber } from '../../src/core/accounts/account-number.ts'
import { openSubledger } from '../../src/core/accounts/subledger.ts'
import { PlainBank } from './plain-bank.ts'

export interface Pair {
  readonly bank: Bank
  readonly plain: PlainBank
  /**
   * The number of one of the thousand subledgers that are used, scattered over all of them. As many in a bank of any size: else
   * growth would be that of the processor's way to its memory, which a plain Map goes too.
   */
  numberAt(index: number): string
}

const USED = 1_000
const BALANCE = 1_000_000_000_000

/** A bank with so many subledgers, funded without end. */
export function bankOf(subledgers: number, seed = 7): Bank {
  const bank = createBank({ seed, masterAccount: { balance: BALANCE }, release: 'manual' })
  const taken = Object.create(Object.getPrototypeOf(bank.snapshot())) as Snapshot
  bank.restore(Object.assign(taken, newState(worldWith(bank.world, subledgers))))
  return bank
}

/** A world with so many subledgers more, opened in it itself: a journal of a million entries is not what is measured. */
export function worldWith(world: World, subledgers: number): World {
  const draft = { ...world, accounts: { ...world.accounts } }
  for (let slot = 1; slot <= subledgers; slot++) {
    openSubledger(draft, {
      master: 0,
      title: `Customer ${slot}`,
      beneficiary: null,
      isImplicit: false,
      clientIdentifier: null,
    })
  }
  return draft
}

export function plainOf(subledgers: number, seed = 7): PlainBank {
  const plain = new PlainBank()
  plain.master.current = BALANCE
  for (let slot = 1; slot <= subledgers; slot++) plain.hold(subledgerNumber(seed, slot), `Customer ${slot}`)
  return plain
}

/** Both. */
export function pairOf(subledgers: number): Pair {
  const seed = 7
  return {
    bank: bankOf(subledgers, seed),
    plain: plainOf(subledgers, seed),
    numberAt: (index) => subledgerNumber(seed, 1 + (((index % USED) * 7_919) % subledgers)),
  }
}

/** A request as partners write it: six fields beside the amount, and a key of its own. */
export function requestOf(accountNumber: string, clientIdentifier: string | undefined): WirePaymentRequest {
  return {
    accountNumber,
    businessFunctionCode: 'CTR',
    receiverRoutingNumber: '011000138',
    beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies', address1: '1 Main Street' },
    beneficiaryReference: 'INV-2026-0042',
    amount: 100,
    purpose: 'Invoice 42',
    ...(clientIdentifier === undefined ? {} : { clientIdentifier }),
  }
}
