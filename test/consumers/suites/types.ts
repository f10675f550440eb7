/** A partner's code, for the type check alone: what it may write, and what it may not. */
import type { setupServer } from 'msw/node'
import { type Bank, createBank, isRejectionError, type WirePayment } from 'vostro'
import { bankHandlers } from 'vostro/msw'

const bank: Bank = createBank({ seed: 7, masterAccount: { balance: 5_000 }, assume: { 'http.cors': 'omitted' } })
const wire: WirePayment = bank.wires.create({
  accountNumber: bank.masterAccount.accountNumber,
  businessFunctionCode: 'CTR',
  receiverRoutingNumber: '011000138',
  beneficiary: { idCode: 'D', identifier: '9876543210', name: 'Example Supplies' },
  amount: 10_000,
})
export const handlers: Parameters<typeof setupServer> = bankHandlers(bank)
export const handlersOfTests: Parameters<typeof setupServer> = bankHandlers(() => bank, { only: 'specified' })
export const story: string = bank.timeline({ last: 5 })
export const status: string = bank.wires.get(wire.id).status
export function codeOf(error: unknown): string {
  return isRejectionError(error) ? error.code : 'none'
}

// @ts-expect-error there is no such option
createBank({ sead: 7 })
// @ts-expect-error there is no such assumption
createBank({ assume: { 'http.core': 'sent' } })
