/** What no client can see from outside, and why. With the probes and the readers it is the whole catalogue. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'

export const notVisible: { readonly [Id in AssumptionId]?: string } = {
  'holds.beyondAvailable': 'no call of the API places a hold',
  'transactions.reversal': 'no call of the API reverses a transaction',
  'loans.mplId': 'no call of the API makes a loan: each that is seen has the one that it was given',
  'loans.railType': 'no call of the API makes a rail',
  'loans.moves': 'no call of the API moves a loan',
}
