/** When each event is emitted, in words. If the name of an event is missing here, the code does not compile. (§6) */
import type { BankEventName, LoanEventName } from '../core/webhooks/event-name.ts'

export const occasions: { readonly [Name in BankEventName | LoanEventName]: string } = {
  'Wire.Payment.Sent': 'an outbound wire was released in a batch and acknowledged by the central bank',
  'Wire.Payment.Received': 'an inbound wire came in, by simulation',
  'Wire.Payment.Rejected': 'a wire could not be posted, or the operations team refused it',
  'Wire.Payment.Canceled': 'the partner withdrew a wire',
  'Wire.Payment.Processed': 'an outbound wire was sent to the central bank',
  'Core.Restriction.Placed': 'a restriction was placed on an account',
  'Core.Restriction.Removed': 'a restriction was removed',
  'Core.SubAccount.Opened': 'a subledger was opened',
  'Core.SubAccount.Status.Changed': 'the status of a subledger changed',
  'Core.SubAccount.Closed': 'a subledger was closed',
  'Core.SubAccount.Title.Changed': 'a subledger was renamed',
  'Core.Transaction.Completed': 'a transaction was posted',
  'Core.Activity.Posted': 'an activity was posted on an account',
  AdjustmentActionUpdate: 'details of a loan were changed after funding',
  FundingAttemptComplete: 'a funding attempt ended',
  LoanStatusUpdated: 'the status of a loan changed',
  RailUpdated: 'a rail of a loan was updated',
  ComplianceLoanFailed: 'a loan failed compliance',
}
