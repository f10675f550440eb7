/** What no client can see from outside, and why. With the probes and the readers it is the whole catalogue. */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'

export const notVisible: { readonly [Id in AssumptionId]?: string } = {
  'holds.record': 'no call of the API places, reads or releases a hold',
  'holds.changes': 'no call of the API changes a hold',
  'holds.passthrough': 'no call of the API places a hold',
  'holds.beyondAvailable': 'no call of the API places a hold',
  'policies.form': 'no call of the API reads or sets the policy of a product',
  'subledgers.closedMaster': 'no call of the API closes an account',
  'accounts.statuses': 'no call of the API changes the status of an account',
  'webhooks.callback': 'it is about what stands in for a receiver of yours in a test',
  'transactions.reversal': 'no call of the API reverses a transaction',
  'wires.reversing': 'no call of the API reverses a wire',
  'loans.mplId': 'no call of the API makes a loan: each that is seen has the one that it was given',
  'loans.railType': 'no call of the API makes a rail',
  'loans.moves': 'no call of the API moves a loan',
  'loans.fields': 'no call of the API makes a loan: which values one may have is not seen of those that there are',
  'loans.funding': 'no call of the API funds a loan',
  'loans.adjustments': 'no call of the API changes a loan',
  'loans.retrySeconds': 'no call of the API brings a loan event about',
  'loans.eventPayloads': 'no call of the API brings a loan event about',
  'loans.otherPayloads': 'no call of the API brings a loan event about',
  'http.foreignRecords': 'a client knows of no record of another partner, nor whether there is one',
  'limits.exactAmounts': 'no balance can be brought to 90,071,992,547,409.91',
}
