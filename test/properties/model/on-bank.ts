/** A call, made to a bank; and everything that the bank then shows of its money. */
import {
  type Bank,
  isRejectionError,
  isUsageError,
  type PartnerView,
  type RejectionCode,
  type RestrictionRequest,
} from 'vostro'
import { everyPage } from '../../support/every-page.ts'
import { inboundWire, outboundWire } from '../../support/wire.ts'
import type { Balance } from './model.ts'
import type { Call } from './step.ts'

/** What a bank answered: the record, or its "no"; `usage` where it calls the request ill-formed. */
export type Answer = { readonly record: Named } | { readonly refused: RejectionCode | 'usage' }

/** Those fields of a record that name it or tell its outcome. */
export interface Named {
  readonly id?: string
  readonly productId?: string
  readonly accountNumber?: string
  readonly postingCode?: string
  readonly status?: string
}

/** Makes a call; the bank's "no" is an answer, anything else is thrown. */
export function makeCall(bank: Bank, call: Call): Answer {
  try {
    return { record: (make(bank, call) ?? {}) as Named }
  } catch (error) {
    if (isRejectionError(error)) return { refused: error.code }
    if (isUsageError(error)) return { refused: 'usage' }
    throw error
  }
}

function make(bank: Bank, call: Call): unknown {
  const own = 'by' in call && call.by !== 'desk' ? bank.as(call.by) : bank
  const side: Pick<PartnerView, 'holds' | 'restrictions' | 'policies'> =
    'by' in call && call.by !== 'desk' ? own : bank.desk
  switch (call.does) {
    case 'addPartner': {
      const { id, productId } = bank.partners.add({
        masterAccount: { ledgerType: call.ledgerType, balance: call.balance },
      })
      return { id, productId, accountNumber: bank.as(id).masterAccount.accountNumber }
    }
    case 'openAccount':
      return own.accounts.open({ ledgerType: call.ledgerType, balance: call.balance })
    case 'openSubledger':
      return own.subledgers.create({ masterAccountNumber: call.master, title: 'Customer' })
    case 'setStatus':
      return own.accounts.setStatus(call.account, call.status)
    case 'post':
      return own.transactions.post(call.request)
    case 'transfer':
      return own.transactions.transfer(call.request)
    case 'placeHold':
      return side.holds.place({ accountNumber: call.account, amount: call.amount })
    case 'changeHold':
      return side.holds.update(call.hold, { amount: call.amount })
    case 'releaseHold':
      return side.holds.release(call.hold)
    case 'restrict':
      return side.restrictions.create({ ...(call.request as RestrictionRequest), accountNumber: call.master })
    case 'changeRestriction':
      return side.restrictions.update(call.restriction, call.request)
    case 'liftRestriction':
      return side.restrictions.remove(call.restriction)
    case 'setPolicy':
      return side.policies.set(call.product, call.allowed)
    case 'wireOut':
      return own.wires.create({ ...outboundWire(call.account, { amount: call.amount }), clientIdentifier: call.client })
    case 'wireIn':
      return own.wires.simulateInbound(inboundWire(call.account, { amount: call.amount }))
    case 'cancel':
      return own.wires.cancel(call.wire)
    case 'hold':
    case 'approve':
    case 'reject':
    case 'reverse':
      return bank.desk[call.does](call.wire)
    case 'releaseBatch':
      return bank.desk.releaseBatch()
    case 'advance':
      return bank.clock.advance({ seconds: call.seconds })
  }
}

/** Every balance of every account of every partner, as the bank shows it. */
export function balancesOf(bank: Bank): Record<string, Balance> {
  const found: Record<string, Balance> = {}
  for (const { id } of bank.partners.list()) {
    const partner = bank.as(id)
    for (const master of partner.accounts.all()) {
      found[`master ${master.accountNumber}`] = { ...balanceOf(master), status: master.status }
      found[`subledger ${master.accountNumber}`] = balanceOf(partner.subledgers.get(master.accountNumber))
    }
    for (const subledger of everyPage((page) => partner.subledgers.list(page))) {
      found[`subledger ${subledger.accountNumber}`] = balanceOf(subledger)
    }
  }
  return found
}

function balanceOf(record: {
  currentBalance: number
  availableBalance: number
  holdAmount: number
  transactionCount: number
}): Balance {
  return {
    current: record.currentBalance,
    available: record.availableBalance,
    held: record.holdAmount,
    transactionCount: record.transactionCount,
  }
}
